# Writes SOURCE's text as a C++ string function; called by athanor_embed.
file(READ ${SOURCE} text)
file(WRITE ${OUT}/embedded/${SYMBOL}.h
"#pragma once
#include <string_view>
namespace athanor::embedded {
std::string_view ${SYMBOL}();
}
")
file(WRITE ${OUT}/${SYMBOL}.cpp
"#include <embedded/${SYMBOL}.h>
std::string_view athanor::embedded::${SYMBOL}() {
  return R\"embedded(${text})embedded\";
}
")
