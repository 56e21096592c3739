#include "catch.hpp"

#include <workmem/messages/message.hpp>
#include <workmem/messages/tool_content.hpp>
#include <workmem/text/json_view.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
using workmem::message_list;
using workmem::text::json_view;
namespace detail = workmem::detail;

TEST_CASE("arguments in a string are read, be they written twice", "[messages]") {
    const json once = R"({"id":7})", twice = json(R"({"id":7})").dump(), no_json = "page 7",
               blank = "  ";
    message_list kept;
    CHECK(detail::read_arguments(json_view{once}, kept).find("id").integer() == 7);
    CHECK(detail::read_arguments(json_view{twice}, kept).find("id").integer() == 7);
    CHECK(detail::read_arguments(json_view{no_json}, kept).string() == "page 7");
    CHECK_FALSE(detail::read_arguments(json_view{blank}, kept));
}

TEST_CASE("what a tool answered comes out of its envelope", "[messages]") {
    message_list kept;
    workmem::tool_result answer;
    const json text = R"({"id":7})";
    detail::read_content(json_view{text}, answer, kept);
    CHECK(answer.content.find("id").integer() == 7);
    CHECK(answer.text == R"({"id":7})");

    const json failed{{"content", {{{"type", "text"}, {"text", "no such page"}}}},
                      {"isError", true}};
    CHECK(detail::is_mcp_result(json_view{failed}));
    workmem::tool_result error;
    detail::read_content(json_view{failed}, error, kept);
    CHECK(error.is_error);
    CHECK(error.content.string() == "no such page");

    const json record{{"id", 7}, {"content", "a text"}};
    CHECK_FALSE(detail::is_mcp_result(json_view{record}));
}

TEST_CASE("the parts of a message are told by their type", "[messages]") {
    using detail::part_kind;
    CHECK(detail::kind_of_part("text") == part_kind::text);
    CHECK(detail::kind_of_part("tool_use") == part_kind::call);
    CHECK(detail::kind_of_part("tool_result") == part_kind::result);
    CHECK(detail::kind_of_part("thinking") == part_kind::silent);
    CHECK(detail::kind_of_part("hologram") == part_kind::unknown);
}

TEST_CASE("nothing is said by null, false, 0 and what is empty", "[messages]") {
    for (const auto* const text : {"null", "false", "0", R"("")", "[]", "{}"}) {
        CAPTURE(text);
        const auto value = json::parse(text);
        CHECK_FALSE(detail::says_something(json_view{value}));
    }
    for (const auto* const text : {"true", "1", R"("a")", "[0]"}) {
        CAPTURE(text);
        const auto value = json::parse(text);
        CHECK(detail::says_something(json_view{value}));
    }
}

TEST_CASE("one text is itself, several are a list of parts", "[messages]") {
    message_list kept;
    CHECK_FALSE(detail::join_texts({}, kept));
    CHECK(detail::join_texts({"a"}, kept).string() == "a");
    const auto both = detail::join_texts({"a", "b"}, kept);
    REQUIRE(both.size() == 2);
    CHECK(both[1].find("text").string() == "b");
}

TEST_CASE("what a file holds is a text, though it be JSON", "[messages]") {
    const json content = R"({"id":7})", path{{"path", "a.json"}}, id{{"id", 7}};
    message_list kept;
    workmem::tool_result answer;
    detail::read_content(json_view{content}, answer, kept);
    CHECK(detail::answer_of("read_file", json_view{path}, answer).string() == R"({"id":7})");
    CHECK(detail::answer_of("get_page", json_view{id}, answer).find("id").integer() == 7);
}

TEST_CASE("what was not read is noted on one line, so much and no more", "[messages]") {
    message_list kept;
    detail::note_unread(kept, "user", "holo\ngram");
    CHECK(kept.unread.front().find('\n') == std::string::npos);
    for (int i = 0; i < 100; ++i) detail::note_unread(kept, "user", "");
    CHECK(kept.unread.back() == "user: something without a type");
    CHECK(kept.unread.size() == message_list::most_unread);
    CHECK(kept.unread_count == 101);
}
