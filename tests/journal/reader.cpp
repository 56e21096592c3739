#include "catch.hpp"
#include "described_box.hpp"

#include <workmem/journal/reader.hpp>
#include <workmem/journal/writer.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/time/timestamp.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using workmem::journal::arena;
using workmem::journal::reader;
using workmem::text::json_document;
using namespace workmem_test;

namespace {

// What types of programs hold besides.
struct parcel {
    std::optional<std::string> note{};
    std::optional<box> seal{};
    double weight = 0;
    float fill = 0;
    std::vector<double> sizes{};
    std::vector<std::vector<int>> shelves{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("note", self.note);
        archive("seal", self.seal);
        archive("weight", self.weight);
        archive("fill", self.fill);
        archive("sizes", self.sizes);
        archive("shelves", self.shelves);
    }
};

// What a box is read as; the problem where there is one.
std::string problem_in(std::string_view json, box& into) {
    const json_document document{json};
    arena memory;
    reader in{document.root(), memory};
    if (!in.problem()) box::describe(into, in);
    return in.problem() ? in.problem()->message() : "nothing";
}
std::string problem_in(std::string_view json) {
    box ignored;
    return problem_in(json, ignored);
}

// With one field as given instead.
std::string with(const std::string& name, const std::string& value) {
    std::string out;
    for (const std::string each : {"name", "size", "weight", "is_open", "packed"}) {
        const std::string usual = each == "name"      ? R"("Dock")"
                                  : each == "size"    ? R"("small")"
                                  : each == "weight"  ? "1"
                                  : each == "is_open" ? "false"
                                                      : "0";
        out += (out.empty() ? "{\"" : ",\"") + each + "\":" + (each == name ? value : usual);
    }
    return out + (name == "shelf" || name == "labels" ? ",\"" + name + "\":" + value : "") + '}';
}

}  // namespace

TEST_CASE("what was written is read", "[journal]") {
    const box original{"Dock 1", box_size::large, 2.5, -7, true, {}, {{"fragile", 2}, {"up", 1}}};
    std::string text;
    workmem::journal::writer{text}.write(original);
    box again;
    CHECK(problem_in(text, again) == "nothing");
    CHECK(again == original);
}

TEST_CASE("what holds nothing, and what is no number, is read as that", "[journal]") {
    const std::optional<std::string> nothing;
    const parcel original{nothing, {},        std::numeric_limits<double>::quiet_NaN(),
                          0.5F,    {1.5, -2}, {{1, 2}, {}}};
    std::string text;
    workmem::journal::writer{text}.write(original);
    CHECK(text == R"({"note":null,"seal":null,"weight":null,"fill":0.5,"sizes":[1.5,-2.0],)"
                  R"("shelves":[[1,2],[]]})");
    const json_document document{text};
    arena memory;
    reader in{document.root(), memory};
    parcel again{"note", box{}, 1, 1, {1}, {}};
    parcel::describe(again, in);
    REQUIRE_FALSE(in.problem());
    CHECK_FALSE(again.note);
    CHECK_FALSE(again.seal);
    CHECK(std::isnan(again.weight));
    CHECK(again.fill == original.fill);
    CHECK(again.sizes == original.sizes);
    CHECK(again.shelves == original.shelves);
}

TEST_CASE("a field may have an older name, another form, or be left out", "[journal]") {
    box read;
    CHECK(problem_in(R"({"title":"Dock","size":"small","weight":1,"is_open":false,)"
                     R"("packed":"1970-01-01T01:00:00+01:00","shelf":null,"new":[1]})",
                     read) == "nothing");
    CHECK(read.name == "Dock");
    CHECK(read.packed == workmem::timestamp{});
    CHECK(read.shelf == 0);
}

TEST_CASE("what is missing or of the wrong type is named by its path", "[journal]") {
    CHECK(problem_in(with("", "")) == "nothing");
    CHECK_THAT(problem_in("{}"), contains("name is missing"));
    CHECK_THAT(problem_in("[]"), contains("an object"));
    CHECK_THAT(problem_in(with("name", "7")), contains("name must be a string"));
    CHECK_THAT(problem_in(with("size", R"("huge")")), contains("one of the known names"));
    CHECK_THAT(problem_in(with("shelf", "1.5")), contains("an integer in range"));
    CHECK_THAT(problem_in(with("packed", R"("yesterday")")), contains("packed"));
    const auto deep = problem_in(with("labels", R"([{"text":"a","copies":1},{"text":"b"}])"));
    CHECK_THAT(deep, contains("labels[1].copies"));
    CHECK_THAT(problem_in(with("labels", R"([{"text":"a","copies":-1}])")),
               contains("labels[0].copies"));
    CHECK_THAT(problem_in(with("labels", R"([{"text":"a","copies":4294967296}])")),
               contains("a whole number in range, 0 or more"));
}

TEST_CASE("behind the first problem nothing is read", "[journal]") {
    box read;
    CHECK_THAT(problem_in(R"({"name":"Dock","size":"huge","weight":"heavy","is_open":true})", read),
               contains("size"));
    CHECK(read.name == "Dock");
    CHECK(read.weight == 0);
    CHECK_FALSE(read.is_open);
}

TEST_CASE("an instant may be milliseconds since 1970", "[journal]") {
    box read;
    CHECK(problem_in(with("packed", "1500"), read) == "nothing");
    CHECK(read.packed == workmem::timestamp{workmem::milliseconds{1'500}});
}
