#include "catch.hpp"
#include "resolution/entries.hpp"

#include <workmem/resolution/recency.hpp>

using workmem::resolution::recency;
using workmem_test::remembered;

namespace {

// Newest first: page p-2, section s-1, page p-1.
remembered site() {
    remembered out;
    out.single({"page", "p-1", "Home"}).single({"section", "s-1", "Hero"});
    return out.single({"page", "p-2", "About"});
}

}  // namespace

TEST_CASE("recency: this is the newest, that the second newest") {
    CHECK(site().means<recency>("update this") == "p-2");
    CHECK(site().means<recency>("update that") == "s-1");
    CHECK(site().means<recency>("this page") == "p-2");
    CHECK(site().means<recency>("That page's title") == "p-1");
    CHECK(site().means<recency>("the SECTION") == "s-1");
    CHECK(site().means<recency>("all pages") == "p-2");
}

TEST_CASE("recency: whole words only") {
    CHECK(site().means<recency>("thistle") == "p-2");
    CHECK(site().means<recency>("sectional thatch") == "p-2");
}

TEST_CASE("recency: that without a second candidate is ambiguous") {
    CHECK(site().means<recency>("that section") == "?");
    const auto memory = site();
    const auto view = memory.entries();
    const auto found =
        recency{}.resolve(view, "that section", {}, workmem::text::lexicon::english());
    REQUIRE(found.candidates.size() == 1);
    CHECK(view[found.candidates.front().index].id == "s-1");
    CHECK_THAT(found.message, workmem_test::contains("\"that section\""));
}

TEST_CASE("recency: nothing in memory, nothing meant") {
    CHECK(remembered{}.means<recency>("this page") == "");
}

TEST_CASE("recency: only the type asked for may answer") {
    CHECK(site().means<recency>("this", "section") == "s-1");
    CHECK(site().means<recency>("this", "Pages") == "p-2");
    CHECK(site().means<recency>("this", "image") == "");
    CHECK(site().means<recency>("that", "section") == "?");
}

TEST_CASE("recency: full names only are heard") {
    const auto memory = remembered{}.single({"page", "p-1", "Harbour Festival"});
    const auto view = memory.entries();
    const auto& english = workmem::text::lexicon::english();
    const auto heard = [&](std::string_view text) {
        return recency{}.mentions(view, text, workmem::role::user, english).size();
    };
    CHECK(heard("open harbour festival") == 1);
    CHECK(heard("open Harbour") == 0);
}

TEST_CASE("recency: odd text is answered like any other") {
    const std::string big(1'000'000, 'x');
    for (const std::string_view text :
         {std::string_view{"\xff\xfe\x80"}, std::string_view{"\0this\0", 6},
          std::string_view{"\xE2\x80\xAEsiht"}, std::string_view{big}, std::string_view{}})
        CHECK_NOTHROW(site().means<recency>(text));
}
