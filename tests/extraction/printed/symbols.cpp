#include "told.hpp"

#include "catch.hpp"

#include <workmem/extraction/printed/readers.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
using workmem_test::told_by;
namespace printed = workmem::extraction::printed;

namespace {

std::string places(const char* text) {
    const auto root = json::parse(text);
    return told_by(
        [&](auto& out) { return printed::read_locations(workmem::text::json_view{root}, out); });
}

}  // namespace

TEST_CASE("a symbol is described with its file", "[extraction][printed]") {
    const auto told = [](std::string_view text) {
        return told_by([&](auto& out) { return printed::read_symbols(text, out); });
    };
    CHECK(told("---\n\nSymbol: Cart.Total\nFile: /x/a.go\nKind: Method\n\n 4|Symbol: none\n") ==
          "symbol Cart.Total Cart.Total\nfile /x/a.go a.go");
    CHECK(told("Text\nSymbol: X\n") == "none");
}

TEST_CASE("language servers answer places, symbols and errors", "[extraction][printed]") {
    CHECK(places(R"([{"uri":"file:///x/a%20b.c","range":{"start":{"line":2,"character":4}}}])") ==
          "file /x/a b.c a b.c");
    CHECK(places(R"([{"uri":"file:///x/a.c","diagnostics":[
              {"severity":1,"message":"no x","range":{"start":{"line":2,"character":4}}},
              {"severity":2,"message":"y","range":{"start":{"line":3,"character":4}}}]}])") ==
          "error /x/a.c:3:5 no x\nfile /x/a.c a.c");
    CHECK(places(R"([{"name":"f","kind":12,"location":{"uri":"file:///x/a.c"}}])") == "symbol f f");
    CHECK(places(R"([{"name_path":"A/f","kind":"Method","relative_path":"a.py"}])") ==
          "symbol A/f f");
    CHECK(places(R"([{"path":"src/a.c","line":3,"text":"f();"}])") == "file src/a.c a.c");
    CHECK(places(R"([{"id":7,"path":"src/a.c","line":3,"body":"no"}])") == "none");
    CHECK(places(R"([{"name":"Ann","kind":"person"}])") == "none");
}
