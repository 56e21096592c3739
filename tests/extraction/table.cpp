#include "catch.hpp"

#include <workmem/extraction/table.hpp>
#include <workmem/text/json_document.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace {

std::string beside(const char* text) {
    const workmem::text::json_document read{text};
    return workmem::extraction::beside_each_other(read.root());
}

}  // namespace

TEST_CASE("lists of one length beside each other are columns", "[extraction][table]") {
    CHECK(nlohmann::json::parse(
              beside(R"({"warehouse":"W3","sku":["A-1","A-2"],"stock":[140,0]})")) ==
          nlohmann::json::parse(R"([{"sku":"A-1","stock":140},{"sku":"A-2","stock":0}])"));
}

TEST_CASE("other lists are none", "[extraction][table]") {
    const auto* const text =
        GENERATE(R"([1,2])", R"({"a":[1,2]})", R"({"a":[1,2],"b":[1]})", R"({"a":[1],"b":[2]})",
                 R"({"a":[1,2],"b":[{"c":1},{"c":2}]})", R"({"a":[1,2],"b":[1,2],"c":{"d":1}})",
                 R"({"id":"I-1","labels":["bug1","ui2"],"assignees":["ann","bob"]})",
                 R"({"order_id":7,"codes":["A-1","A-2"],"sums":[1,2]})",
                 R"({"names":["ann","bob"],"sums":[1,2]})");
    CAPTURE(text);
    CHECK(beside(text).empty());
}

TEST_CASE("columns go by several names", "[extraction][table]") {
    const auto* const head = GENERATE("columns", "cols", "fields", "header");
    const auto text = std::string{"{\""} + head + R"(":["id","name"],"rows":[[1,"a"],[2,"b"]]})";
    const workmem::text::json_document read{text};
    const auto found = workmem::extraction::find_table(read.root());
    REQUIRE(found);
    CHECK(workmem::extraction::to_objects(found) == R"([{"id":1,"name":"a"},{"id":2,"name":"b"}])");
}
