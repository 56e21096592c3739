#include "catch.hpp"

#include <workmem/journal/reader.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/entity_id.hpp>
#include <workmem/value/value_json.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace {

std::optional<workmem::scalar> read(std::string_view json) {
    const workmem::text::json_document document{json};
    return workmem::to_scalar(document.root());
}

// What is read into `into`; the problem where there is one.
template <class T>
std::string problem_in(std::string_view json, T& into) {
    const workmem::text::json_document document{json}, around{"{}"};
    workmem::journal::arena memory;
    workmem::journal::reader in{around.root(), memory};
    read_field(in, document.root(), into);
    return in.problem() ? in.problem()->message() : "nothing";
}

}  // namespace

TEST_CASE("a scalar is a text, a number, a boolean or null", "[value]") {
    CHECK(std::get<std::string>(*read(R"("Leeds")")) == "Leeds");
    CHECK(std::get<std::int64_t>(*read("-12")) == -12);
    CHECK(std::get<double>(*read("0.5")) == 0.5);
    CHECK(std::get<bool>(*read("true")));
    CHECK(std::holds_alternative<std::nullptr_t>(*read("null")));
}

TEST_CASE("a whole number that does not fit is the nearest double", "[value]") {
    CHECK(std::get<std::int64_t>(*read("9223372036854775807")) ==
          std::numeric_limits<std::int64_t>::max());
    CHECK(std::get<double>(*read("9223372036854775808")) == 9223372036854775808.0);
}

TEST_CASE("what nests is no scalar", "[value]") {
    CHECK_FALSE(read("[1]"));
    CHECK_FALSE(read("{}"));
}

TEST_CASE("an id is a string or an integer, and stays what it was", "[value]") {
    workmem::entity_id id;
    CHECK(problem_in(R"("7")", id) == "nothing");
    CHECK(id == workmem::entity_id{"7"});
    CHECK(problem_in("18446744073709551615", id) == "nothing");
    CHECK(id.text() == "18446744073709551615");
    CHECK(problem_in("-7", id) == "nothing");
    CHECK(id.text() == "-7");
    CHECK_THAT(problem_in("1.5", id), workmem_test::contains("a string or an integer"));
}

TEST_CASE("of an object the scalars are attributes", "[value]") {
    workmem::attribute_list all;
    CHECK(problem_in(R"({"city":"Leeds","tags":["a"],"open":true})", all) == "nothing");
    REQUIRE(all.size() == 2);
    CHECK(all[0] == workmem::attribute{"city", std::string{"Leeds"}});
    CHECK(all[1] == workmem::attribute{"open", true});
    CHECK_THAT(problem_in("[]", all), workmem_test::contains("an object"));
}
