#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/parts.hpp>
#include <workmem/text/json_document.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

using nlohmann::json;
using workmem_test::nothing_given;
using workmem_test::run;
using workmem_test::told;
namespace extraction = workmem::extraction;

namespace {

workmem::entity thing(std::string type, std::string id, std::string name) {
    workmem::entity out;
    out.type = std::move(type);
    out.id = workmem::entity_id{std::move(id)};
    out.name = std::move(name);
    return out;
}

std::string id_in(std::string_view json, extraction::part_place place = {},
                  std::string_view noun = "assignee") {
    const workmem::text::json_document document{json};
    const auto found =
        extraction::id_of_part(extraction::record{document.root()}, extraction::identify{},
                               extraction::noun_forms{noun}, place, 64);
    return std::string{found.field};
}

}  // namespace

TEST_CASE("a part is added once, and not where it is a thing of the result",
          "[extraction][parts]") {
    workmem::extracted out;
    out.entities.push_back(thing("order", "o-1", "Rye"));
    extraction::add_part(thing("order", "o-1", "Rye"), out);
    CHECK(out.parts.empty());
    extraction::add_part(thing("customer", "c-1", "Ann"), out);
    extraction::add_part(thing("customer", "c-1", "Ann"), out);
    REQUIRE(out.parts.size() == 1);
    CHECK(out.parts.front().rank == 0);
}

TEST_CASE("the id of a part is its own, an account's or where to write to", "[extraction][parts]") {
    CHECK(id_in(R"({"id":"u-1","name":"Ann"})") == "id");
    CHECK(id_in(R"({"accountId":"5b10","displayName":"Ann"})") == "accountId");
    CHECK(id_in(R"({"value":"71","name":"Acme"})", {.refers = true}, "customer") == "value");
    CHECK(id_in(R"({"name":"Ann","email":"ann@mail.example"})", {.holder_named = true}) == "email");
    CHECK(id_in(R"({"name":"Ann","email":"ann@mail.example"})").empty());
    CHECK(id_in(R"({"order_id":"o-1","total":3})").empty());
    CHECK(id_in(R"({"name":"Ann","driver_id":"d-1","manager_id":"m-1"})").empty());
}

TEST_CASE("things that each of a list tells with their own ids are parts", "[extraction][parts]") {
    const auto parts = [](std::string_view tool, const char* result) {
        std::string out;
        for (const auto& each : run(tool, result).parts)
            out += each.type + ' ' + each.id.text() + ' ' + each.name + '\n';
        return out;
    };
    CHECK(parts("list_invoices", R"({"data":[{"id":"in_1","number":"A-1","customer":"cus_4Rb",)"
                                 R"("customer_name":"Ann"}]})") == "customer cus_4Rb Ann\n");
    CHECK(parts("getQuotes", R"({"Quotes":[{"QuoteID":"q-1","Title":"Wall",)"
                             R"("Contact":{"ContactID":"c-1","Name":"Pemberton"}}]})") ==
          "contact c-1 Pemberton\n");
    CHECK(parts("query_invoices",
                R"({"Invoice":[{"Id":"38","DocNumber":"1036",)"
                R"("CustomerRef":{"value":"92","name":"Fruit"}}]})") == "customer 92 Fruit\n");
    CHECK(parts("list_records",
                R"({"records":[{"recordId":"r-1","learner":{"employeeId":"E1",)"
                R"("name":"Sofia","manager":{"employeeId":"E3","name":"Karl"}}}]})") ==
          "learner E1 Sofia\nmanager E3 Karl\n");
    CHECK(parts("list_bookings",
                R"([{"uid":"b1","subject":"Algebra",)"
                R"("student":{"uid":"s1","name":"Nora"}}])") == "student s1 Nora\n");
    // Inside the fields of an issue
    CHECK(parts("search_issues", R"({"issues":[{"id":"1","key":"CHK-1","fields":{"summary":"Pay",)"
                                 R"("assignee":{"accountId":"5b10","displayName":"Priya"}}}]})") ==
          "assignee 5b10 Priya\n");
    // Who has no other id is written to; what has no name is known by that person.
    CHECK(parts("list_epics", R"([{"key":"M-1","name":"Offline",)"
                              R"("owner":{"email":"n@x.example","name":"Nadia"}}])") ==
          "owner n@x.example Nadia\n");
    CHECK(parts("list_subscriptions", R"([{"id":8,"plan":"Pro",)"
                                      R"("subscriber":{"email":"n@x.example","name":"Nadia"}}])")
              .empty());
    // The same number is another thing's.
    CHECK(parts("list_orders", R"([{"id":5,"title":"A","customer_id":5,"customer_name":"Ann"}])") ==
          "customer 5 Ann\n");
    CHECK(parts("list_customers", R"([{"customer_id":5,"customer_name":"Ann"}])").empty());
    // Two codes leave it open; a state is no thing.
    CHECK(parts("list_trips", R"([{"id":1,"van":{"unit":"V-14","plate":"JB-19","name":"Van"}}])")
              .empty());
    CHECK(parts("list_issues", R"([{"id":1,"title":"A","state":{"name":"Todo"}}])").empty());
    // The id of another thing, a colour and a quarter are none of its own.
    const auto* const held =
        GENERATE(R"({"name":"Ann Lee","team_id":4})", R"({"name":"urgent","color":"E67C73"})",
                 R"({"name":"Ops","period":"Q3-2024"})", R"({"name":"Bob","phone_no":"01512345"})");
    CAPTURE(held);
    CHECK(parts("list_posts",
                (R"([{"id":1,"title":"A","author":)" + std::string{held} + "}]").c_str())
              .empty());
    // Two of a list are two things, though their numbers are the same.
    CHECK(told(run("list_teams", R"([{"id":1,"name":"Payments"},{"id":2,"name":"Search",)"
                                 R"("project":{"id":1,"name":"Payments","budget":100}}])")) ==
          "team 1 Payments\nteam 2 Search");
    // Places in a list are no ids.
    CHECK(parts("list_recipes", R"([{"id":"r","title":"Pie","steps":[{"number":1,"title":"Chop"},)"
                                R"({"number":2,"title":"Boil"}]}])")
              .empty());
    CHECK(parts("list_items", R"([{"id":"rec1","creator":{"id":"u1","name":"Ann"},)"
                              R"("fields":{"Title":"Plan"}}])") == "creator u1 Ann\n");
}

TEST_CASE("items that each thing of a single one lists are its parts", "[extraction][parts]") {
    const auto found =
        run("get_course_outline", R"({"course":{"slug":"street","title":"Street",)"
                                  R"("modules":[{"key":"m-1","title":"Gear","items":[)"
                                  R"({"key":"l-1","kind":"lesson","title":"Lens"},)"
                                  R"({"key":"l-2","kind":"lesson","title":"Bag"}]}]}})");
    REQUIRE(found.parts.size() == 3);
    CHECK(found.parts[0].name == "Gear");
    CHECK(found.parts[2].id == "l-2");
}

TEST_CASE("what a thing lists inside is part of it", "[extraction][parts]") {
    const auto cart = json::parse(R"({"id":"cart_1","currency":"EUR",
        "lines":[{"id":"li_1","title":"Mug","quantity":2},{"id":"li_2","title":"Kettle"}],
        "shares":{"nodes":[{"id":"s_1","name":"Ana"}]},"tags":["new"],
        "_links":[{"id":"x"}],"remarks":[{"said":"gift"}]})");
    const auto found = run("get_cart", cart);
    CHECK(told(found) == "cart cart_1 Unnamed cart");
    REQUIRE(found.parts.size() == 3);
    CHECK(found.parts[0].type == "line");
    CHECK(found.parts[0].id == "li_1");
    CHECK(found.parts[1].name == "Kettle");
    CHECK(found.parts[1].rank == 0);
    CHECK(found.parts[2].type == "share");
    CHECK(found.parts[2].name == "Ana");

    workmem::extraction_options none;
    none.max_parts = 0;
    CHECK(run("get_cart", cart, nothing_given, none).parts.empty());
    none.max_parts = 1;
    CHECK(run("get_cart", cart, nothing_given, none).parts.size() == 1);
    // What several hold is there once, and no more than the limit.
    CHECK(run("list_carts", json{{"carts", {cart, cart}}}).parts.size() == 2);
    CHECK(run("list_carts", json{{"carts", {cart, cart}}}, nothing_given, none).parts.size() == 1);
}
