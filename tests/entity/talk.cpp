#include "catch.hpp"

#include <workmem/entity/talk.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using workmem::detail::talk;

TEST_CASE("a handle that heard nothing has nothing to say", "[entity]") {
    const talk heard;
    CHECK(heard.said().empty());
    CHECK_FALSE(heard.left_open);
}

TEST_CASE("what was heard last stands first", "[entity]") {
    talk heard;
    heard.say("one");
    heard.say("two");
    CHECK(heard.said() == std::vector<std::string_view>{"two", "one"});
}

TEST_CASE("four texts are kept of what was heard", "[entity]") {
    talk heard;
    for (const auto* each : {"one", "two", "three", "four", "five", "six"}) heard.say(each);
    CHECK(heard.said() == std::vector<std::string_view>{"six", "five", "four", "three"});
    for (int i = 0; i < 1000; ++i) heard.say(std::to_string(i));
    CHECK(heard.said() == std::vector<std::string_view>{"999", "998", "997", "996"});
}

TEST_CASE("what was heard is kept when the text is gone", "[entity]") {
    talk heard;
    {
        std::string text(100, 'a');
        heard.say(text);
        text.assign(100, 'b');
    }
    CHECK(heard.said().front() == std::string(100, 'a'));
}

TEST_CASE("equal and empty texts are heard like others", "[entity]") {
    talk heard;
    heard.say("yes");
    heard.say("yes");
    heard.say("");
    CHECK(heard.said() == std::vector<std::string_view>{"", "yes", "yes"});
}

TEST_CASE("1,000 bytes are kept of a text that is heard", "[entity]") {
    talk heard;
    heard.say(std::string(1000, 'a'));
    CHECK(heard.said().front().size() == 1000);
    heard.say(std::string(1001, 'a'));
    CHECK(heard.said().front().size() == 1000);
    heard.say(std::string(1'000'000, 'a'));
    CHECK(heard.said().front() == std::string(1000, 'a'));
}

TEST_CASE("a text that is heard is cut at a whole character", "[entity]") {
    const std::string_view euro = "\xE2\x82\xAC", smile = "\xF0\x9F\x98\x80";
    for (std::size_t before = 990; before <= 1000; ++before)
        for (const auto sign : {euro, smile}) {
            INFO(before << ' ' << sign.size());
            talk heard;
            const std::string head(before, 'a');
            heard.say(head + std::string{sign} + std::string(50, 'b'));
            const auto kept = heard.said().front();
            CHECK(kept.size() <= 1000);
            CHECK(kept.starts_with(head));
            const auto rest = kept.substr(before);
            CHECK((rest.empty() || rest.starts_with(sign)));
            CHECK(rest.empty() == (before + sign.size() > 1000));
        }
}

TEST_CASE("any bytes may be heard", "[entity]") {
    talk heard;
    heard.say({"a\0b", 3});
    CHECK(heard.said().front() == std::string_view{"a\0b", 3});
    heard.say(std::string(3000, '\x80'));
    CHECK(heard.said().front().size() <= 1000);
    CHECK(heard.said().front().size() >= 990);
    heard.say("\xFF\xE2\x82");
    CHECK(heard.said().front() == "\xFF\xE2\x82");
}

TEST_CASE("a copy of what was heard goes on by itself", "[entity]") {
    talk heard;
    heard.say("one");
    heard.left_open = true;
    auto copy = heard;
    copy.say("two");
    copy.left_open = false;
    CHECK(heard.said() == std::vector<std::string_view>{"one"});
    CHECK(heard.left_open);
    CHECK(copy.said() == std::vector<std::string_view>{"two", "one"});
}
