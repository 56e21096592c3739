#include "catch.hpp"

#include <workmem/secrets/detector.hpp>
#include <workmem/secrets/token_shapes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

using namespace workmem::secrets;

namespace {

// Characters that look random, and that every alphabet of a kind has.
std::string body(const token_shape& of, std::size_t size) {
    const std::string_view from = of.characters == alphabet::hexadecimal ? "3f9a1c7e5b2d8064"
                                  : of.characters == alphabet::upper
                                      ? "K7QX2M9RT4YB8NC1"
                                      : "k2Wv9Rt4Yb7Nc1Xe5Za8Df3Gh6Jm0Lp";
    std::string out;
    for (std::size_t i = 0; i < size; ++i) out += from[(i * 7 + i / from.size()) % from.size()];
    return out;
}
std::string prefix(const token_shape& of) {
    std::string out{of.prefix};
    std::replace(out.begin(), out.end(), '?', 'p');
    return out;
}

}  // namespace

TEST_CASE("each shape is found with as many characters as it needs, not with half of them",
          "[secrets]") {
    const by_shape detector;
    for (const auto& each : token_shapes) {
        INFO(each.prefix);
        CHECK(each.least <= each.most);
        const auto before = "see " + prefix(each);
        const auto found = detector.find(before + body(each, each.least) + " there");
        REQUIRE(found);
        CHECK(*found == workmem::found_secret{each.kind, 4, prefix(each).size() + each.least});
        CHECK_FALSE(detector.find(before + body(each, each.least / 2) + " there"));
    }
}

TEST_CASE("a shape of one's own stands for all of the usual ones", "[secrets]") {
    constexpr std::array own{
        token_shape{"acme-", 8, 8, alphabet::hexadecimal, workmem::secret_kind::token}};
    const by_shape detector{own};
    CHECK(detector.find("acme-3f9a1c7e") ==
          workmem::found_secret{workmem::secret_kind::token, 0, 13});
    CHECK_FALSE(detector.find("acme-3f9a1c7e5b"));
    CHECK_FALSE(detector.find("npm_" + body(own.front(), 36)));
}
