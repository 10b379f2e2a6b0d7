#pragma once
// The files of deploy/ and the text in them.

#include <string>

namespace deploy {

/// Text of a file of the project, named from its root. Throws if there is none.
[[nodiscard]] std::string project_file(const std::string& path);
/// Text of any file. Throws if there is none.
[[nodiscard]] std::string text_of(const std::string& path);
void write_text(const std::string& path, const std::string& text);
/// The text with every `from` as `to`. Throws if there is none, as a test that changes nothing tests something else.
[[nodiscard]] std::string with(std::string text, const std::string& from, const std::string& to);

}  // namespace deploy
