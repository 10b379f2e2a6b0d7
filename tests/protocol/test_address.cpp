#include "address.h"

#include <catch2/catch.hpp>

using namespace athanor::net;
namespace ip = boost::asio::ip;

namespace {
Address a(const char* text) { return ip::make_address(text); }
}  // namespace

TEST_CASE("an address to listen on has a port, and IPv6 has brackets") {
  CHECK(to_text(*parse_listen("127.0.0.1:8400")) == "127.0.0.1:8400");
  CHECK(to_text(*parse_listen("[::1]:0")) == "[::1]:0");
  for (const char* bad : {"", "8400", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1",
                          "localhost:8400", "::1:8400", "[127.0.0.1]:1", "1.2.3.4:84 "})
    CHECK_FALSE(parse_listen(bad));
}

TEST_CASE("limits count an IPv6 customer as one, and a mapped IPv4 address as itself") {
  CHECK(limit_key(a("2001:db8:1:2:3:4:5:6")) == limit_key(a("2001:db8:1:2:ffff::1")));
  CHECK(limit_key(a("2001:db8:1:2::1")) != limit_key(a("2001:db8:1:3::1")));
  CHECK(limit_key(a("::ffff:10.1.2.3")) == "10.1.2.3");
}

TEST_CASE("networks") {
  const auto some = Networks::parse({"10.0.0.0/8", "192.168.1.7", "fd00::/8", "172.16.0.0/12"});
  REQUIRE(some);
  for (const char* in : {"10.0.0.0", "10.255.255.255", "::ffff:10.1.1.1", "192.168.1.7", "fdff::1", "172.31.255.255"})
    CHECK(some->contains(a(in)));
  for (const char* out : {"11.0.0.0", "192.168.1.8", "fc00::1", "172.32.0.0", "::1"})
    CHECK_FALSE(some->contains(a(out)));
  for (const char* bad : {"", "10.0.0.0/33", "10.0.0.0/", "::/129", "proxy.example", "10.0.0.0/8/8"}) {
    const auto wrong = Networks::parse({"127.0.0.1", bad});
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error() == bad);
  }
}

TEST_CASE("networks: off stands for none, and only alone") {
  for (const char* any : {"127.0.0.1", "::1", "0.0.0.0"}) CHECK_FALSE(Networks::parse_or_off({"off"})->contains(a(any)));
  const auto own = Networks::parse_or_off({"127.0.0.0/8", "::1"});
  REQUIRE(own);
  for (const char* in : {"127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1"}) CHECK(own->contains(a(in)));
  for (const char* out : {"128.0.0.0", "::2", "::ffff:10.0.0.1", "::127.0.0.1", "::"}) CHECK_FALSE(own->contains(a(out)));
  CHECK(Networks::parse_or_off({"off", "127.0.0.1"}).error() == "off");
  CHECK(Networks::parse_or_off({"127.0.0.1", "off"}).error() == "off");
  CHECK(Networks::parse_or_off({"OFF"}).error() == "OFF");
  CHECK(Networks::parse_or_off({"::ffff:127.0.0.1/104"}).error() == "::ffff:127.0.0.1/104");
}

TEST_CASE("what a proxy adds is told from what a client sends") {
  for (const char* added : {"X-Forwarded-For", "x-forwarded-proto", "X-FORWARDED-SERVER", "Forwarded", "Via", "X-Real-Ip", "CF-Connecting-IP"})
    CHECK(tells_of_a_proxy(added));
  for (const char* sent : {"Host", "Accept", "User-Agent", "X-Prometheus-Scrape-Timeout-Seconds", "Forward", "Viaduct", ""})
    CHECK_FALSE(tells_of_a_proxy(sent));
}

TEST_CASE("a forwarding header counts only from a trusted proxy, and only its trustworthy end") {
  const auto none = *Networks::parse({});
  const auto proxies = *Networks::parse({"10.0.0.0/8"});
  const auto client = [](const char* peer, const char* list, const Networks& trusted) { return client_address(a(peer), list, trusted).address; };
  CHECK(client("1.2.3.4", "9.9.9.9", none) == a("1.2.3.4"));
  CHECK(client("1.2.3.4", "9.9.9.9", proxies) == a("1.2.3.4"));
  CHECK(client("10.0.0.1", "9.9.9.9", proxies) == a("9.9.9.9"));
  CHECK(client("10.0.0.1", "", proxies) == a("10.0.0.1"));
  // The client wrote 8.8.8.8 itself; the outer proxy added 9.9.9.9, the inner one 10.0.0.2.
  CHECK(client("10.0.0.1", "8.8.8.8, 9.9.9.9 , 10.0.0.2", proxies) == a("9.9.9.9"));
  CHECK(client("10.0.0.1", "8.8.8.8, nonsense", proxies) == a("10.0.0.1"));
  CHECK(client("10.0.0.1", ",,,", proxies) == a("10.0.0.1"));
}

TEST_CASE("a forwarding header may name ports, have brackets and empty places; what cannot be read is told") {
  const auto proxies = *Networks::parse({"10.0.0.0/8", "::1"});
  const auto client = [&](const char* list) { return client_address(a("10.0.0.1"), list, proxies); };
  for (const char* list : {"9.9.9.9:5678", "8.8.8.8,9.9.9.9:1,", "9.9.9.9 , ,10.0.0.2:80", " , 9.9.9.9,, [::1]:9, ", "[::ffff:9.9.9.9]:1"}) {
    INFO(list);
    CHECK(client(list).address == a("9.9.9.9"));
    CHECK(client(list).unreadable.empty());
  }
  for (const char* list : {"2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:5678", "8.8.8.8,[2001:db8::1]:0"}) {
    INFO(list);
    CHECK(client(list).address == a("2001:db8::1"));
  }
  CHECK(client("2001:db8::5678").address == a("2001:db8::5678"));  // no port
  CHECK(client("8.8.8.8, unknown").unreadable == "unknown");
  CHECK(client("8.8.8.8, _hidden, 10.0.0.2").unreadable == "_hidden");
  CHECK(client("8.8.8.8, _hidden, 10.0.0.2").address == a("10.0.0.2"));
  for (const char* bad : {"9.9.9.9:99999", "9.9.9.9:x", "[9.9.9.9", "2001:db8::1]:1", "[]:1", "9.9.9.9.9", "9.9.9.9:1:2", "localhost:1"}) {
    INFO(bad);
    CHECK(client(bad).address == a("10.0.0.1"));
    CHECK(client(bad).unreadable == bad);
  }
  CHECK(client("unknown, 9.9.9.9").unreadable.empty());  // written by anybody
}

TEST_CASE("pages of the same address may connect, others only by the list") {
  const auto own = *Origins::parse({});
  CHECK(own.allows("http://localhost:8400", "localhost:8400"));
  CHECK(own.allows("https://LocalHost", "localhost"));
  CHECK(own.allows("http://[::1]:8400", "[::1]:8400"));
  CHECK(own.allows("https://192.0.2.7", "192.0.2.7"));
  CHECK_FALSE(own.allows("http://localhost:8401", "localhost:8400"));
  CHECK_FALSE(own.allows("http://192.0.2.8:8400", "192.0.2.7:8400"));
  CHECK_FALSE(own.allows("https://evil.example", "play.example.org"));
  CHECK_FALSE(own.allows("https://play.example.org.evil.example", "play.example.org"));
  CHECK_FALSE(own.allows("null", "play.example.org"));
  CHECK_FALSE(own.allows("", "play.example.org"));
  // His name leads to whatever address he likes, and the browser then says that name in both headers.
  for (const std::string name : {"evil.example:8400", "evil.example", "localhost.evil.example:8400", "127.0.0.1.evil.example", "evil.localhost:8400",
                                 "1.2.3:8400", "0x7f000001:8400", "[::1].evil.example:8400", "xlocalhost"}) {
    INFO(name);
    CHECK_FALSE(own.allows("http://" + name, name));
  }

  const auto listed = *Origins::parse({"https://play.example.org", "http://localhost:5173"});
  CHECK(listed.allows("https://play.example.org", "anything"));
  CHECK(listed.allows("https://play.example.org:443", "anything"));
  CHECK_FALSE(listed.allows("http://127.0.0.1:8400", "127.0.0.1:8400"));
  CHECK_FALSE(listed.allows("http://play.example.org", "play.example.org"));
  CHECK_FALSE(listed.allows("https://sub.play.example.org", "anything"));

  for (const char* bad : {"play.example.org", "ws://play.example.org", "https://", "https://play.example.org/",
                          "https://*.example.org", "*"})
    CHECK_FALSE(Origins::parse({bad}));
}
