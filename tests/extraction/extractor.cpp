#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/extractor.ipp>
#include <workmem/text/utf8.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace extraction = workmem::extraction;
using nlohmann::json;
using nlohmann::ordered_json;
using workmem_test::nothing_given;
using workmem_test::run;
using workmem_test::told;

TEST_CASE("the patterns of the first design: one, matches, a list, pages of data", "[extraction]") {
    const auto one = run("cms_getPage", R"({"id":"p-1","title":"Home","slug":"home"})");
    REQUIRE(told(one) == "page p-1 Home");
    CHECK(one.single);
    CHECK(one.entities[0].rank == 0);
    CHECK(one.entities[0].slug == "home");

    CHECK(
        told(run(
            "cms_findResource",
            R"({"matches":[{"type":"page","id":"1","name":"A"},{"type":"entry","id":"2","slug":"b"}]})")) ==
        "page 1 A\nentry 2 b");
    const auto list = run("cms_listPages", R"([{"id":"1","name":"A"},{"id":"2","name":"B"}])");
    CHECK(told(list) == "page 1 A\npage 2 B");
    CHECK_FALSE(list.single);
    CHECK(list.entities[1].rank == 2);
    CHECK(told(run("cms_listEntries", R"({"data":[{"id":"1","title":"A"}],"total":9})")) ==
          "entry 1 A");
}

TEST_CASE("what a call that makes or reads returns alone is no list", "[extraction]") {
    const auto booked = run("reserve_rooms", R"([{"id":"r-1","name":"Oak"}])");
    CHECK(booked.single);
    CHECK(booked.entities[0].rank == 0);
    const auto found = run("search_rooms", R"([{"id":"r-1","name":"Oak"}])");
    CHECK_FALSE(found.single);
    CHECK(found.entities[0].rank == 1);
    CHECK_FALSE(run("get_rooms", R"([{"id":"r-1","name":"Oak"}])").single);
}

TEST_CASE("a delete tool says that its things are gone", "[extraction]") {
    const auto found =
        run("delete_ticket", json{{"id", 7}, {"deleted", true}}, json{{"ticket_id", 7}});
    CHECK(found.removal);
    CHECK(found.entities.at(0).id == "7");
    CHECK(found.acted_on.at(0).id == "7");

    const auto left = run("delete_ticket", R"([{"id":1,"name":"A"},{"id":2,"name":"B"}])");
    CHECK(left.removal);
    CHECK(left.entities.empty());
    CHECK(run("delete_tickets", R"([{"id":1},{"id":2}])").entities.size() == 2);
    CHECK_FALSE(run("remove_label_from_ticket", R"([{"id":1}])").removal);
}

TEST_CASE("a long list is cut and the rest counted", "[extraction]") {
    auto list = json::array();
    for (int i = 0; i < 25; ++i) list.push_back({{"id", i}, {"name", "n" + std::to_string(i)}});
    const auto found = run("list_pages", list);
    CHECK(found.entities.size() == 10);
    CHECK(found.omitted == 15);
    CHECK(run("list_pages", list, nothing_given, {.max_per_result = 3}).omitted == 22);
    CHECK(run("search_pages", list, nothing_given, {.max_matches = 4}).entities.size() == 4);
    CHECK(run("list_pages", list, nothing_given, {.max_per_result = 100}).omitted == 0);
}

TEST_CASE("the same thing twice in a result is one entity", "[extraction]") {
    CHECK(told(run("list_pages",
                   R"([{"id":1,"name":"A"},{"id":1,"name":"B"},{"id":2,"name":"C"}])")) ==
          "page 1 A\npage 2 C");
    CHECK(told(run("list_tasks", R"([{"id":1,"name":"A","project":"x"},)"
                                 R"({"id":1,"name":"A","project":"y"}])")) == "task 1 A");
}

TEST_CASE("an id that things of other names share is told by what holds them", "[extraction]") {
    CHECK(told(run("search_issues", R"([{"number":5,"title":"Crash","repository":"acme/a"},)"
                                    R"({"number":5,"title":"Leak","repository":"acme/b"}])")) ==
          "issue acme/a#5 Crash\nissue acme/b#5 Leak");
    CHECK(told(run("list_pods", R"([{"name":"api-0","namespace":"stage"},)"
                                R"({"name":"api-0","namespace":"prod"}])")) ==
          "pod stage/api-0 api-0\npod prod/api-0 api-0");
    CHECK(told(run("list_pods",
                   R"({"items":[{"metadata":{"name":"api-0","namespace":"stage","uid":"u-1"}},)"
                   R"({"metadata":{"name":"api-0","namespace":"prod","uid":"u-2"}}]})")) ==
          "pod stage/api-0 api-0\npod prod/api-0 api-0");
    CHECK(told(run("search_branches", R"([{"name":"main","repository":{"full_name":"acme/a"}},)"
                                      R"({"name":"main","repository":{"full_name":"acme/b"}}])")) ==
          "branch acme/a/main main\nbranch acme/b/main main");
    // No id grows beyond what ids may have.
    const auto found = run(
        "list_pods",
        json{{{"id", std::string(600, 'a')}, {"name", "A"}, {"namespace", std::string(600, 'x')}},
             {{"id", std::string(600, 'a')}, {"name", "B"}, {"namespace", std::string(600, 'y')}}});
    for (const auto& each : found.entities) CHECK(each.id.text().size() == 600);
}

TEST_CASE("an id that things of other names share tells none of them", "[extraction]") {
    CHECK(told(run("list_files", R"([{"name":"a.md","uri":"file:///x/A/a.md"},)"
                                 R"({"name":"a.md","uri":"file:///x/B/a.md"}])")) ==
          "file file:///x/A/a.md a.md\nfile file:///x/B/a.md a.md");
    CHECK(told(run("list_pages", R"([{"slug":"home","title":"Home EN"},)"
                                 R"({"slug":"home","title":"Home DE"}])")) ==
          "page Home EN Home EN\npage Home DE Home DE");
    const auto builds = run("list_builds", R"([{"build":17,"sha":"f1e2d3c4b5a6"},)"
                                           R"({"build":18,"sha":"f1e2d3c4b5a6"}])");
    REQUIRE(builds.entities.size() == 2);
    CHECK(builds.entities[0].id == "17");
    CHECK(builds.entities[1].id == "18");
}

TEST_CASE("text is made valid and cut on code points", "[extraction][hostile]") {
    const auto named = [](std::string name) {
        return run("get_page", json{{"id", 1}, {"name", std::move(name)}}).entities.at(0).name;
    };
    CHECK(named("a\xFFz") == "a\xEF\xBF\xBDz");
    CHECK(workmem::text::is_valid(named(std::string(1 << 20, '\x80'))));
    std::string umlauts = "x";
    while (umlauts.size() < (1 << 20)) umlauts += "\xC3\xBC";
    CHECK(named(umlauts).size() == 199);
    CHECK(workmem::text::is_valid(named(umlauts)));
    CHECK(named("a\n b\x1b[0m\xE2\x80\xAE") == "a b\x1b[0m\xE2\x80\xAE");
    CHECK(named("Fix the login\n\nCloses #4") == "Fix the login");
    CHECK(run("get_page", json{{"id", "a\xFF"}}).entities.at(0).id == "a\xEF\xBF\xBD");
    CHECK(told(run("get_page", json("{\"id\":1,\"name\":\"a\xFF\"}"))) == "page 1 a\xEF\xBF\xBD");
}

TEST_CASE("deep, wide and long results are looked at, not walked through",
          "[extraction][hostile]") {
    std::string deep;
    for (int i = 0; i < 10'000; ++i) deep += R"({"data":)";
    deep += "1" + std::string(10'000, '}');
    CHECK(run("get_page", json::parse(deep)).entities.empty());
    CHECK(run("get_page", json(deep)).entities.empty());
    const std::string lists = std::string(10'000, '[') + std::string(10'000, ']');
    CHECK(run("get_page", json::parse(lists)).entities.empty());
    CHECK(run("get_page", json{{"id", 1}, {"name", json::parse(lists)}}).entities.size() == 1);
    std::string text_in_text = R"({"id":1})";
    for (int i = 0; i < 10; ++i) text_in_text = json(text_in_text).dump();
    CHECK(run("get_page", json(text_in_text)).entities.empty());

    auto long_list = json::array();
    for (int i = 0; i < 100'000; ++i) long_list.push_back({{"id", i}});
    CHECK(run("list_pages", long_list).omitted == 99'990);
    CHECK(run("list_pages", json::array_t(100'000, 1)).entities.empty());
    auto wide = json::object();
    for (int i = 0; i < 100'000; ++i) wide["k" + std::to_string(i)] = {{"x", i}};
    CHECK(run("get_page", wide).entities.empty());
    CHECK(run("list_pages", json{{"pages", {nullptr, 1, "x", json::array(), {{"id", 2}}}}})
              .entities.size() <= 1);
}

TEST_CASE("any shape under any field name does no harm", "[extraction][hostile]") {
    const std::vector<json> values{nullptr,
                                   true,
                                   -1,
                                   1.5,
                                   "x",
                                   json::array(),
                                   json::object(),
                                   json::array({nullptr}),
                                   json::array({json::object()}),
                                   json{{"id", json::array()}}};
    for (const char* field : {"id",
                              "name",
                              "title",
                              "data",
                              "items",
                              "error",
                              "errors",
                              "content",
                              "type",
                              "isError",
                              "structuredContent",
                              "metadata",
                              "attributes",
                              "status",
                              "headers",
                              "body",
                              "result",
                              "jsonrpc",
                              "page",
                              "pages",
                              "edges",
                              "node",
                              "tags",
                              "properties",
                              "sys",
                              "url",
                              "object"})
        for (const auto& value : values) {
            CHECK(run("get_page", json{{field, value}}).entities.size() <= 1);
            CHECK(run("list_pages", json{{field, value}, {"status", 200}, {"message", value}})
                      .entities.size() <= 1);
            CHECK(run("list_pages", json::array({json{{field, value}, {"type", field}}}))
                      .entities.size() <= 1);
        }
}

TEST_CASE("ordered JSON gives the same entities, attributes in its own order", "[extraction]") {
    const auto result =
        ordered_json::parse(R"({"title":"Lamp","status":"new","price":3,"id":"l-1"})");
    const auto found = extraction::generic{}.extract("get_product", ordered_json::object(), result);
    CHECK(told(found) == "product l-1 Lamp");
    REQUIRE(found.entities[0].attributes.size() == 2);
    CHECK(found.entities[0].attributes[0].name == "status");
    CHECK(found.entities[0].attributes[1].name == "price");
}

TEST_CASE("tables can be extended", "[extraction]") {
    extraction::generic mine;
    mine.name.names.add("wortlaut");
    mine.identify.ids.add("kennung");
    mine.verbs.push_back({"zeige", workmem::verb_kind::read});
    const auto result = json::parse(R"({"Kennung":"k-1","Wortlaut":"Hallo","title":"x"})");
    CHECK(told(run("zeige_seite", result)).empty());
    CHECK(told(mine.extract("zeige_seite", nothing_given, result)) == "seite k-1 Hallo");
}

TEST_CASE("an act makes what its text tells", "[extraction]") {
    CHECK(told(run("create_ticket", json("Created ticket T-88."), json{{"title", "Door"}})) ==
          "ticket T-88 Door");
    CHECK(told(run("create_ticket", json("Error: T-88 could not be created."),
                   json{{"title", "Door"}}))
              .empty());
}

TEST_CASE("a remark on a line of a file is no place in it", "[extraction]") {
    CHECK(told(run("list_comments",
                   R"([{"comment_id":"rc_1","file":"a.py","line":3,"text":"No."},)"
                   R"({"comment_id":"rc_2","file":"a.py","line":9,"text":"Ok."}])")) ==
          "comment rc_1 No.\ncomment rc_2 Ok.");
    CHECK(told(run("get_thread", R"({"thread":{"thread_id":"th_5","title":"Trip","replies":[)"
                                 R"({"msg_id":"m_2","author":"G","text":"May."},)"
                                 R"({"msg_id":"m_3","author":"N","text":"June."}]}})")) ==
          "thread th_5 Trip");
}
