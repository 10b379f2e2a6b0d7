// TLS built into the server: playing, renewing the certificate in mid-game, and what a client says about a bad one.

#include "certificates.h"
#include "visitor.h"

#include "recovery/person.h"
#include "recovery/program.h"
#include "recovery/server.h"
#include "store/disk.h"
#include "support/raw_websocket.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace athanor;
using namespace deploy;
using athanor_test::TempFolder;
using link::State;
using recovery::run_until;
using recovery::Server;

namespace {

// A real server with both kinds of listeners on free ports.
struct TlsHouse {
  explicit TlsHouse(const CertificateFiles& files, const std::string& folder, std::vector<std::string> more = {})
      : server(folder + "/data", folder, flags(files, std::move(more))) {
    std::filesystem::create_directories(folder);
    server.start();
  }
  [[nodiscard]] std::string tls_port() const {
    const auto log = server.log();
    const std::string words = "listening on 127.0.0.1:";
    const auto at = log.find(words, log.find(words) + 1);
    const auto begin = at + words.size();
    return log.substr(begin, log.find('\n', begin) - begin);
  }
  [[nodiscard]] std::string url(const std::string& host = "localhost") const {
    return "wss://" + host + ":" + tls_port();
  }
  Server server;

 private:
  static std::vector<std::string> flags(const CertificateFiles& files, std::vector<std::string> more) {
    std::vector<std::string> all{"--tls-listen", "127.0.0.1:0", "--tls-certificate", files.chain,
                                 "--tls-key",    files.key,     "--tls-check-s",     "1"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
};

// The last word of a link that tries once.
link::Status last_word(const std::string& url, const std::string& authorities = {}, const std::string& language = "en") {
  boost::asio::io_context context;
  Visitor visitor(context, url, authorities, language);
  REQUIRE(run_until(context, [&] { return visitor.settled(); }));
  return visitor.states.back();
}

bool comes_in(const std::string& url, const std::string& authorities) {
  return last_word(url, authorities).state == State::online;
}

}  // namespace

TEST_CASE("two people play over TLS, by name and by address") {
  const TempFolder folder;
  const auto files = make_certificate(folder.path(), "server", {.names = {"localhost", "127.0.0.1"}});
  const TlsHouse house(files, folder.path());
  boost::asio::io_context context;
  recovery::Person ada(context, house.url(), recovery::new_room(2, {}, "Ada"), 1, files.chain);
  REQUIRE(run_until(context, [&] { return ada.online(); }));
  v1::JoinRoom join;
  join.set_code(ada.code);
  join.set_name("Bo");
  recovery::Person bo(context, house.url("127.0.0.1"), join, 2, files.chain);
  REQUIRE(run_until(context, [&] { return bo.online(); }));
  ada.link().set_ready(true);
  bo.link().set_ready(true);
  REQUIRE(run_until(context, [&] { return ada.room().seats(0).ready() && ada.room().seats(1).ready(); }));
  ada.link().start_game();
  ada.play(true);
  bo.play(true);
  // Some games are over before that, as the deal is another one each time.
  REQUIRE(run_until(context, [&] { return ada.update().sequence() > 40 || ada.room().phase() == v1::ROOM_PHASE_FINISHED; }));
  CHECK(house.server.metric("athanor_sessions") == 2);
  CHECK(house.server.metric("athanor_certificate_expiry_timestamp_seconds") > 1.7e9);
  ada.link().close();
  bo.link().close();
  CHECK(run_until(context, [&] { return house.server.metric("athanor_sessions") == 0; }));
}

TEST_CASE("a certificate is renewed without anybody noticing") {
  const TempFolder folder;
  const auto files = make_certificate(folder.path(), "server");
  const auto old_chain = folder.path() + "/old.pem";
  std::ofstream(old_chain) << std::ifstream(files.chain).rdbuf();
  TlsHouse house(files, folder.path(), {"--log-level", "info"});
  boost::asio::io_context context;
  recovery::Person ada(context, house.url(), recovery::new_room(2, {}, "Ada"), 1, old_chain);
  REQUIRE(run_until(context, [&] { return ada.online(); }));

  // Somebody replaces the certificate and not yet the key: the old pair stays, and the log says why.
  const auto aside = make_certificate(folder.path(), "aside");
  std::filesystem::rename(aside.chain, files.chain);
  REQUIRE(recovery::eventually([&] { return house.server.log().find("the old one stays") != std::string::npos; }));
  CHECK(house.server.log().find("does not belong to the certificate") != std::string::npos);
  CHECK(house.server.log().find("error") == std::string::npos);  // nothing is broken: a warning
  CHECK(comes_in(house.url(), old_chain));

  std::filesystem::rename(aside.key, files.key);
  REQUIRE(recovery::eventually([&] { return comes_in(house.url(), files.chain); }));
  CHECK_FALSE(comes_in(house.url(), old_chain));
  CHECK(recovery::eventually([&] { return house.server.log().find("renewed, and in use for every new connection") != std::string::npos; }));

  // She is still there, on the connection that began with the old one.
  CHECK(ada.online());
  CHECK(ada.link().reconnects() == 0);
  const auto before = ada.updates;
  ada.link().set_ready(true);
  CHECK(run_until(context, [&] { return ada.updates > before && ada.room().seats(0).ready(); }));
}

TEST_CASE("a running client reads the file of certificates again, and says when it cannot") {
  const TempFolder folder;
  const auto files = make_certificate(folder.path(), "server");
  const auto own = folder.path() + "/own.pem";
  std::filesystem::copy_file(files.chain, own);
  const TlsHouse house(files, folder.path());
  boost::asio::io_context context;
  Visitor visitor(context, house.url(), own);
  REQUIRE(run_until(context, [&] { return visitor.is(State::online); }));
  const auto aside = make_certificate(folder.path(), "aside");
  std::filesystem::rename(aside.chain, files.chain);
  std::filesystem::rename(aside.key, files.key);
  REQUIRE(recovery::eventually([&] { return comes_in(house.url(), files.chain); }));

  const auto waits_because = [&](const std::string& words) {
    return run_until(context, [&] { return visitor.is(State::waiting) && visitor.states.back().text.find(words) != std::string::npos; });
  };
  visitor.link.cut();
  REQUIRE(waits_because("signed by nobody"));
  CHECK(visitor.states.back().text.find("Put a new one in place of " + own) != std::string::npos);
  CHECK(visitor.states.back().text.find("still believed") == std::string::npos);
  std::filesystem::remove(own);
  CHECK(waits_because("still believed"));
  std::filesystem::copy_file(files.chain, own);
  CHECK(run_until(context, [&] { return visitor.is(State::online); }));
  CHECK(visitor.link.reconnects() == 1);
}

TEST_CASE("whoever hosts over TLS is told which file friends need, by its name alone") {
  const TempFolder folder;
  const auto files = make_certificate(folder.path(), "server");
  const TlsHouse house(files, folder.path());
  ::setenv("XDG_STATE_HOME", folder.path().c_str(), 1);  // the seat is remembered there
  recovery::Program host({ATHANOR_PROGRAM, "host", "--no-play", "--lang", "en", "--name", "Ada", "--server", house.url(), "--ca", files.chain},
                         folder.path() + "/said");
  const auto status = host.wait();
  ::unsetenv("XDG_STATE_HOME");
  INFO(host.written());
  CHECK(status == 0);
  CHECK(host.written().find(" --ca server.pem\nThey need this file from you: server.pem\n") != std::string::npos);
}

TEST_CASE("the client says what is wrong with a certificate and what to do, in both languages") {
  const TempFolder folder;
  const auto authority = make_certificate(folder.path(), "authority");
  struct Case {
    const char* name;
    CertificateWish wish;
    const char* english;
    const char* german;
  };
  const std::vector<Case> cases = {
      {"expired", {.valid_from_days = -30, .valid_to_days = -1, .issuer = &authority}, "expired", "abgelaufen"},
      {"early", {.valid_from_days = 2, .valid_to_days = 30, .issuer = &authority}, "not valid yet", "gilt noch nicht"},
      {"foreign", {.names = {"elsewhere.example"}, .issuer = &authority}, "another name", "anderen Namen"},
  };
  for (const auto& wrong : cases) {
    INFO(wrong.name);
    const auto files = make_certificate(folder.path(), wrong.name, wrong.wish);
    const TlsHouse house(files, folder.path() + "/" + wrong.name + ".d");
    const auto english = last_word(house.url(), authority.chain), german = last_word(house.url(), authority.chain, "de");
    CHECK(english.state == State::ended);
    CHECK(english.ending == link::Ending::unreachable);
    CHECK_THAT(english.text, Catch::Contains(wrong.english) && Catch::Contains(house.url()));
    CHECK_THAT(german.text, Catch::Contains(wrong.german) && Catch::Contains(house.url()));
  }
  const auto files = make_certificate(folder.path(), "unknown");
  const TlsHouse house(files, folder.path() + "/unknown.d");
  CHECK_THAT(last_word(house.url()).text, Catch::Contains("--ca FILE"));
  CHECK_THAT(last_word(house.url(), {}, "de").text, Catch::Contains("--ca DATEI"));
  CHECK(comes_in(house.url(), files.chain));
}

TEST_CASE("the wrong scheme for a port is named as such") {
  const TempFolder folder;
  const auto files = make_certificate(folder.path(), "server");
  const TlsHouse house(files, folder.path());
  CHECK_THAT(last_word("ws://localhost:" + house.tls_port()).text, Catch::Contains("try wss://"));
  const auto plain = house.server.url();
  const auto plain_port = plain.substr(plain.rfind(':'));
  CHECK_THAT(last_word("wss://localhost" + plain_port, files.chain).text, Catch::Contains("write ws://"));
}

TEST_CASE("a --ca that is no certificate file, or is given for an unencrypted address, is refused with a sentence") {
  const TempFolder folder;
  const auto file = folder.path() + "/letter";
  std::ofstream(file) << "Dear friend,\n";
  CHECK_THAT(link::parse_server("wss://localhost", "en", file).error(), Catch::Contains(file) && Catch::Contains("--ca"));
  CHECK_THAT(link::parse_server("wss://localhost", "de", folder.path() + "/none").error(), Catch::Contains("--ca"));
  CHECK_THAT(link::parse_server("ws://localhost", "en", file).error(), Catch::Contains("wss://"));
  CHECK(link::parse_server("wss://games.example").value().url() == "wss://games.example:443");
}

TEST_CASE("a certificate that cannot be used stops the start with one sentence") {
  const TempFolder folder;
  const auto good = make_certificate(folder.path(), "good"), other = make_certificate(folder.path(), "other");
  const auto letter = folder.path() + "/letter";
  std::ofstream(letter) << "Dear friend,\n";
  const auto none = folder.path() + "/none", locked = make_locked_key(folder.path());
  const auto refusal = [&](const std::string& chain, const std::string& key) {
    recovery::Program server({ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0", "--tls-listen", "127.0.0.1:0",
                              "--store", "memory", "--log-level", "off", "--tls-certificate", chain, "--tls-key", key},
                             folder.path() + "/log");
    CHECK(server.wait() == 1);
    const auto text = server.written();
    CHECK(std::count(text.begin(), text.end(), '\n') == 1);
    return text;
  };
  CHECK_THAT(refusal(none, good.key), Catch::Contains(none) && Catch::Contains("--tls-certificate"));
  CHECK_THAT(refusal(good.chain, none), Catch::Contains(none) && Catch::Contains("--tls-key"));
  CHECK_THAT(refusal(letter, good.key), Catch::Contains(letter) && Catch::Contains("fullchain.pem"));
  CHECK_THAT(refusal(good.chain, letter), Catch::Contains(letter) && Catch::Contains("--tls-key"));
  CHECK_THAT(refusal(good.chain, locked), Catch::Contains(locked) && Catch::Contains("passphrase"));
  CHECK_THAT(refusal(good.chain, other.key), Catch::Contains("does not belong"));
  CHECK_THAT(refusal(good.key, good.chain), Catch::Contains("look exchanged") && Catch::Contains("--tls-certificate"));
}

TEST_CASE("who connects to the TLS port and makes no handshake is let go in time, and bothers nobody") {
  const TempFolder folder;
  const auto files = make_certificate(folder.path(), "server");
  const TlsHouse house(files, folder.path(), {"--handshake-timeout-s", "1"});
  const auto port = static_cast<std::uint16_t>(std::stoi(house.tls_port()));
  tests::RawSocket silent(port);
  tests::RawSocket garbage(port);
  REQUIRE(garbage.send(std::string(1000, '\xff')));
  CHECK(garbage.closed_within());
  // The beginning of a handshake, and then nothing.
  tests::RawSocket half(port);
  REQUIRE(half.send("\x16\x03\x01"));
  CHECK(comes_in(house.url(), files.chain));
  CHECK(silent.closed_within());
  CHECK(half.closed_within());
  CHECK(recovery::eventually([&] { return house.server.metric("athanor_connections") <= 1; }));
  CHECK(house.server.metric("athanor_connections_refused_total{reason=\"tls\"}") >= 1);
  const auto told = tests::http_get(port, "/healthz");
  CHECK(told.status == 400);
  CHECK_THAT(told.body, Catch::Contains("wss://"));
}
