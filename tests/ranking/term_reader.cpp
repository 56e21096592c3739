#include "catch.hpp"

#include <workmem/ranking/term_reader.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using workmem::text::search_class;
using list = std::vector<std::string>;

list terms_of(std::string_view text) {
    list out;
    workmem::ranking::term_reader<workmem::text::search_english> reader{text};
    for (workmem::ranking::term each{}; reader.next(each);) out.emplace_back(each.text);
    return out;
}

}  // namespace

TEST_CASE("terms are folded, stemmed, without accents and stop words", "[ranking]") {
    CHECK(terms_of("") == list{});
    CHECK(terms_of("the of and") == list{});
    CHECK(terms_of("The Meetings were scheduled, in ÉCOLE no. 42") ==
          list{"meet", "schedul", "ecol", "42"});
    CHECK(terms_of("naïve Ångström") == list{"naiv", "angstrom"});
    CHECK(terms_of("a \u0301 tree 漢\u0301").size() < 4);  // accents alone are no terms
}

TEST_CASE("an apostrophe cuts; what it ties to a word is left out", "[ranking]") {
    CHECK(terms_of("Carla's team's") == list{"carla", "team"});
    CHECK(terms_of("Carla\u2019s") == list{"carla"});
    CHECK(terms_of("they'll we've I'm he'd") == list{});
    CHECK(terms_of("don't WON'T shouldn\u2019t meet") == list{"meet"});
    CHECK(terms_of("O'Brien l'été") == list{"o", "brien", "l", "et"});
    CHECK(terms_of("rock'n'roll") == list{"rock", "n", "roll"});
    CHECK(terms_of("s t 's") == list{"s", "t", "s"});
}

TEST_CASE("scripts without spaces give pairs of characters", "[ranking]") {
    CHECK(terms_of("東京") == list{"東京"});
    CHECK(terms_of("東") == list{"東"});
    CHECK(terms_of("東京都庁") == list{"東京", "京都", "都庁"});
    CHECK(terms_of("Version2の手順x") == list{"version2", "の手", "手順", "x"});
    CHECK(terms_of("日本、東京") == list{"日本", "東京"});
    CHECK(terms_of("한국어 사전") == list{"한국어", "사전"});
}

TEST_CASE("words that ask are told from words that say", "[ranking]") {
    workmem::ranking::term_reader<workmem::text::search_english> reader{
        "Summarize what they discussed about buttons"};
    std::vector<search_class> classes;
    for (workmem::ranking::term each{}; reader.next(each);) classes.push_back(each.what);
    CHECK(classes ==
          std::vector{search_class::asking, search_class::asking, search_class::content});
}

TEST_CASE("of an endless word the beginning is its term", "[ranking]") {
    const std::string longest(workmem::ranking::longest_term, 'a');
    CHECK(terms_of(longest + "bc") == list{longest});
    CHECK(terms_of(std::string(1'000'000, 'a')) == list{longest});
    // never half a character
    CHECK(terms_of(longest.substr(1) + "ж") == list{longest.substr(1)});
    CHECK(terms_of(longest.substr(2) + "ж") == list{longest.substr(2) + "ж"});
}

TEST_CASE("hostile text: every byte, endless apostrophes", "[ranking]") {
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
    CHECK(terms_of(bytes).size() == 3);
    std::string apostrophes;
    for (int i = 0; i < 200'000; ++i) apostrophes += "x's'";
    CHECK(terms_of(apostrophes).size() <= 400'000);
    std::string contractions;
    for (int i = 0; i < 200'000; ++i) contractions += "don't ";
    CHECK(terms_of(contractions).empty());
    CHECK(terms_of(std::string(100'000, '\'')).empty());
}

TEST_CASE("characters of other widths and ligatures are the usual letters", "[ranking]") {
    CHECK(terms_of("Ｐｙｔｈｏｎ３：ｖｅｒｓｉｏｎ") == list{"python3", "version"});
    CHECK(terms_of("ＡＰＩ＿ｋｅｙ") == terms_of("api_key"));
    CHECK(terms_of("e\uFB03cient \uFB01les") == terms_of("efficient files"));
    CHECK(terms_of("Straße STRASSE STRAẞE") == list{"strass", "strass", "strass"});
    CHECK(terms_of("ﾃﾞｰﾀ") == terms_of("データ"));
    CHECK(terms_of("ﾊﾟｽﾜｰﾄﾞ") == terms_of("パスワード"));
    // Marks behind their letters, as some file systems write them.
    CHECK(terms_of("テ\u3099ータ") == terms_of("データ"));
    CHECK(terms_of("\u1109\u1165\u110B\u116E\u11AF") == list{"서울"});
    CHECK(terms_of("\U0001D400\U0001D401") == list{"ab"});
}

TEST_CASE("Korean words are found with any particle", "[ranking]") {
    CHECK(terms_of("서울 서울에 서울에서 서울에서는 서울로 서울까지") ==
          list{"서울", "서울", "서울", "서울", "서울", "서울"});
    CHECK(terms_of("고양이 고양이가 고양이를 고양이는") == list{"고양", "고양", "고양", "고양"});
    CHECK(terms_of("물 물을 API를 서버들의") == list{"물", "물", "api", "서버들"});
    // Nouns that end as particles do, behind another sound.
    CHECK(terms_of("국가 사과 나이 효과 회의") == list{"국가", "사과", "나이", "효과", "회의"});
}

TEST_CASE("an irregular plural has the stem of its singular", "[ranking]") {
    for (const auto& [many, one] :
         {std::pair{"mice", "mouse"}, std::pair{"children", "child"}, std::pair{"people", "person"},
          std::pair{"women", "woman"}, std::pair{"teeth", "tooth"}, std::pair{"men", "man"},
          std::pair{"knives", "knife"}, std::pair{"crises", "crisis"}}) {
        INFO(many);
        CHECK(terms_of(many) == terms_of(one));
    }
    // Regular forms of other words.
    CHECK(terms_of("leaves") == terms_of("leave"));
    CHECK(terms_of("lives") == terms_of("live"));
}
