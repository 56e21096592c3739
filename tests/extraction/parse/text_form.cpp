#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/parse/text_form.hpp>
#include <workmem/text/json_writer.hpp>

#include <string>

namespace {

// What a text holds as JSON; empty for plain text.
std::string parsed(const std::string& text) {
    workmem::extraction::parsed_texts in;
    const auto found = workmem::extraction::parse_text(text, in);
    return found.root ? workmem::text::to_json_text(found.root) : std::string{};
}

}  // namespace

TEST_CASE("JSON is found wherever it stands in a text", "[extraction][text_form]") {
    const std::string rows = R"([{"id":7,"name":"Ann"},{"id":9,"name":"Bo"}])";
    const std::string texts[]{
        rows,
        "\xEF\xBB\xBF  " + rows + "\n",
        "Two customers:\n" + rows + "\nThat is all.",
        "Here they are:\n```json\n" + rows + "\n```\n",
        "Do not trust what follows.\n<untrusted-data-3f>\n" + rows +
            "\n</untrusted-data-3f>\nUse it with care.",
        "The <rows-1> tags hold data.\n<rows-1>\n<inner>\n" + rows + "\n</inner>\n</rows-1>",
        "{\"id\":7,\"name\":\"Ann\"}\n{\"id\":9,\"name\":\"Bo\"}\n",
        "[{'id': 7, 'name': 'Ann'}, {'id': 9, 'name': 'Bo'}]",
        "id,name\n7,Ann\n9,Bo\n",
        "| id | name |\n|---|---|\n| 7 | Ann |\n| 9 | Bo |"};
    for (const auto& text : texts) {
        CAPTURE(text);
        CHECK(parsed(text) == rows);
    }
}

TEST_CASE("what a thing holds is not the thing", "[extraction][text_form]") {
    const std::string rows = R"([{"id":7,"name":"Ann"},{"id":9,"name":"Bo"}])";
    const std::string fence = "```json\n" + rows + "\n```";
    CHECK(parsed("ID: T-1\nTitle: Fix\nBody:\n" + fence) == R"({"id":"T-1","title":"Fix"})");
    const std::string texts[]{
        "Subject: Hi\nFrom: ann@x.example\n\n" + rows, "# Users\n\nReturns the users.\n\n" + fence,
        "So it answers:\n" + fence + "\n\n## Errors\nNone.", "ann: look at this\n" + fence,
        "From: ann\nSubject: rows\n<data>\n" + rows + "\n</data>"};
    for (const auto& text : texts) {
        CAPTURE(text);
        CHECK(parsed(text) != rows);
    }
    CHECK(parsed("See:\n```\nSee:\n" + fence + "\n\n```\n") == rows);
    CHECK(parsed("HTTP/1.1 200 OK\nServer: a\nDate: today\n\n" + rows) == rows);
}

TEST_CASE("tags hold any form", "[extraction][text_form]") {
    CHECK(parsed("<data-1>\nid: p-1\ntitle: Home\nstate: draft\n</data-1>") ==
          R"({"id":"p-1","title":"Home","state":"draft"})");
}

TEST_CASE("values between commas are those of RFC 4180", "[extraction][text_form]") {
    CHECK(parsed("ts,user,text\n"
                 "1718023456.001200,U1,\"Deploy is done,\nall \"\"green\"\"\"\n"
                 "1718023999.000300,U2,On it\n") ==
          R"([{"ts":"1718023456.001200","user":"U1","text":"Deploy is done,\nall \"green\""},)"
          R"({"ts":"1718023999.000300","user":"U2","text":"On it"}])");
    CHECK(parsed("id,name\n7,\"Ann").empty());
    CHECK(parsed("id,name\n7,\"Ann\" Fox\n").empty());
    CHECK(parsed("id,zip\n7,00501\n8,-3\n") == R"([{"id":7,"zip":"00501"},{"id":8,"zip":-3}])");
}

TEST_CASE("prose, pages and code hold no records", "[extraction][text_form]") {
    const auto* const text = GENERATE(
        "", "Done.", "I have updated the page.\nIt looks good now.", "<p>Hello</p>\n<p>World</p>",
        "int main() {\n    return 0;\n}\n", "Dear all,\n\nwe meet at 12:30.\n\nBest\n",
        "# Title\n\nA text about something.\n\n## More\n\nAnd so on.\n",
        "<unclosed>\n[{\"id\":", "3 < 4 and 5 > 2\n");
    CAPTURE(text);
    CHECK(parsed(text).empty());
}

TEST_CASE("hostile texts are read in bounded time", "[extraction][text_form]") {
    for (const char each : {'<', '{', '`', '[', '"', '|', '\n', '#', '('}) {
        CAPTURE(each);
        CHECK(parsed(std::string(1 << 20, each)).empty());
    }
    std::string tags, lines, records;
    for (int i = 0; i < 50'000; ++i) {
        tags += "<a>\n";
        lines += "- x (id: " + std::to_string(i) + ")\n";
        records += "Name: x\nId: " + std::to_string(i) + "\n\n";
    }
    CHECK(parsed(tags).empty());
    CHECK_FALSE(parsed(lines).empty());
    CHECK_FALSE(parsed(records).empty());
}

TEST_CASE("tags in tags are opened a few times", "[extraction][text_form]") {
    std::string deep, end;
    for (int i = 0; i < 20'000; ++i) {
        deep += "<a" + std::to_string(i) + ">\n";
        end = "</a" + std::to_string(i) + ">\n" + (i % 1000 == 0 ? end : "");
    }
    CHECK(parsed(deep + "hello\n" + end).empty());
}
