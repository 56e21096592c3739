#include "catch.hpp"

#include <workmem/text/words.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace {

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> out;
    workmem::text::word_reader reader{text};
    for (workmem::text::word each{}; reader.next(each);) {
        CHECK(text.substr(each.position, each.text.size()) == each.text);
        out.emplace_back(each.text);
    }
    workmem::text::word after{};
    CHECK_FALSE(reader.next(after));
    return out;
}
using list = std::vector<std::string>;

}  // namespace

TEST_CASE("words are runs of letters and digits", "[text]") {
    CHECK(words_of("") == list{});
    CHECK(words_of(" .,!") == list{});
    CHECK(words_of("Update the title, please!") == list{"Update", "the", "title", "please"});
    CHECK(words_of("snake_case kebab-case a.b") == list{"snake", "case", "kebab", "case", "a", "b"});
    CHECK(words_of("v2 42nd") == list{"v2", "42nd"});
    CHECK(words_of("café—日本語") == list{"café", "日本語"});
}

TEST_CASE("an apostrophe between letters stays inside", "[text]") {
    CHECK(words_of("don't 'quoted' users' it\u2019s") == list{"don't", "quoted", "users", "it\u2019s"});
    CHECK(words_of("'") == list{});
    CHECK(words_of("a'") == list{"a"});
    CHECK(words_of("a''b") == list{"a", "b"});
}

TEST_CASE("bytes that are no text separate", "[text]") {
    CHECK(words_of("a\xff" "b") == list{"a", "b"});
    CHECK(words_of("\xff\xfe") == list{});
    CHECK(words_of(std::string("a\0b", 3)) == list{"a", "b"});
}
