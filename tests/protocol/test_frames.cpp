// Frames, legal and not (RFC 6455 §5), byte by byte.

#include "running_server.h"
#include "support/raw_websocket.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

// What a connection is closed with after these bytes. 0: without a close frame.
int code_after(RunningServer& s, std::string_view bytes) {
  RawWebSocket ws(s.port());
  ws.socket().send(bytes);
  return ws.close_code();
}

}  // namespace

TEST_CASE("legal frames work, however they are cut") {
  RunningServer s;
  RawWebSocket ws(s.port());
  const std::string message = "a message of some thirty letters";

  SECTION("in one-byte fragments with pings between") {
    for (std::size_t i = 0; i < message.size(); ++i) {
      REQUIRE(ws.socket().send(
          frame(i == 0 ? op_binary : op_continuation, message.substr(i, 1), {.fin = i + 1 == message.size()})));
      REQUIRE(ws.socket().send(frame(op_ping, "still here?")));
    }
  }
  SECTION("with empty fragments") {
    REQUIRE(ws.socket().send(frame(op_binary, "", {.fin = false}) + frame(op_continuation, message, {.fin = false}) +
                             frame(op_continuation, "")));
  }
  SECTION("every byte by itself") {
    for (const char c : frame(op_binary, message)) REQUIRE(ws.socket().send(std::string_view(&c, 1)));
  }
  SECTION("after a pong that nobody asked for") {
    REQUIRE(ws.socket().send(frame(op_pong, "") + frame(op_binary, message)));
  }
  CHECK(ws.message() == message);
  REQUIRE(ws.send("and another"));
  CHECK(ws.message() == "and another");
}

TEST_CASE("several messages in one segment are answered in order, one frame each") {
  RunningServer s;
  RawWebSocket ws(s.port());
  std::string all;
  for (int i = 0; i < 50; ++i) all += frame(op_binary, "message " + std::to_string(i));
  REQUIRE(ws.socket().send(all));
  for (int i = 0; i < 50; ++i) {
    const auto got = ws.next();
    REQUIRE(got);
    CHECK(got->fin);
    CHECK(got->payload == "message " + std::to_string(i));
  }
}

TEST_CASE("messages up to the limit pass, longer ones do not") {
  net::Options options;
  options.max_message_bytes = 5000;
  RunningServer s(options);
  for (const std::size_t size : {0U, 1U, 125U, 126U, 511U, 512U, 513U, 4096U, 5000U}) {
    RawWebSocket ws(s.port());
    const std::string message(size, 'm');
    REQUIRE(ws.send(message));
    CHECK(ws.message() == message);
  }
  CHECK(code_after(s, frame(op_binary, std::string(5001, 'm'))) == 1009);
  std::string fragments = frame(op_binary, std::string(3000, 'm'), {.fin = false});
  for (int i = 0; i < 1000; ++i) fragments += frame(op_continuation, std::string(3000, 'm'), {.fin = false});
  CHECK(code_after(s, fragments) == 1009);
  // A length of 2^63 - 1 bytes: refused at the header.
  CHECK(code_after(s, std::string("\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x01\x02\x03\x04", 14)) == 1009);
}

TEST_CASE("a message of any size comes in one whole frame") {
  RunningServer s;
  RawWebSocket ws(s.port());
  for (const std::size_t size : {0U, 1U, 125U, 126U, 127U, 255U, 256U, 65'535U, 65'536U, 200'000U, 1'000'000U}) {
    CAPTURE(size);
    REQUIRE(ws.send("send 1 " + std::to_string(size)));
    const auto got = ws.next();
    REQUIRE(got);
    CHECK(got->opcode == op_binary);
    CHECK(got->fin);
    CHECK(got->payload == std::string(size, 'x'));
  }
}

TEST_CASE("text is refused") {
  RunningServer s;
  CHECK(code_after(s, frame(op_text, "a valid text")) == 1003);
  CHECK(code_after(s, frame(op_text, "")) == 1003);
  CHECK(code_after(s, frame(op_text, "in ", {.fin = false}) + frame(op_continuation, "parts")) == 1003);
  CHECK(code_after(s, frame(op_text, "\xff\xfe")) == 1007);
  CHECK(s.service.messages == 0);
}

TEST_CASE("illegal frames close with 1002") {
  RunningServer s;
  CHECK(code_after(s, frame(op_binary, "x", {.masked = false})) == 1002);
  for (const auto reserved : std::vector<std::uint8_t>{1, 2, 4})
    CHECK(code_after(s, frame(op_binary, "x", {.reserved = reserved})) == 1002);
  for (const auto opcode : std::vector<std::uint8_t>{3, 7, 11, 15}) CHECK(code_after(s, frame(opcode, "x")) == 1002);
  CHECK(code_after(s, frame(op_continuation, "of nothing")) == 1002);
  CHECK(code_after(s, frame(op_binary, "first", {.fin = false}) + frame(op_binary, "second")) == 1002);
  CHECK(code_after(s, frame(op_ping, "half", {.fin = false})) == 1002);
  CHECK(code_after(s, frame(op_ping, std::string(126, 'p'))) == 1002);
  CHECK(code_after(s, std::string("\x82\xfe\x00\x05\x01\x02\x03\x04hello", 13)) == 1002);  // a length written too long
  CHECK(code_after(s, frame(op_close, "x")) == 1002);
  CHECK(code_after(s, frame(op_close, std::string("\x03\xec", 2))) == 1002);      // 1004 is reserved
  CHECK(code_after(s, frame(op_close, std::string("\x03\xe8\xff", 3))) == 1002);  // a reason that is no UTF-8
  CHECK(eventually([&] { return s.service.closed == 16; }));
  CHECK(s.counters().closed_protocol >= 15);
}

TEST_CASE("a client's close is answered in kind") {
  RunningServer s;
  CHECK(code_after(s, frame(op_close, std::string("\x03\xe8"
                                                  "bye",
                                                  5))) == 1000);
  CHECK(code_after(s, frame(op_close, "")) == 1000);
  CHECK(eventually([&] { return s.service.closed == 2 && s.server->connections() == 0; }));
}

TEST_CASE("frames before the upgrade is answered are refused") {
  RunningServer s;
  CHECK(http(s.port(),
             "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n" +
                 frame(op_binary, "early"))
            .status == 400);
}

TEST_CASE("a message that never ends is cut off by time") {
  RunningServer s;
  RawWebSocket ws(s.port());
  REQUIRE(ws.send("hello"));
  REQUIRE(ws.message());
  REQUIRE(ws.socket().send(frame(op_binary, "the beginning", {.fin = false}) + frame(op_ping, "")));
  REQUIRE(ws.next()->opcode == op_pong);  // so both have been read
  s.seams.advance(31'000);
  CHECK(ws.close_code() == 1008);
}

TEST_CASE("frames without end and without a message are cut off by their bytes") {
  net::Options options;
  options.max_message_bytes = 1024;
  RunningServer s(options);
  RawWebSocket ws(s.port());
  REQUIRE(ws.send("hello"));
  REQUIRE(ws.message());
  SECTION("empty continuations") {
    REQUIRE(ws.socket().send(frame(op_binary, "", {.fin = false})));
    std::string piece;
    for (int i = 0; i < 1000; ++i) piece += frame(op_continuation, "", {.fin = false});
    for (std::size_t sent = 0; sent < 100'000; sent += piece.size()) REQUIRE(ws.socket().send(piece));
    REQUIRE(ws.socket().send(frame(op_ping, "read?")));
    REQUIRE(ws.next()->opcode == op_pong);
  }
  SECTION("pongs, so slowly that their rate is allowed") {
    std::string piece;
    for (int i = 0; i < 19; ++i) piece += frame(op_pong, std::string(125, 'p'));
    for (std::size_t sent = 0; sent < 100'000; sent += piece.size()) {
      REQUIRE(ws.socket().send(piece + frame(op_ping, "read?")));
      const auto answer = ws.next();
      REQUIRE(answer);
      if (answer->opcode != op_pong) break;
      s.seams.advance(1'000);
    }
  }
  s.seams.advance(1'000);
  CHECK(ws.close_code() == 1008);
}
