// Cells, lines, columns, the editor.

#include "canvas.h"
#include "editor.h"
#include "flow.h"

#include <athanor/common/text.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;

TEST_CASE("Text on a canvas is cut at edges and takes whole cells") {
  Canvas canvas({6, 2});
  CHECK(canvas.text(0, 0, "ab王cd!") == 6);
  CHECK(canvas.row(0) == "ab王cd");
  CHECK(canvas.at(3, 0).width == 0);
  CHECK(canvas.text(5, 1, "王") == 0);  // half a wide glyph does not fit
  CHECK(canvas.text(0, 1, "e\u0301e", {}, 1) == 1);
  CHECK(canvas.row(1) == "e\u0301");
  CHECK(canvas.text(9, 0, "x") == 0);
  CHECK(canvas.text(0, 9, "x") == 0);
}

TEST_CASE("Drawing over half a wide glyph leaves no half behind") {
  Canvas canvas({6, 1});
  canvas.text(0, 0, "王小明");
  canvas.text(1, 0, "a");
  CHECK(canvas.row(0) == " a小明");
  canvas.text(2, 0, "b");
  CHECK(canvas.row(0) == " ab 明");
  canvas.text(3, 0, "王");
  CHECK(canvas.row(0) == " ab王");
}

TEST_CASE("No control character ever gets into a cell") {
  Canvas canvas({80, 1});
  canvas.text(0, 0, "a\x1b[2J\x07\xc2\x9b\r\n\xff\u202E");
  for (int x = 0; x < 80; ++x) CHECK(common::printable(canvas.at(x, 0).glyph) == canvas.at(x, 0).glyph);
  CHECK(canvas.row(0).find('\x1b') == std::string::npos);
}

TEST_CASE("Lines are wrapped at blanks, with an indent, and long words anywhere") {
  const Line text{{"one two ", bold}, {"three", normal}, {" four", dim}};
  const auto rows = wrapped(text, 9, 2);
  REQUIRE(rows.size() == 3);
  CHECK(text_of(rows[0]) == "one two ");
  CHECK(text_of(rows[1]) == "  three ");
  CHECK(text_of(rows[2]) == "  four");
  CHECK(rows[0].front().style == bold);
  for (int width = 1; width < 12; ++width)
    for (const auto& row : wrapped(line("王小明 and a-very-long-word 👩 e\u0301"), width, 2)) CHECK(columns(row) <= std::max(width, 2));
  CHECK(wrapped(line(""), 10).size() == 1);
}

TEST_CASE("Tables align whatever the names are") {
  const auto rows = table({{{"王小明", {}}, {"1", {}}}, {{"Bob", {}}, {"22", {}}}, {{"e\u0301", {}}, {"333", {}}}});
  REQUIRE(rows.size() == 3);
  CHECK(text_of(rows[0]) == "王小明  1");
  CHECK(text_of(rows[1]) == "Bob     22");
  CHECK(text_of(rows[2]) == "e\u0301       333");
}

TEST_CASE("Blocks flow into as many columns as fit, evenly") {
  const Block tall{"A", std::vector<Line>(9, line("x"))}, low{"B", std::vector<Line>(4, line("y"))};
  CHECK(flow({tall, low, low}, 60).columns.size() == 1);
  const auto two = flow({tall, low, low}, 80);
  REQUIRE(two.columns.size() == 2);
  CHECK(two.height() == 10);
  CHECK(two.width == 39);
  CHECK(flow({tall, low, low}, 200).columns.size() == 2);  // a third column would not make it lower
  CHECK(flow({}, 80).height() == 0);
}

TEST_CASE("An editor moves and deletes by clusters and keeps its limit") {
  Editor editor({}, 8, false);
  editor.insert("a");
  editor.insert("e\u0301");
  editor.insert("王");
  editor.left();
  editor.backspace();
  CHECK(editor.text() == "a王");
  editor.home();
  editor.erase();
  CHECK(editor.text() == "王");
  editor.newline();
  editor.insert("\xff");
  CHECK(editor.text() == "王");
  editor.end();
  for (int i = 0; i < 20; ++i) editor.insert("b");
  CHECK(editor.text() == "王bbbbbbb");
  const auto shown = editor.shown(5, 1);
  CHECK(shown.lines.front() == "bbbb");
  CHECK(shown.x == 4);
}

TEST_CASE("A page of text has lines to go up and down in") {
  Editor page("one\ntwo words\n3", 4000, true);
  page.up();
  page.up();
  page.end();
  page.insert("!");
  page.down();
  page.insert("?");
  CHECK(page.text() == "one!\ntwo ?words\n3");
  page.home();
  page.backspace();
  CHECK(page.text() == "one!two ?words\n3");
  const auto shown = page.shown(40, 1);
  CHECK(shown.lines == std::vector<std::string>{"one!two ?words"});
  CHECK(shown.x == 4);
  page.newline();
  CHECK(page.text() == "one!\ntwo ?words\n3");
}
