#include "catch.hpp"

#include <workmem/value/attribute_rules.hpp>

#include <cstdint>
#include <limits>
#include <string>

using workmem::attribute_list;

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
