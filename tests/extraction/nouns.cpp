#include "catch.hpp"

#include <workmem/extraction/field.hpp>
#include <workmem/extraction/nouns.hpp>

#include <cstddef>

namespace extraction = workmem::extraction;
using extraction::canonical_noun;
using extraction::field_hash;
using extraction::long_noun;
using extraction::noun_forms;

TEST_CASE("a noun is one, in snake case, whoever wrote it", "[extraction][nouns]") {
    CHECK(canonical_noun("PullRequests") == "pull_request");
    CHECK(canonical_noun("pull-request") == "pull_request");
    CHECK(canonical_noun("Companies") == "company");
    CHECK(canonical_noun("vendor#Order") == "order");
    CHECK(canonical_noun("vendor/order") == "order");
    CHECK(canonical_noun("").empty());
    CHECK(canonical_noun("a+b").empty());
}

TEST_CASE("short forms stand for the long one", "[extraction][nouns]") {
    CHECK(long_noun("appt") == "appointment");
    CHECK(long_noun("ticket") == "ticket");
}

TEST_CASE("fields spell a noun in either number, whole, without its first words, and short",
          "[extraction][nouns]") {
    const noun_forms nouns{"pull_request"};
    CHECK(nouns.whole() == "pull_request");
    CHECK(nouns.match(field_hash("pullRequest")) == 0);
    CHECK(nouns.match(field_hash("PULL_REQUESTS")) == 0);
    for (const auto* const other : {"requests", "pr", "prs"}) {
        CAPTURE(other);
        const auto form = nouns.match(field_hash(other));
        REQUIRE(form != noun_forms::none);
        CHECK(form > 0);
    }
    CHECK(nouns.match(field_hash("pull_requested")) == noun_forms::none);
    CHECK(nouns.match(field_hash("review")) == noun_forms::none);
}

TEST_CASE("what stands behind the noun in a field is told with the form", "[extraction][nouns]") {
    const noun_forms nouns{"crate"};
    std::size_t which = noun_forms::none;
    CHECK(nouns.rest("CrateId", which) == "Id");
    CHECK(which == 0);
    CHECK(nouns.rest("boxId", which).data() == nullptr);
}

TEST_CASE("no noun matches nothing", "[extraction][nouns]") {
    const noun_forms none;
    CHECK(none.empty());
    CHECK(none.match(field_hash("")) == noun_forms::none);
}
