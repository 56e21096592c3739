#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/arguments.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

using nlohmann::json;
using workmem_test::run;
using workmem_test::told;

TEST_CASE("arguments name what a call acts on", "[extraction][arguments]") {
    const auto found =
        run("update_ticket", json{{"ok", true}},
            json{{"ticket_id", 7}, {"user_id", "u"}, {"request_id", "r"}, {"title", "x"}});
    REQUIRE(found.acted_on.size() == 1);
    CHECK(found.acted_on[0].type == "ticket");
    CHECK(found.acted_on[0].id == "7");
    REQUIRE(found.context.size() == 1);
    CHECK(found.context[0].type == "user");

    const auto acted = [](std::string_view tool, json arguments) {
        std::string out;
        for (const auto& each : run(tool, json{{"ok", true}}, arguments).acted_on)
            out += each.type + ' ' + each.id.text() + ';';
        return out;
    };
    CHECK(acted("update_ticket", json{{"id", 7}}) == "ticket 7;");
    CHECK(acted("close_tickets", json{{"ticketIds", {1, 2, 2}}}) == "ticket 1;ticket 2;");
    CHECK(acted("update_ticket", json{{"ticket_number", 7}}) == "ticket 7;");
    CHECK(acted("write_file", json{{"path", "a/b.txt"}}) == "file a/b.txt;");
    CHECK(acted("do_it", json{{"id", true}}).empty());
    CHECK(acted("update_ticket", json("id")).empty());
    CHECK(acted("update_ticket", json(nullptr)).empty());
}

TEST_CASE("a tool that changes a part answers with the whole whose id it was given",
          "[extraction][arguments]") {
    const auto page = json::parse(R"({"id":"p-1","title":"Home","tags":[]})");
    CHECK(told(run("remove_tag_from_page", page, {{"page_id", "p-1"}, {"tag", "x"}})) ==
          "page p-1 Home");
    CHECK(told(run("addTagToPage", page, {{"pageId", "p-1"}, {"tag", "x"}})) == "page p-1 Home");
    // Numbers are often the same by chance: they speak of changes only.
    const auto seven = json::parse(R"({"id":7,"name":"Seven"})");
    CHECK(told(run("remove_item_from_order", seven, {{"order_id", 7}, {"item_id", 1}})) ==
          "order 7 Seven");
    CHECK(told(run("create_comment", seven, {{"issue_id", 7}})) == "comment 7 Seven");
    CHECK(told(run("get_author", seven, {{"book_id", 7}})) == "author 7 Seven");
}

TEST_CASE("what the arguments name is told beside what came back", "[extraction][arguments]") {
    const auto told_of = [](std::string_view tool, const json& result, const json& arguments) {
        const auto found = run(tool, result, arguments);
        auto out = told(found);
        for (const auto& each : found.acted_on) out += ", on " + each.type + ' ' + each.id.text();
        return out;
    };
    CHECK(told_of("create_or_update_file", json::parse(R"({"sha":"abc","name":"a.txt"})"),
                  {{"path", "a.txt"}}) == "file a.txt a.txt, on file a.txt");
    // What was copied is another thing than the copy.
    CHECK(told_of("duplicate_page", json::parse(R"({"id":"p-2","title":"Copy"})"),
                  {{"id", "p-1"}}) == "page p-2 Copy, on page p-1");
    CHECK(told_of("delete_file", json::parse(R"({"id":"op-1"})"), {{"path", "a.txt"}}) ==
          "file op-1 Unnamed file, on file a.txt");
}

TEST_CASE("an argument with a control character is no id", "[extraction][arguments]") {
    for (const auto* const path : {"\n://", "src\x7F", "a\tb"}) {
        CHECK(run("Glob", json("no files"), {{"pattern", "*"}, {"path", path}}).acted_on.empty());
        CHECK(run("page_open", json("ok"), {{"page_id", path}}).acted_on.empty());
    }
    const auto opened = run("page_open", json("ok"), {{"page_id", "pg 1"}}).acted_on;
    REQUIRE(opened.size() == 1);
    CHECK(opened[0].id.text() == "pg 1");
}
