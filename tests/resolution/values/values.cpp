#include "catch.hpp"

#include <workmem/resolution/values/values.hpp>

using namespace workmem;
using namespace workmem::resolution;

namespace {

std::vector<value> read(std::string_view text) {
    const utterance said{text, text::lexicon::english()};
    return value_reader{said}.values();
}

std::int64_t minutes(int hour, int minute = 0) { return hour * 60 + minute; }
std::int64_t date(int month, int day) { return month * 32 + day; }

void reads_as(std::string_view text, value_kind kind, std::int64_t amount) {
    INFO(text);
    const auto found = read(text);
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == kind);
    CHECK(found[0].amount == amount);
}

}  // namespace

TEST_CASE("times of day are read as people say them") {
    reads_as("at 7:30 pm", value_kind::time, minutes(19, 30));
    reads_as("at 7:30pm", value_kind::time, minutes(19, 30));
    reads_as("8 pm", value_kind::time, minutes(20));
    reads_as("8am sharp", value_kind::time, minutes(8));
    reads_as("12 am", value_kind::time, 0);
    reads_as("at 8 p.m.", value_kind::time, minutes(20));
    reads_as("19:30", value_kind::time, minutes(19, 30));
}

TEST_CASE("a bare hour behind a thing is a time") {
    reads_as("the one at 3", value_kind::time, minutes(3));
    reads_as("the meeting at 10, please", value_kind::time, minutes(10));
    reads_as("the one at 3 percent", value_kind::number, 3000);
    reads_as("meet me at 5", value_kind::number, 5000);
}

TEST_CASE("a time without a half of the day may be either") {
    const auto said = read("at 7:30");
    REQUIRE(said.size() == 1);
    CHECK(said[0].may_be(*parse_value("19:30")));
    CHECK(said[0].may_be(*parse_value("07:30")));
    CHECK_FALSE(said[0].may_be(*parse_value("07:31")));
    CHECK_FALSE(read("7:30 am")[0].may_be(*parse_value("19:30")));
}

TEST_CASE("days are read in words and in digits") {
    reads_as("on March 3rd", value_kind::date, date(3, 3));
    reads_as("the 3rd of March", value_kind::date, date(3, 3));
    reads_as("3 March", value_kind::date, date(3, 3));
    reads_as("2031-03-03", value_kind::date, date(3, 3));
    reads_as("the 3rd", value_kind::date, 3);
    CHECK(read("the 3rd")[0].may_be(*parse_value("2031-05-03")));
    CHECK_FALSE(read("April 3rd")[0].may_be(*parse_value("2031-05-03")));
}

TEST_CASE("numbers keep three decimals") {
    reads_as("$24", value_kind::number, 24'000);
    reads_as("1,250.50 in all", value_kind::number, 1'250'500);
    reads_as("rated 4.7", value_kind::number, 4'700);
}

TEST_CASE("what services store is parsed as a whole or not at all") {
    CHECK(parse_value("2031-03-03T18:00:00Z")->kind == value_kind::date);
    CHECK(parse_value("$24")->amount == 24'000);
    CHECK(value_of(scalar{std::int64_t{24}})->amount == 24'000);
    CHECK(value_of(scalar{3.9})->amount == 3'900);
    CHECK_FALSE(parse_value("24 Main Street").has_value());
    CHECK_FALSE(parse_value("").has_value());
    CHECK_FALSE(parse_value("3.").has_value());
    CHECK_FALSE(parse_value("99999999999999999999").has_value());
    CHECK_FALSE(value_of(scalar{true}).has_value());
    CHECK_FALSE(value_of(scalar{1e300}).has_value());
}

TEST_CASE("odd numbers are left alone") {
    CHECK(read("99:99").size() <= 1);
    CHECK_NOTHROW(read("12345678901234567890"));
    CHECK_NOTHROW(read("1,2,3,4,5,000,000,000,000,000,000"));
    CHECK_NOTHROW(read("5:"));
    CHECK_NOTHROW(read(":5 -5 2031-"));
}
