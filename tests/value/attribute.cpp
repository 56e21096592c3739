#include "catch.hpp"

#include <workmem/value/attribute.hpp>

#include <cstdint>
#include <string>
#include <variant>

using workmem::attribute_list;

TEST_CASE("an attribute is found by its name", "[value]") {
    const attribute_list all{{"price", std::int64_t{12}}, {"city", std::string{"Leeds"}}};
    REQUIRE(workmem::find_attribute(all, "city") != nullptr);
    CHECK(std::get<std::string>(*workmem::find_attribute(all, "city")) == "Leeds");
    CHECK(workmem::find_attribute(all, "City") == nullptr);
}

TEST_CASE("with room made a copy need not allocate", "[value]") {
    const std::string text(100, 'x');
    const attribute_list from{{"city", text}};
    attribute_list same{{"city", std::string{"Leeds"}}};
    CHECK(workmem::reserve(same, from));
    CHECK(std::get<std::string>(same[0].value) == "Leeds");
    CHECK(std::get<std::string>(same[0].value).capacity() >= text.size());
}

TEST_CASE("no room is made for a long text where none stands", "[value]") {
    const attribute_list from{{"city", std::string(100, 'x')}};
    attribute_list number{{"city", std::int64_t{1}}}, none;
    CHECK_FALSE(workmem::reserve(number, from));
    CHECK_FALSE(workmem::reserve(none, from));
    CHECK(workmem::reserve(none, {{"city", std::string{"Leeds"}}}));
    CHECK(none.empty());
}
