#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/names/possessives.hpp>

#include <cstdint>

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

TEST_CASE("what things are called is no name that lost an apostrophe") {
    const auto is = [](const char* what, std::int64_t amount) {
        return attribute_list{{"kind", text(what)}, {"amount", amount}};
    };
    const auto account = remembered{}.list({{"transaction", "t-1", "", is("DEBIT", 40)},
                                            {"transaction", "t-2", "", is("DEBIT", 90)},
                                            {"transaction", "t-3", "", is("DEBIT", 15)},
                                            {"transaction", "t-4", "", is("CREDIT", 500)}});
    expect_all(account, {{"the two largest debits", "t-2 t-1"},
                         {"what were my two largest debits?", "t-2 t-1"},
                         {"show the debits over 30", "t-1 t-2"}});
    expect(account, {{"the largest debit", "t-2"}, {"debits over 30 euros", "?"}});
}
