#include "catch.hpp"

#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <string>

using workmem::milliseconds;
using workmem::parse_iso8601;
using workmem::timestamp;
using workmem::to_iso8601;

namespace {
timestamp at(std::int64_t count) { return timestamp{milliseconds{count}}; }
}  // namespace

TEST_CASE("times are written in UTC, with milliseconds only where there are some", "[time]") {
    CHECK(to_iso8601(at(1'734'879'600'000)) == "2024-12-22T15:00:00Z");
    CHECK(to_iso8601(at(1'734'879'600'123)) == "2024-12-22T15:00:00.123Z");
    CHECK(to_iso8601(at(1'734'879'600'007)) == "2024-12-22T15:00:00.007Z");
    CHECK(to_iso8601(at(0)) == "1970-01-01T00:00:00Z");
    CHECK(to_iso8601(at(-1)) == "1969-12-31T23:59:59.999Z");
    CHECK(to_iso8601(at(951'782'400'000)) == "2000-02-29T00:00:00Z");
}

TEST_CASE("the same moment in many spellings", "[time]") {
    const auto text = GENERATE(
        as<std::string>{}, "2024-12-22T15:00:00Z", "2024-12-22T15:00:00z", "2024-12-22t15:00:00Z",
        "2024-12-22 15:00:00Z", "2024-12-22T15:00Z", "2024-12-22T15:00:00",
        "2024-12-22T17:00:00+02:00", "2024-12-22T17:00:00+0200", "2024-12-22T17:00:00+02",
        "2024-12-22T09:30:00-05:30", "2024-12-23T00:00:00.000+09:00", "2024-12-22T15:00:00,0009Z");
    INFO(text);
    CHECK(parse_iso8601(text) == at(1'734'879'600'000));
}

TEST_CASE("fractions are cut to milliseconds", "[time]") {
    CHECK(parse_iso8601("1970-01-01T00:00:00.1Z") == at(100));
    CHECK(parse_iso8601("1970-01-01T00:00:00.123456789Z") == at(123));
    CHECK(parse_iso8601("1970-01-01") == at(0));
}

TEST_CASE("what is no time is refused", "[time]") {
    const auto text = GENERATE(
        as<std::string>{}, "", "now", "2024", "2024-12", "2024-13-01", "2024-02-30", "2023-02-29",
        "2024-12-22T", "2024-12-22T24:00:00Z", "2024-12-22T15:60:00Z", "2024-12-22T15:00:61Z",
        "2024-12-22T15:00:00.Z", "2024-12-22T15:00:00Zx", "2024-12-22T15:00:00+",
        "2024-12-22T15:00:00+2", "2024-12-22T15:00:00+02:0", "2024-12-22X15:00:00Z", " 2024-12-22",
        "2024-12-22T15:00:00+02:00Z", "24-12-22T15:00:00Z", "2024/12/22", "2024-12-22T1５:00:00Z");
    INFO(text);
    CHECK_FALSE(parse_iso8601(text));
}

TEST_CASE("what is written is read again, over the years", "[time]") {
    for (std::int64_t time = -62'135'596'800'000; time < 253'402'300'800'000;
         time += 987'654'321'987)
        CHECK(parse_iso8601(to_iso8601(at(time))) == at(time));
    // Years of more than four digits are written all the same.
    CHECK(to_iso8601(at(253'402'300'800'000)) == "10000-01-01T00:00:00Z");
}

TEST_CASE("a time that records can say is the nearest in the years 0 to 9999", "[time]") {
    using workmem::first_moment;
    using workmem::last_moment;
    using workmem::milliseconds;
    using workmem::timestamp;
    CHECK(workmem::to_iso8601(first_moment) == "0000-01-01T00:00:00Z");
    CHECK(workmem::to_iso8601(last_moment) == "9999-12-31T23:59:59.999Z");
    CHECK(workmem::to_moment((timestamp::max)()) == last_moment);
    CHECK(workmem::to_moment((timestamp::min)()) == first_moment);
    CHECK(workmem::to_moment(timestamp{}) == timestamp{});
    CHECK(workmem::later(timestamp{}, milliseconds{5}) == timestamp{milliseconds{5}});
    CHECK(workmem::later((timestamp::max)(), (milliseconds::max)()) == last_moment);
    CHECK(workmem::later(last_moment, milliseconds{1}) == last_moment);
    CHECK(workmem::later((timestamp::min)(), (milliseconds::min)()) == first_moment);
}
