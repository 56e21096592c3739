#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/table.hpp>
#include <workmem/text/json_document.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
using workmem_test::run;
using workmem_test::told;

TEST_CASE("columns go by several names", "[extraction][table]") {
    const auto* const head = GENERATE("columns", "cols", "fields", "header");
    const auto text = std::string{"{\""} + head + R"(":["id","name"],"rows":[[1,"a"],[2,"b"]]})";
    const workmem::text::json_document read{text};
    const auto found = workmem::extraction::find_table(read.root());
    REQUIRE(found);
    CHECK(workmem_test::json_of(workmem::extraction::to_objects(found)) ==
          R"([{"id":1,"name":"a"},{"id":2,"name":"b"}])");
}

TEST_CASE("a table is read row by row", "[extraction][table]") {
    const auto* const orders = "order o-1 o-1\norder o-2 o-2";
    for (const auto* const result :
         {R"({"columns":["order_id","total"],"rows":[["o-1",5],["o-2",7]]})",
          R"({"data":{"result":{"columns":[{"name":"order_id"},{"name":"total"}],
             "rows":[["o-1",5],["o-2",7]]}}})",
          R"({"fields":[{"name":"order_id"}],"rows":[{"order_id":"o-1"},{"order_id":"o-2"}]})",
          R"([["order_id","total"],["o-1",5],["o-2",7]])",
          R"({"columnHeaders":[{"name":"order_id"},{"name":"n"}],"rows":[["o-1",5],["o-2",7]]})",
          R"({"results":[{"series":[{"columns":["order_id","n"],
             "values":[["o-1",5],["o-2",7]]}]}]})",
          R"([{"order_id":"o-1","customer_id":"c"},{"order_id":"o-2","customer_id":"c"}])"}) {
        INFO(result);
        auto found = run("run_query", result);
        for (auto& each : found.entities) each.name = each.id.text();
        CHECK(told(found) == orders);
    }
    // The key tells rows apart; rows of other lengths are left out.
    CHECK(run("run_query", R"([{"order_id":"o-1"},{"order_id":"o-1"}])").entities.empty());
    CHECK(run("query", R"({"columns":["user_id","n"],"rows":[["u",1],["v"],["w",2,3],["x",4]]})")
              .entities.size() == 2);
    for (const auto* const none :
         {R"({"columns":["a","a"],"rows":[[1,2]]})", R"({"columns":[],"rows":[[]]})",
          R"({"columns":["id"],"rows":[]})", R"([[1,2],[3,4]])", R"([["a"],["b"]])", R"([[],[]])",
          R"({"columns":["order_id"],"rows":"none"})"}) {
        INFO(none);
        CHECK(run("run_query", none).entities.empty());
    }
    std::string long_table = R"({"columns":["order_id"],"rows":[["o"])";
    for (int i = 0; i < 50'000; ++i) long_table += ",[" + std::to_string(i) + "]";
    CHECK(run("run_query", json::parse(long_table + "]}")).entities.size() == 10);
}

TEST_CASE("a list of texts is one of files, or of nothing", "[extraction][table]") {
    CHECK(told(run("list_files", json::parse(R"(["a.txt","b/c.txt"])"))) ==
          "file a.txt a.txt\nfile b/c.txt c.txt");
    CHECK(told(run("glob", json::parse(R"(["assets/logo.png","README.md"])"))) ==
          "file assets/logo.png logo.png\nfile README.md README.md");
    CHECK(told(run("grep",
                   json::parse(R"({"matches":[{"path":"src/a.ts","line":41,"text":"x"}]})"))) ==
          "file src/a.ts a.ts");
    CHECK(told(run("search_notes", json::parse(R"([{"file":"notes/roof.md","snippet":"kWp"}])"))) ==
          "note notes/roof.md roof.md");
    CHECK(run("read_file", json::parse(R"(["one","two"])")).entities.empty());
    CHECK(run("list_files", json::parse(R"(["one\ntwo"])")).entities.empty());
}

TEST_CASE("a list of names lists things of the tool's noun", "[extraction][table]") {
    CHECK(told(run("list_domains", json::parse(R"(["example.com","example.org"])"))) ==
          "domain example.com example.com\ndomain example.org example.org");
    CHECK(told(run("list_branches", json::parse(R"({"branches":["main","fix/cart"]})"))) ==
          "branch main main\nbranch fix/cart fix/cart");
    CHECK(told(run("list_branches", json::parse(R"(["main","dev","main"])"))) ==
          "branch main main\nbranch dev dev");
    CHECK(told(run("list_channels", json("Channels:\n- general\n- random\n"))) ==
          "channel general general\nchannel random random");
    const auto* const result = GENERATE(R"(["a\nb","c"])", R"([" ","c"])",
                                        R"({"branches":["a"],"tags":["b"]})", R"([1,2])");
    CAPTURE(result);
    CHECK(run("list_branches", json::parse(result)).entities.empty());
    CHECK(run("list_tags", json::parse(R"(["new","urgent"])")).entities.empty());
    CHECK(run("get_branch", json::parse(R"(["main","dev"])")).entities.empty());
}
