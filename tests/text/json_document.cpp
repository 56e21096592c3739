#include "catch.hpp"
#include "fresh_seed.hpp"

#include <workmem/text/json.hpp>

#include <nlohmann/json.hpp>

#include <random>
#include <string>
#include <vector>

using nlohmann::json;

namespace {

template <class Json = json>
Json read(const std::string& text, std::size_t depth = 64) {
    return workmem::text::parse_json<Json>(text, depth);
}

// With U+FFFD where half of a surrogate pair is escaped, which nlohmann's parser refuses.
std::string without_halves(std::string text) {
    const auto unit_at = [&](std::size_t at) -> unsigned long {
        if (text.compare(at, 2, "\\u") != 0 || text.size() - at < 6) return 0;
        const auto digits = text.substr(at + 2, 4);
        const bool is_hex = digits.find_first_not_of("0123456789abcdefABCDEF") == digits.npos;
        return is_hex ? std::stoul(digits, nullptr, 16) : 0;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\') continue;
        const auto unit = unit_at(at), next = at + 6 < text.size() ? unit_at(at + 6) : 0;
        if (unit >= 0xD800 && unit <= 0xDBFF && next >= 0xDC00 && next <= 0xDFFF)
            at += 11;
        else if (unit >= 0xD800 && unit <= 0xDFFF)
            text.replace(at, 6, "\\ufffd"), at += 5;
        else
            ++at;
    }
    return text;
}

// Both parsers make the same of it. A NUL ends a text for nlohmann's; for us it is no JSON.
void same(const std::string& text) {
    if (text.find('\0') != std::string::npos) return;
    const auto ours = read(text, 1'000);
    const auto theirs = json::parse(without_halves(text), nullptr, false);
    INFO(text);
    REQUIRE(ours.is_discarded() == theirs.is_discarded());
    if (ours.is_discarded()) return;
    REQUIRE(ours.dump(-1, ' ', false, json::error_handler_t::replace) ==
            theirs.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace

TEST_CASE("JSON is read as it stands", "[json]") {
    for (const auto* const text :
         {R"({"a":[1,-2,3.5,true,false,null,"x"],"b":{}, "c" : [ ] })", "0", "-0", "-0.0", "1e3",
          "1E+3", "1.5e-7", "18446744073709551615", "18446744073709551616", "-9223372036854775808",
          "-9223372036854775809", R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u2028\ud83d\ude00")", R"("")",
          "\"h\xC3\xA9llo \xF0\x9F\x98\x80, eight bytes and more\"", R"({"a":1,"b":2,"a":{"c":3}})",
          " \t\r\n[1 , 2]\n", "\xEF\xBB\xBF{}", R"("\u0000")", "\"\x7F\""})
        same(text);
    CHECK(read("18446744073709551615").is_number_unsigned());
    CHECK(read("-1").is_number_integer());
    CHECK(read(R"({"a":1,"a":2})") == json({{"a", 2}}));
    CHECK(read<nlohmann::ordered_json>(R"({"b":1,"a":2,"b":3})").dump() == R"({"b":3,"a":2})");
}

TEST_CASE("what is no JSON is refused", "[json]") {
    for (const auto* const text : {"",
                                   " ",
                                   "{",
                                   "[",
                                   "\"",
                                   "\"\\",
                                   "\"\\u12",
                                   "nul",
                                   "tru",
                                   "falsy",
                                   "01",
                                   "-",
                                   "+1",
                                   "1.",
                                   ".5",
                                   "1e",
                                   "1e+",
                                   "--1",
                                   "[1,]",
                                   "[,]",
                                   "[1 2]",
                                   R"({"a"})",
                                   R"({"a":})",
                                   R"({a:1})",
                                   R"({"a":1,})",
                                   R"({"a" 1})",
                                   "{}{}",
                                   "1 2",
                                   "]",
                                   "1e999",
                                   "\"\n\"",
                                   "\"\x01\"",
                                   R"("\x")",
                                   R"("\u+123")",
                                   R"("\u 123")",
                                   "\"\xFF\"",
                                   "\"\xC3\"",
                                   "\"\xED\xA0\x80\"",
                                   "\"\xC0\x80\"",
                                   "\xEF\xBB",
                                   "'a'",
                                   "NaN",
                                   "Infinity",
                                   "// no\n1",
                                   "\f1"}) {
        INFO(text);
        CHECK(read(text).is_discarded());
        same(text);
    }
    CHECK(read(std::string{"1\0", 2}).is_discarded());
    CHECK(read(std::string{"\"\0\"", 3}).is_discarded());
}

TEST_CASE("half of a surrogate pair is no character", "[json]") {
    const auto text = [](const char* of) { return read(of).get<std::string>(); };
    CHECK(text(R"("a\ud800")") == "a\xEF\xBF\xBD");
    CHECK(text(R"("\udc00b")") ==
          "\xEF\xBF\xBD"
          "b");
    CHECK(text(R"("\ud83d\u0041")") ==
          "\xEF\xBF\xBD"
          "A");
    CHECK(text(R"("\ud83d\ud83d\ude00")") == "\xEF\xBF\xBD\xF0\x9F\x98\x80");
    for (const auto* const bad : {R"("\ud83d\u12")", R"("\ud83d\x")", R"("\ud83d\)"})
        CHECK(read(bad).is_discarded());
}

TEST_CASE("nesting has a limit, and it is said that this was it", "[json]") {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    CHECK_FALSE(read(nested(64), 64).is_discarded());
    const workmem::text::json_document deep{"[[[{}]]]", 3};
    CHECK_FALSE(deep);
    CHECK(deep.is_too_deep());
    const workmem::text::json_document wrong{"[[[1}", 3};
    CHECK_FALSE(wrong);
    CHECK_FALSE(wrong.is_too_deep());
    CHECK(read(std::string(1'000'000, '[')).is_discarded());
    // Beside each other they do not nest.
    CHECK_FALSE(read("[[],[],{},[{}]]", 3).is_discarded());
}

TEST_CASE("of many names, too, the last of equal ones counts, where the first stood", "[json]") {
    for (const int count : {31, 32, 33, 40'000}) {
        std::string text = "{";
        for (int i = 0; i < count; ++i) text += "\"k" + std::to_string(i) + "\":" + "0,";
        text += R"("k0":[1],"k30":2,"new":3,"new":4})";
        const workmem::text::json_document document{text};
        const auto value = document.root();
        REQUIRE(value.size() == static_cast<std::size_t>(count) + 1);
        CHECK(value.begin().key() == "k0");
        CHECK(value.find("k0").size() == 1);
        CHECK(value.find("k30").integer() == 2);
        CHECK(value.find("new").integer() == 4);
    }
}

TEST_CASE("reading is linear in the names of an object", "[json]") {
    // A scan of all names for each would take minutes.
    std::string text = "{";
    for (int i = 0; i < 400'000; ++i) text += "\"k" + std::to_string(i) + "\":0,";
    text += R"("end":1})";
    const workmem::text::json_document document{text};
    CHECK(document.root().size() == 400'001);
    CHECK(workmem::text::parse_json<nlohmann::ordered_json>(text).size() == 400'001);
}

TEST_CASE("random texts are read as nlohmann's parser reads them", "[json]") {
    const auto seed = workmem_test::fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    std::mt19937_64 dice{seed};
    const auto below = [&](std::size_t count) { return static_cast<std::size_t>(dice() % count); };
    const std::vector<std::string> parts{"{",
                                         "}",
                                         "[",
                                         "]",
                                         ":",
                                         ",",
                                         "\"",
                                         "\"a\"",
                                         "\"key\":",
                                         "\\",
                                         "\\u",
                                         "d83d",
                                         "\\ude00",
                                         "0",
                                         "1",
                                         "-",
                                         "12345678901234567890",
                                         ".",
                                         "5",
                                         "e",
                                         "E+",
                                         "true",
                                         "null",
                                         " ",
                                         "\n",
                                         "\xC3\xA9",
                                         "\xC3",
                                         "\xE2\x80\xA8",
                                         "\xFF",
                                         "abcdefgh",
                                         "\\\"",
                                         "1e308",
                                         "0.1"};
    const std::vector<std::string> whole{
        R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","arguments":{"a":[1,2.5,-3,"é\n"]}}})",
        R"([{"a":{"b":[[],{},"\ud83d\ude00",1e-5,-0,true,false,null]}},"long enough for words of eight bytes"])"};
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        if (i % 2 == 0) {
            for (auto count = below(12); count > 0; --count) text += parts[below(parts.size())];
        } else {
            text = whole[below(whole.size())];
            for (auto count = 1 + below(3); count > 0; --count) {
                const auto at = below(text.size());
                if (below(3) == 0)
                    text.erase(at, 1 + below(3));
                else
                    text.replace(at, below(2), parts[below(parts.size())]);
                if (text.empty()) break;
            }
        }
        same(text);
    }
}
