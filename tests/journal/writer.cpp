#include "catch.hpp"
#include "described_box.hpp"

#include <workmem/journal/writer.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

using workmem::journal::writer;
using namespace workmem_test;

namespace {

template <class T>
std::string written(const T& value) {
    std::string out;
    writer{out}.write(value);
    return out;
}

}  // namespace

TEST_CASE("a value that says its fields is an object of them", "[journal]") {
    box large{"Dock 1", box_size::large, 2, 0, true, {}, {}};
    CHECK(written(large) == R"({"name":"Dock 1","size":"large","weight":2.0,"is_open":true,)"
                            R"("packed":"1970-01-01T00:00:00Z"})");
    large.shelf = 7;
    large.labels = {{"fragile", 2}};
    const auto text = written(large);
    CHECK_THAT(text, contains(R"("shelf":7,)"));
    CHECK_THAT(text, ends_with(R"(,"labels":[{"text":"fragile","copies":2}]})"));
}

TEST_CASE("text is valid and on one line, numbers have a form in JSON", "[journal]") {
    CHECK(written(std::string{"a\nb\"c\xFF"}) == "\"a\\nb\\\"c\xEF\xBF\xBD\"");
    CHECK(written(std::numeric_limits<double>::infinity()) == "null");
    CHECK(written(1.0) == "1.0");
    CHECK(written(1e300) == "1e+300");
    CHECK(written(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
    CHECK(written(std::optional<int>{}) == "null");
    CHECK(written(std::optional<int>{7}) == "7");
}

TEST_CASE("a key that comes from data cannot end its name", "[journal]") {
    std::string out;
    writer to{out};
    to.begin_object();
    to.quoted_key("a\":1,\"b");
    to.write(true);
    to.end_object();
    CHECK(out == R"({"a\":1,\"b":true})");
}
