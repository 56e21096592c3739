#include "catch.hpp"

#include <workmem/extraction/holds_records.hpp>

#include <string>
#include <utility>

using workmem::extraction::holds_records;
using workmem::extraction::unwrapped;
using workmem::text::json_document;

TEST_CASE("lists and objects with several texts may hold records", "[extraction]") {
    for (const auto& [text, holds] : {
             std::pair{R"([1])", true},
             std::pair{R"({"rows":[["a",1]]})", true},
             std::pair{R"({"name":"Ann","city":"Rome","age":3})", true},
             std::pair{R"({"a":{"b":{"c":["x"]}}})", true},
             std::pair{R"({"shown":"Lamp\nChair"})", true},
             std::pair{R"([])", false},
             std::pair{R"({})", false},
             std::pair{R"(null)", false},
             std::pair{R"("ok")", false},
             std::pair{R"({"success":true,"message":"Updated"})", false},
             std::pair{R"({"results":[],"total":0,"page":1})", false},
             std::pair{R"({"a":{"b":{"c":{"d":{"e":["too deep"]}}}}})", false},
         }) {
        INFO(text);
        const json_document read{std::string_view{text}};
        REQUIRE(read);
        CHECK(holds_records(read.root()) == holds);
    }
}

TEST_CASE("of a call that asks, two values may be what it asked for", "[extraction]") {
    for (const auto& [text, holds] : {
             std::pair{R"({"first":"Dentist at 9","second":"Lunch at 12"})", true},
             std::pair{R"({"users":5,"orders":7})", true},
             std::pair{R"({"status":"ok","message":"Up"})", false},
             std::pair{R"({"total":0,"page":1})", false},
             std::pair{R"({"results":[],"query":"x","took":3})", false},
             std::pair{R"({"data":[],"meta":{"filtered":0,"size":10}})", false},
         }) {
        INFO(text);
        const json_document read{std::string_view{text}};
        REQUIRE(read);
        CHECK(holds_records(read.root(), true) == holds);
        CHECK_FALSE(holds_records(read.root()));
    }
}

TEST_CASE("text may hold records that is several lines, or JSON or markup that was cut",
          "[extraction]") {
    for (const auto& [text, holds] :
         {std::pair{"Blue lamp\nRed lamp", true}, std::pair{" \n\nBlue lamp\n\n", false},
          std::pair{"", false}, std::pair{"\n\n", false}, std::pair{"Done.", false},
          std::pair{R"([{"id":"a-1","title":"Shirt"},{"id":"a-2","tit)", true},
          std::pair{R"( {"products":[{"id":1,"na)", true}, std::pair{R"([[1,2],[)", true},
          std::pair{R"(["a","b)", true}, std::pair{"<!DOCTYPE html><p>Hats</p>", true},
          std::pair{"< 3 ms", false}, std::pair{"{", false}, std::pair{"[", false},
          std::pair{"[INFO] Build passed", false}, std::pair{"[main 1a2b3c] Mend it", false},
          std::pair{"{name} was saved", false}}) {
        INFO(text);
        unwrapped inner;
        inner.text = text;
        CHECK(holds_records(inner) == holds);
    }
}
