#pragma once
// How the programs' --help names what stands behind an option: "NUMBER (1 to 64, default 4)" for the parser's own
// "UINT:INT in [1 - 64]=4". Include it where the parser is included.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <regex>
#include <string>

namespace athanor::common {

class HelpFormat : public CLI::Formatter {
 public:
  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_expected_max() == 0) return {};  // a flag takes nothing
    const std::string type = option->get_type_name();
    std::smatch part;
    std::string what = "TEXT", limits;
    if (std::regex_search(type, part, std::regex(R"(\bin \[(\S+) - (\S+)\])"))) {
      what = "NUMBER";
      limits = shortened(part[1]) + " to " + shortened(part[2]);
    } else if (std::regex_search(type, part, std::regex(R"(\{(.*)\})"))) {
      limits = std::regex_replace(part[1].str(), std::regex(","), " or ");
    } else if (std::regex_search(type, std::regex("INT|FLOAT"))) {
      what = "NUMBER";
    }
    if (const auto otherwise = without_brackets(option->get_default_str()); !otherwise.empty())
      limits += (limits.empty() ? "" : ", ") + ("default " + otherwise);
    if (option->get_required()) limits += limits.empty() ? "required" : ", required";
    return " " + what + (limits.empty() ? "" : " (" + limits + ")");
  }

 private:
  // A list's default stands in brackets.
  static std::string without_brackets(const std::string& list) {
    const bool is_list = list.size() >= 2 && list.front() == '[' && list.back() == ']';
    return is_list ? list.substr(1, list.size() - 2) : list;
  }
  // "1000.000000" as "1000"
  static std::string shortened(const std::string& number) {
    return number.find('.') == std::string::npos ? number : std::regex_replace(number, std::regex(R"(\.?0+$)"), "");
  }
};

}  // namespace athanor::common
