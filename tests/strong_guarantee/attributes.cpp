// Whichever allocation fails, copying attributes leaves those that are there as they were.
#include "catch.hpp"
#include "failing_new.hpp"

#include <workmem/value/attribute.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

using namespace workmem_test;
using workmem::attribute_list;
using workmem::scalar;

static_assert(std::is_nothrow_move_constructible_v<scalar>);
static_assert(std::is_nothrow_move_assignable_v<scalar>);

TEST_CASE("attributes with long texts are copied or stay as they are",
          "[strong_guarantee][value]") {
    const attribute_list from{{std::string(60, 'k'), std::string(60, 'v')},
                              {"price", 1.5},
                              {"is_open", true},
                              {"nothing", nullptr},
                              {"rooms", std::int64_t{3}}};
    for (std::size_t n = 1;; ++n) {
        INFO("allocation " << n);
        attribute_list copy;
        if (survives(n, [&] { copy = from; })) {
            CHECK(n > 3);
            CHECK(copy == from);
            break;
        }
        CHECK(copy.empty());
    }
}

TEST_CASE("a value takes another one or stays what it was", "[strong_guarantee][value]") {
    const scalar values[]{std::string(60, 'a'), std::string(90, 'b'), "c", 1.5, true, nullptr};
    for (const auto& old : values)
        for (const auto& next : values)
            for (std::size_t n = 1;; ++n) {
                scalar value{old};
                const bool done = survives(n, [&] { value = next; });
                REQUIRE(value == (done ? next : old));
                if (done) break;
            }
}
