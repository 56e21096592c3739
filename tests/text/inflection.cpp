#include "catch.hpp"

#include <workmem/text/inflection.hpp>

#include <string>
#include <utility>

using workmem::text::plural;
using workmem::text::singular;

TEST_CASE("a plural and its singular lead to each other", "[text]") {
    const auto [one, many] = GENERATE(
        std::pair{"page", "pages"}, std::pair{"entry", "entries"}, std::pair{"key", "keys"},
        std::pair{"box", "boxes"}, std::pair{"branch", "branches"}, std::pair{"dish", "dishes"},
        std::pair{"address", "addresses"}, std::pair{"status", "statuses"},
        std::pair{"alias", "aliases"}, std::pair{"canvas", "canvases"}, std::pair{"bus", "buses"},
        std::pair{"lens", "lenses"}, std::pair{"database", "databases"},
        std::pair{"release", "releases"}, std::pair{"response", "responses"},
        std::pair{"house", "houses"}, std::pair{"clause", "clauses"}, std::pair{"size", "sizes"},
        std::pair{"cache", "caches"}, std::pair{"movie", "movies"}, std::pair{"photo", "photos"},
        std::pair{"hero", "heroes"}, std::pair{"person", "people"}, std::pair{"index", "indices"},
        std::pair{"analysis", "analyses"}, std::pair{"api", "apis"}, std::pair{"sku", "skus"},
        std::pair{"schema", "schemas"}, std::pair{"employee", "employees"},
        std::pair{"quiz", "quizzes"}, std::pair{"human", "humans"}, std::pair{"vm", "vms"},
        std::pair{"media", "media"}, std::pair{"series", "series"}, std::pair{"data", "data"});
    CHECK(plural(one) == many);
    CHECK(singular(many) == one);
}

TEST_CASE("a phrase is inflected in its last word", "[text]") {
    CHECK(plural("pull_request") == "pull_requests");
    CHECK(plural("line entry") == "line entries");
    CHECK(singular("news_stories") == "news_story");
    CHECK(singular("access-keys") == "access-key");
    CHECK(singular("sales_people") == "sales_person");
}

TEST_CASE("a noun that has the wanted number already stays", "[text]") {
    for (const std::string noun : {"page", "status", "address", "basis", "dns", "alias", "gas"})
        CHECK(singular(noun) == noun);
    for (const std::string noun : {"pages", "entries", "people", "boxes", "media"})
        CHECK(plural(noun) == noun);
}

TEST_CASE("words too short to inflect come back unharmed", "[text]") {
    CHECK(singular("") == "");
    CHECK(plural("") == "");
    CHECK(singular("s") == "s");
    CHECK(singular("es") == "e");
    CHECK(singular("_") == "_");
    CHECK(plural("a_") == "a_");
}
