#include "sources.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <fmt/format.h>

namespace athanor::tools {
namespace {

namespace ip = boost::asio::ip;
using boost::system::error_code;

constexpr std::size_t most = 65'536;

bool is_own(const ip::address& address) {
  boost::asio::io_context context;
  ip::tcp::socket socket(context);
  error_code error;
  socket.open(address.is_v4() ? ip::tcp::v4() : ip::tcp::v6(), error);
  if (!error) socket.bind({address, 0}, error);
  return !error;
}

std::string no_address(std::string_view part) {
  return fmt::format("--from: '{}' is neither an address nor a range such as 127.0.0.2-127.0.0.9.", part);
}

// Adds what one part between commas names; the sentence if it names nothing.
std::string add(std::string_view part, std::vector<ip::address>& out) {
  const auto dash = part.find('-');
  error_code bad;
  const auto first = ip::make_address(std::string(part.substr(0, dash)), bad);
  if (bad) return no_address(part);
  if (dash == std::string_view::npos) {
    out.push_back(first);
    return {};
  }
  const auto last = ip::make_address(std::string(part.substr(dash + 1)), bad);
  if (bad || !first.is_v4() || !last.is_v4()) return no_address(part);
  const auto from = first.to_v4().to_uint(), to = last.to_v4().to_uint();
  if (from > to) return fmt::format("--from: the range {} ends before it begins.", part);
  if (to - from >= most - out.size()) return fmt::format("--from: at most {} addresses.", most);
  for (std::uint64_t address = from; address <= to; ++address) out.emplace_back(ip::address_v4(static_cast<std::uint32_t>(address)));
  return {};
}

}  // namespace

tl::expected<std::vector<std::string>, std::string> parse_sources(std::string_view text) {
  std::vector<ip::address> addresses;
  for (std::string_view rest = text; !rest.empty();) {
    const auto comma = rest.find(',');
    if (auto wrong = add(rest.substr(0, comma), addresses); !wrong.empty()) return tl::unexpected(std::move(wrong));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  std::vector<std::string> sources;
  for (const auto& address : addresses) {
    if (!is_own(address)) return tl::unexpected(fmt::format("--from: {} is no address of this machine.", address.to_string()));
    sources.push_back(address.to_string());
  }
  return sources;
}

}  // namespace athanor::tools
