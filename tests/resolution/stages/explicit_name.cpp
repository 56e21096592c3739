#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/explicit_name.hpp>

using namespace workmem_test;

TEST_CASE("an address is a name") {
    expect(apartments(), {{"77 Oak Ave", "a-3"},
                          {"is 12 elm st still free?", "a-1"},
                          {"what about 8 Bay Rd, Hayward?", "a-2"},
                          {"the apartment at 5 Elm St", ""}});
}

TEST_CASE("a name is said with or without its accents, an id as it is") {
    const auto people = remembered{}.list({{"user", "u-é", "Lucía Ortiz"},
                                           {"user", "u-2", "Élodie Åberg"},
                                           {"user", "u-3", "Jose\u0301 Łukasz"}});
    expect(people, {{"call Lucía", "u-é"},
                    {"what's Elodie Aberg's number?", "u-2"},
                    {"call José", "u-3"},
                    {"who is Lukasz?", "u-3"},
                    {"call lucio", ""},
                    {"open u-é", "u-é"},
                    {"open u-e", ""},
                    {"call \u0301", ""}});
}

TEST_CASE("a verb that also compares leaves names alone") {
    const auto tickets = remembered{}
                             .single({"ticket", "t-9", "Renew the certificate of the shop"})
                             .single({"ticket", "t-7", "Disk nearly full"});
    expect(tickets, {{"close the certificate ticket", "t-9"}, {"close the disk ticket", "t-7"}});
}

TEST_CASE("an address is a name, up to its comma, of the only one that has it") {
    const auto at = [](const char* address) { return attribute_list{{"address", text(address)}}; };
    const auto flats = remembered{}
                           .list({{"listing", "l-1", "", at("12 Elm Street, Porto")},
                                  {"listing", "l-2", "", at("14 Oak Road, Porto")},
                                  {"listing", "l-3", "", at("14 Oak Road, Gaia")}})
                           .single({"offer", "o-1", "Spring"});
    expect(flats, {{"and 12 Elm Street, is it free?", "l-1"},
                   {"how much is 12 elm street?", "l-1"},
                   // Of two nobody knows which.
                   });
}
