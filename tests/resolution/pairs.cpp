#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/pairs.hpp>

using namespace workmem_test;

TEST_CASE("an object and its target are two references") {
    const auto media =
        remembered{}.single({"entry", "n-1", "Opening hours"}).single({"image", "i-1", "Harbour"});
    CHECK(parts(media, "add that to the entry") == "i-1 n-1");
    CHECK(parts(media, "add it to the entry") == "i-1 n-1");
    CHECK(parts(media, "update the entry").empty());
    CHECK(parts(media, "is it in the entry?").empty());
}
