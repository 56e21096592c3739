#include "catch.hpp"

#include <workmem/value/attribute.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <variant>

using workmem::attribute_list;

TEST_CASE("an attribute is found by its name", "[value]") {
    const attribute_list all{{"price", std::int64_t{12}}, {"city", std::string{"Leeds"}}};
    REQUIRE(workmem::find_attribute(all, "city") != nullptr);
    CHECK(std::get<std::string>(*workmem::find_attribute(all, "city")) == "Leeds");
    CHECK(workmem::find_attribute(all, "City") == nullptr);
}

TEST_CASE("of attributes with one name the last one stays", "[value]") {
    attribute_list all{{"price", std::int64_t{12}}, {"city", std::string{"Leeds"}}};
    CHECK(workmem::find_repeated_name(all) == nullptr);
    all.insert(all.end(), {{"price", 1.5}, {"size", std::int64_t{3}}});
    CHECK(*workmem::find_repeated_name(all) == "price");
    workmem::keep_last_of_each_name(all);
    CHECK(all == attribute_list{
                     {"city", std::string{"Leeds"}}, {"price", 1.5}, {"size", std::int64_t{3}}});
}

TEST_CASE("what is no number is found", "[value]") {
    attribute_list all{{"price", 1.5}, {"city", std::string{"nan"}}};
    CHECK(workmem::find_no_number(all) == nullptr);
    for (const auto odd :
         {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
        all.push_back({"odd", odd});
        CHECK(workmem::find_no_number(all) == &all.back());
        all.pop_back();
    }
}

TEST_CASE("repeated names are found among very many", "[value]") {
    attribute_list all;
    for (int i = 0; i < 100'000; ++i) all.push_back({"name" + std::to_string(i), true});
    CHECK(workmem::find_repeated_name(all) == nullptr);
    all.push_back({"name7", false});
    CHECK(*workmem::find_repeated_name(all) == "name7");
    workmem::keep_last_of_each_name(all);
    CHECK(all.size() == 100'000);
    CHECK(all.back() == workmem::attribute{"name7", false});
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
