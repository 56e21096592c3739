#include "catch.hpp"

#include <workmem/resolution/values/magnitude.hpp>

#include <optional>
#include <string>
#include <string_view>

using workmem::scalar;
using workmem::resolution::magnitude;
using workmem::resolution::magnitude_reader;
using kind = magnitude::kind;

namespace {

// Read on the scale of an attribute that has this word in its name.
std::optional<magnitude> read(const scalar& value, std::string_view measure = "price") {
    const auto& words = workmem::text::lexicon::english();
    std::uint8_t bit = 0;
    while ((words.find(measure)->measures >> bit & 1U) == 0) ++bit;
    return magnitude_reader{bit, words}(value);
}
void reads_as(std::string_view text, kind is, std::int64_t amount,
              std::string_view measure = "price") {
    INFO(text);
    const auto found = read(scalar{std::string{text}}, measure);
    REQUIRE(found);
    CHECK(found->is == is);
    CHECK(found->amount == amount);
}

}  // namespace

TEST_CASE("amounts of money") {
    reads_as("95", kind::number, 95'000);
    reads_as("$1,299.00", kind::number, 1'299'000);
    reads_as("1.299,50 €", kind::number, 1'299'500);
    reads_as("USD 45.5", kind::number, 45'500);
    reads_as("€30 per night", kind::number, 30'000);
    reads_as("-12.25", kind::number, -12'250);
    reads_as("1,250,000", kind::number, 1'250'000'000);
    reads_as("Free", kind::number, 0);
    reads_as("$$$", kind::level, 3);
}

TEST_CASE("numbers with and without the units of the measure") {
    reads_as("4.5 stars", kind::number, 4'500, "rating");
    reads_as("4.5/5", kind::number, 4'500, "rating");
    CHECK(read(std::string{"800 m"}, "distance")->amount <
          read(std::string{"1.2 km"}, "distance")->amount);
    CHECK(read(std::string{"95 min"}, "duration")->amount ==
          read(std::string{"1h 35m"}, "duration")->amount);
    CHECK(read(std::string{"2 hours 5 minutes"}, "duration")->amount >
          read(std::string{"2 h"}, "duration")->amount);
    CHECK(read(std::string{"512 MB"}, "size")->amount < read(std::string{"2 GB"}, "size")->amount);
    CHECK(read(std::string{"90"}, "duration")->is == kind::number);
}

TEST_CASE("digits of ids, codes and addresses are no amounts") {
    for (const auto* text : {"SUP-1204", "3B-02", "203.0.113.10", "v1.10.2", "MRN40021", "B12"}) {
        INFO(text);
        CHECK(!read(std::string{text}));
    }
    reads_as("2h30m", kind::measured, read(std::string{"2 h 30 min"}, "duration")->amount,
             "duration");
    reads_as("PT2H30M", kind::measured, read(std::string{"2 h 30 min"}, "duration")->amount,
             "duration");
    reads_as("approx. 30", kind::number, 30'000);
}

TEST_CASE("days, times and instants") {
    reads_as("19:30", kind::time, 1170);
    reads_as("7:30 PM", kind::time, 1170);
    reads_as("12:05 a.m.", kind::time, 5);
    reads_as("7pm", kind::time, 1140);
    CHECK(read(std::string{"2031-03-03"})->is == kind::day);
    CHECK(read(std::string{"2031-03-03T18:00:00Z"})->amount ==
          read(std::string{"2031-03-03"})->amount + 18 * 60);
    CHECK(read(std::string{"2030-12-31"})->amount + 1440 ==
          read(std::string{"2031-01-01"})->amount);
    CHECK(read(std::string{"2032-02-28"})->amount + 2 * 1440 ==
          read(std::string{"2032-03-01"})->amount);
    CHECK(read(std::string{"March 3, 2031"})->amount == read(std::string{"2031-03-03"})->amount);
    CHECK(read(std::string{"3 Mar 2031"})->amount == read(std::string{"2031/03/03"})->amount);
}

TEST_CASE("what cannot be compared is nothing") {
    for (const auto* text :
         {"", "moderate", "Gate B", "2031-13-03", "2031-03-99", "25:00 pm", "a long way to 5",
          "99999999999999999999", "\xff\xfe", "0123456789012345678901234567890123456789012345"}) {
        INFO(text);
        const auto found = read(scalar{std::string{text}});
        CHECK((!found || found->is == kind::number));
    }
    CHECK_FALSE(read(scalar{true}));
    CHECK_FALSE(read(scalar{std::string{"99999999999999999999"}}));
    CHECK_FALSE(read(scalar{std::string{"999999999999 GB"}}, "size"));
}
