#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/explicit_name.hpp>

using namespace workmem_test;

TEST_CASE("an address is a name") {
    expect(apartments(), {{"77 Oak Ave", "a-3"},
                          {"is 12 elm st still free?", "a-1"},
                          {"what about 8 Bay Rd, Hayward?", "a-2"},
                          {"the apartment at 5 Elm St", ""}});
}

TEST_CASE("a verb that also compares leaves names alone") {
    const auto tickets = remembered{}
                             .single({"ticket", "t-9", "Renew the certificate of the shop"})
                             .single({"ticket", "t-7", "Disk nearly full"});
    expect(tickets, {{"close the certificate ticket", "t-9"}, {"close the disk ticket", "t-7"}});
}
