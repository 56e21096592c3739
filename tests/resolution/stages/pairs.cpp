#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/pairs.hpp>

using namespace workmem_test;

TEST_CASE("an object and its target are two references") {
    const auto media =
        remembered{}.single({"entry", "n-1", "Opening hours"}).single({"image", "i-1", "Harbour"});
    CHECK(parts(media, "add that to the entry") == "i-1 n-1");
    CHECK(parts(media, "add it to the entry") == "i-1 n-1");
    CHECK(parts(media, "update the entry").empty());
    CHECK(parts(media, "is it in the entry?").empty());
}

TEST_CASE("what a named target is for stands before it") {
    const auto memory = remembered{}
                            .list({{"page", "p-1", "Home"}, {"page", "p-2", "Contact"}})
                            .single({"page", "p-3", "Pricing"});
    expect(memory, {{"change its title to Home", "p-3"},
                    {"rename it to Contact", "p-3"},
                    {"set the title to Home", "p-3"},
                    {"merge it with Contact", "p-3"},
                    {"rename the first one to Contact", "p-1"},
                    {"move Home to Contact", "p-1"},
                    {"open the Contact page", "p-2"}});
    CHECK(parts(memory, "rename it to Home") == "p-3 p-1");
}

TEST_CASE("a thing is not moved into its like by their kind alone") {
    const auto memory = remembered{}
                            .list({{"booking", "b-1", "Council"},
                                   {"booking", "b-2", "Ceilidh", {{"hall", text("Main")}}}})
                            .touch("b-1", workmem::strength::chosen);
    CHECK(parts(memory, "move it into the main hall").empty());
}
