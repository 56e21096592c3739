#include "catch.hpp"

#include <workmem/detail/enum_names.hpp>

#include <string_view>

using namespace workmem::detail;

TEST_CASE("an enumeration's names are read as they are written", "[detail]") {
    enum class fruit { apple, pear };
    constexpr std::string_view names[]{"apple", "pear"};
    CHECK(name_of(fruit::pear, names) == "pear");
    CHECK(name_of(static_cast<fruit>(2), names) == "unknown");
    auto read = fruit::apple;
    CHECK(parse_name_of("pear", names, read));
    CHECK(read == fruit::pear);
    for (const auto* const bad : {"", "Pear", "pea", "pears", "unknown"})
        CHECK_FALSE(parse_name_of(bad, names, read));
    CHECK(read == fruit::pear);
}
