#include "catch.hpp"

#include <workmem/extraction/children.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/tool_name.hpp>
#include <workmem/text/json_document.hpp>

#include <string>
#include <string_view>

namespace extraction = workmem::extraction;
using workmem::text::json_document;

namespace {

// The name of the member that holds the noun's things.
std::string held(std::string_view json, std::string_view noun) {
    const json_document object{json};
    const extraction::record fields{object.root()};
    const auto* const found = extraction::by_noun(fields, extraction::noun_forms{noun});
    return found ? std::string{found->name} : "nothing";
}

}  // namespace

TEST_CASE("a list is one of objects, or of nothing", "[extraction][children]") {
    const auto is_list = [](std::string_view json) {
        const json_document value{json};
        return extraction::is_list(value.root());
    };
    CHECK(is_list("[]"));
    CHECK(is_list(R"([{"id":1}])"));
    CHECK_FALSE(is_list("[1,2]"));
    CHECK_FALSE(is_list(R"({"id":1})"));
}

TEST_CASE("the objects of a list may stand below its wrapper", "[extraction][children]") {
    const auto size_in = [](std::string_view json) {
        const json_document value{json};
        return extraction::list_in(value.root()).size();
    };
    CHECK(size_in(R"([{"id":1},{"id":2}])") == 2);
    CHECK(size_in(R"({"nodes":[{"id":1}]})") == 1);
    CHECK(size_in(R"({"price":[{"id":1}]})") == 0);
}

TEST_CASE("the member that is called like the noun goes before words around it",
          "[extraction][children]") {
    CHECK(held(R"({"open_tickets":[{}],"ticketList":[{}],"tickets":[{}]})", "ticket") == "tickets");
    CHECK(held(R"({"openTickets":[{}],"total":3})", "ticket") == "openTickets");
    CHECK(held(R"({"tickets":3})", "ticket") == "nothing");
    CHECK(held(R"({"users":[{}]})", "ticket") == "nothing");
}

TEST_CASE("a list may say of what kind it is", "[extraction][children]") {
    const json_document pods{R"({"kind":"PodList","items":[]})"};
    CHECK(extraction::kind_of_list(extraction::record{pods.root()}) == "Pod");
    const json_document pod{R"({"kind":"Pod"})"};
    CHECK(extraction::kind_of_list(extraction::record{pod.root()}).empty());
}

TEST_CASE("a tool mentions a word in either number", "[extraction][children]") {
    const workmem::tool_name tool{"list_open_tickets"};
    CHECK(extraction::is_mentioned("ticket", tool));
    CHECK(extraction::is_mentioned("tickets", tool));
    CHECK(extraction::is_mentioned("open", tool));
    CHECK_FALSE(extraction::is_mentioned("users", tool));
}
