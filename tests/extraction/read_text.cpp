#include "catch.hpp"

#include <workmem/extraction/field.hpp>
#include <workmem/extraction/read_text.hpp>
#include <workmem/text/json_document.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace extraction = workmem::extraction;
using workmem::text::json_document;

namespace {

std::string text_in(std::string_view json, std::size_t max_bytes = 64) {
    const json_document document{json};
    std::string out = "nothing";
    extraction::read_text(document.root(), max_bytes, out);
    return out;
}

template <class Read>
std::string read_by(Read read, std::string_view json) {
    const json_document document{json};
    std::string out;
    std::string_view field;
    if (!read(extraction::record{document.root()}, std::size_t{64}, out, field)) return "nothing";
    return out;
}

}  // namespace

TEST_CASE("a text may be alone, rendered or in parts", "[extraction][read_text]") {
    CHECK(text_in(R"("  Home page ")") == "Home page");
    CHECK(text_in(R"({"pt-BR":"Casa","en":"House"})") == "House");
    CHECK(text_in(R"({"rendered":"Home"})") == "Home");
    CHECK(text_in(R"([{"plain_text":"Home "},{"plain_text":"page"}])") == "Home page");
}

TEST_CASE("without a text what was there stays", "[extraction][read_text]") {
    CHECK(text_in("7") == "nothing");
    CHECK(text_in("null") == "nothing");
    CHECK(text_in("[]") == "nothing");
    CHECK(text_in(R"("   ")") == "nothing");
}

TEST_CASE("a text is cut on a code point", "[extraction][read_text]") {
    CHECK(text_in(R"("Größe")", 3) == "Gr");
    CHECK(text_in(R"("Größe")", 4) == "Gr\xC3\xB6");
}

TEST_CASE("a person has a first and a last name", "[extraction][read_text]") {
    CHECK(read_by(extraction::read_person, R"({"first_name":"Ada","last_name":"Byron"})") ==
          "Ada Byron");
    CHECK(read_by(extraction::read_person, R"({"name":{"given":"Ada","family":"Byron"}})") ==
          "Ada Byron");
    CHECK(read_by(extraction::read_person, R"({"title":"Ada"})") == "nothing");
}

TEST_CASE("labels may be a list of pairs", "[extraction][read_text]") {
    CHECK(read_by(extraction::read_pair,
                  R"({"Tags":[{"Key":"env","Value":"prod"},{"Key":"Name","Value":"web-1"}]})") ==
          "web-1");
    CHECK(read_by(extraction::read_pair, R"({"Tags":[{"Key":"env","Value":"prod"}]})") ==
          "nothing");
}
