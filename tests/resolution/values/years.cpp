#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/values/years.hpp>

#include <cstdint>

using namespace workmem_test;

TEST_CASE("a year bounds years, not whatever is a number") {
    const auto of = [](std::int64_t year, std::int64_t plays) {
        return attribute_list{{"rating", std::int64_t{4}}, {"plays", plays}, {"year", year}};
    };
    const auto songs = remembered{}.list({{"song", "s-1", "Low Water", of(2018, 57)},
                                          {"song", "s-2", "Orchard", of(1997, 8)},
                                          {"song", "s-3", "Tenfold", of(2004, 12)}});
    expect_all(songs, {{"the songs from before 2010", "s-2 s-3"},
                       {"remove the ones after 2000", "s-1 s-3"}});
}

TEST_CASE("a year is told by its name, or by how something came to be") {
    for (const char* const name :
         {"founded", "year_built", "yearFounded", "yearReleased", "year"}) {
        INFO(name);
        const auto of = [&](std::int64_t year, std::int64_t seats) {
            return attribute_list{{name, year}, {"seats", seats}};
        };
        const auto inns = remembered{}.list({{"inn", "i-1", "Alto", of(1987, 1800)},
                                             {"inn", "i-2", "Brisa", of(2004, 1200)},
                                             {"inn", "i-3", "Cimo", of(2015, 300)}});
        expect_all(inns,
                   {{"those from after 2000", "i-2 i-3"}, {"those not before 2004", "i-2 i-3"}});
        expect(inns, {{"the ones not after 2000", "i-1"}, {"the one from 1987", "i-1"}});
    }
    const auto of = [](const char* name, std::int64_t number, attribute_list more) {
        more.push_back({name, number});
        return more;
    };
    for (const char* const name :
         {"downloaded", "nights_booked", "bed", "max_speed", "day_count"}) {
        INFO(name);
        const auto dated = [&](std::int64_t number) {
            return of(name, number, {{"created", text("1999-05-03")}});
        };
        expect_all(remembered{}.list(
                       {{"inn", "i-1", "Alto", dated(1987)}, {"inn", "i-2", "Brisa", dated(2004)}}),
                   {{"remove those created before 2000", "i-1 i-2"}});
        const auto plain = [&](std::int64_t number) { return of(name, number, {}); };
        expect(remembered{}.list(
                   {{"inn", "i-1", "Alto", plain(1987)}, {"inn", "i-2", "Brisa", plain(2004)}}),
               {});
    }
    const auto both = [&](std::int64_t year) { return of("downloaded", 1800, {{"year", year}}); };
    expect(remembered{}.list(
               {{"inn", "i-1", "Alto", both(1987)}, {"inn", "i-2", "Brisa", both(2004)}}),
           {{"remove those from before 2000", "i-1"}});
}
