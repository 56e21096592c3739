#include "catch.hpp"

#include <workmem/extraction/field.hpp>
#include <workmem/extraction/linked_records.hpp>
#include <workmem/text/json_document.hpp>

#include <string>
#include <string_view>

using workmem::extraction::linked_records;
using workmem::extraction::record;
using workmem::text::json_document;

namespace {

// The name of the record that is told with this id beside the member `things`.
std::string name_of(std::string_view json, std::string_view things, std::string_view id) {
    const json_document result{json};
    const json_document asked{id};
    const linked_records beside{result.root(), result.root().find(things)};
    const auto found = beside.find(asked.root());
    return found.is_object() ? std::string{linked_records::name_in(record{found})} : "nothing";
}

}  // namespace

TEST_CASE("what an id stands for is told beside the things", "[extraction][linked_records]") {
    constexpr auto* beside =
        R"({"orders":[{"id":1,"customer_id":7}],"customers":[{"id":7,"name":"Ada"}]})";
    CHECK(name_of(beside, "orders", "7") == "Ada");
    CHECK(name_of(beside, "orders", "8") == "nothing");
    CHECK(name_of(R"({"data":[{"id":"1"}],"included":[{"id":"9","attributes":{"name":"Byron"}}]})",
                  "data", R"("9")") == "Byron");
    CHECK(name_of(R"({"data":[{"id":"1"}],"users":{"u1":{"name":"Ada"}}})", "data", R"("u1")") ==
          "Ada");
}

TEST_CASE("the things themselves are not told beside them", "[extraction][linked_records]") {
    CHECK(name_of(R"({"orders":[{"id":1,"name":"First"}]})", "orders", "1") == "nothing");
}
