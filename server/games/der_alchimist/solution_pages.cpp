#include <athanor/der_alchimist/solution_pages.h>

#include <embedded/der_alchimist_solutions.h>

namespace athanor::games::der_alchimist {

std::string_view solution_pages() { return embedded::der_alchimist_solutions(); }

}  // namespace athanor::games::der_alchimist
