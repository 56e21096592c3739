#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/parse/readers.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
using workmem_test::run;
using workmem_test::told;

namespace {

std::string read_table(const std::string& text) {
    return workmem_test::json_of(workmem::extraction::read_table(text));
}

}  // namespace

TEST_CASE("columns stand under names, with text before and a sum behind", "[extraction][table]") {
    CHECK(read_table("ID    TITLE            LABELS\n"
                     "12    Fix the login    bug\n"
                     "15    Add a page       docs\n") ==
          R"([{"id":12,"title":"Fix the login","labels":"bug"},)"
          R"({"id":15,"title":"Add a page","labels":"docs"}])");
    CHECK(read_table("Showing 2 of 27 open issues\n\n"
                     "Id    Title            Labels\n"
                     "12    Fix the login    bug\n"
                     "15    Add a page       docs\n"
                     "2 of 27\n") == R"([{"id":12,"title":"Fix the login","labels":"bug"},)"
                                     R"({"id":15,"title":"Add a page","labels":"docs"}])");
}

TEST_CASE("what stands in no columns is no table", "[extraction][table]") {
    CHECK(read_table("Dear  all\nwe  move\n").empty());
    CHECK(read_table("One  two  three\n").empty());
    CHECK(read_table("One  two  three\nis a text\nand another\n").empty());
    std::string wide;
    for (int i = 0; i < 100; ++i) wide += "C" + std::to_string(i) + "  ";
    CHECK(read_table(wide + "\nx\ny\n").empty());
}

TEST_CASE("tables and listings that are text give their rows", "[extraction][table]") {
    const auto rows = [](std::string_view tool, const char* text) {
        return told(run(tool, json(text)));
    };
    CHECK(rows("list_orders", "| id | title |\n|----|:----:|\n| 7 | Lamp |\n| 9 | A\\|B |\n") ==
          "order 7 Lamp\norder 9 A|B");
    CHECK(rows("list_orders",
               "### Orders (2)\n\n| id | title |\n|---|---|\n| 7 | Lamp |\n\n_Page 1 of 1_") ==
          "order 7 Lamp");
    CHECK(rows("list_orders", "id,title\n7,Lamp\n9,\"Cup, blue\"\r\n") ==
          "order 7 Lamp\norder 9 Cup, blue");
    CHECK(rows("list_orders", "id\ttitle\n7\tLamp\n") == "order 7 Lamp");
    CHECK(rows("kubectl_get_pods",
               "NAME    READY   STATUS    RESTARTS\nweb-1   1/1     Running   0\n"
               "web-2   0/1     Pending   4\n") == "pod web-1 web-1\npod web-2 web-2");
    CHECK(rows("list_work_orders",
               "WO-1 | Flat 3 | Boiler, no hot water | urgent\n"
               "WO-4 | Flat 7 | Dripping tap | low") ==
          "work_order WO-1 Boiler, no hot water\nwork_order WO-4 Dripping tap");
    CHECK(rows("list_orders",
               "12\tFix\tOPEN\t2026-11-02T10:00:00Z\n13\tAdd a page\tOPEN\t2026-11-03T10:00:00Z") ==
          "order 12 Fix\norder 13 Add a page");
    CHECK(rows("list_directory", "[FILE] a.txt\n[DIR] src\n") ==
          "file a.txt a.txt\ndirectory src src");
    CHECK(rows("search_files", "/srv/a.txt\n/srv/src/b.txt\n") ==
          "file /srv/a.txt a.txt\nfile /srv/src/b.txt b.txt");
    CHECK(rows("git_log", "1f22623 Find the plan\ne7b4407 Hand out none\n") ==
          "commit 1f22623 Find the plan\ncommit e7b4407 Hand out none");
}

TEST_CASE("texts that only look like tables are none", "[extraction][table]") {
    for (const char* text : {"Dear Ana, thank you for your order\nWe send it, at last, today",
                             "| id | title |\n| 7 | Lamp |", "id,title", "id,title\n7", "NAME\nweb",
                             "ERROR  FAILED\nno", "a.txt", "one\ntwo\nthree",
                             "see src/main.cpp\nand src/other.cpp", "id,title\n7,\"Lamp", "",
                             "| id | id |\n|--|--|\n| 7 | 8 |", "deadbee begins\nno hash here"}) {
        CAPTURE(text);
        CHECK(run("list_orders", json(text)).entities.empty());
    }
}
