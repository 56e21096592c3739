#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/possessives.hpp>

using namespace workmem_test;

namespace {

remembered certificates() {
    const auto of = [](const char* who) { return attribute_list{{"worker", text(who)}}; };
    return remembered{}.list({{"certificate", "c-1", "First aid", of("Mehmet Oz")},
                              {"certificate", "c-2", "Fork lift", of("Ana Ross")},
                              {"certificate", "c-3", "Shirt press", of("Luna Falk")}});
}

}  // namespace

TEST_CASE("a name's possessive may have lost its apostrophe") {
    expect(certificates(), {{"mehmets - when does that end?", "c-1"},
                            {"mehmet's - when does that end?", "c-1"},
                            {"show me lunas certificate", "c-3"}});
}

TEST_CASE("a plural and a name that ends so are no possessives") {
    expect(certificates(), {{"show me ross", "c-2"}, {"wash the T-shirts", ""}});
    workmem_test::remembered none;
    expect(none, {{"mehmets score", ""}});
}
