#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/locate.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
using workmem_test::run;
using workmem_test::told;

TEST_CASE("the tool's noun finds the primary object", "[extraction][locate]") {
    CHECK(told(run(
              "list_crates",
              R"({"owner":{"id":1,"name":"Ann"},"Crates":[{"CrateId":"c-1","Name":"pears"}]})")) ==
          "crate c-1 pears");
    CHECK(told(run("list_tours", R"({"tourSummaryList":[{"tourId":"t-1","tourName":"Alps"}]})")) ==
          "tour t-1 Alps");
    CHECK(
        told(run(
            "list_issues",
            R"({"data":{"project":{"id":"x","issues":{"nodes":[{"number":4,"title":"A"}]}}}})")) ==
        "issue 4 A");
    CHECK(told(run(
              "list_issues",
              R"({"data":{"issues":{"edges":[{"cursor":"c","node":{"id":"4","title":"A"}}]}}})")) ==
          "issue 4 A");
    CHECK(told(run("list_pages",
                   R"({"_embedded":{"pages":[{"id":1,"title":"A"}]},"_links":{}})")) == "page 1 A");
    CHECK(told(run("get_article",
                   R"({"data":{"type":"articles","id":"1","attributes":{"title":"A"}}})")) ==
          "article 1 A");
    CHECK(told(run("search_books", R"({"hits":[{"score":2,"item":{"id":9,"title":"Emma"}}]})")) ==
          "book 9 Emma");
    CHECK(told(run("list_users",
                   R"({"u1":{"id":"u1","name":"Ann"},"u2":{"id":"u2","name":"Bo"}})")) ==
          "user u1 Ann\nuser u2 Bo");
    CHECK(
        told(run("get_kettle",
                 R"({"shape":{"size":4},"setup":{"kettleUrn":"k:1","kettleName":"Whistler"}})")) ==
        "kettle k:1 Whistler");
}

TEST_CASE("what belongs to a thing is not the thing", "[extraction][locate]") {
    CHECK(told(run("get_order", R"({"id":5,"number":"N5","items":[{"id":1,"name":"Lamp"}]})")) ==
          "order 5 N5");
    CHECK(told(run("get_order_details",
                   R"({"order_id":"#5","items":[{"item_id":"1","name":"Lamp"}],"user_id":"u"})")) ==
          "order #5 Unnamed order");
    CHECK(told(run("get_user", R"({"email":"a@b.c","cards":{"c1":{"id":"c1"}},"orders":["#1"]})"))
              .empty());
    CHECK(told(run("return_order_items",
                   json::parse(R"({"order_id":"#5","items":[{"item_id":"1"}]})"),
                   json{{"order_id", "#5"}})) == "order #5 Unnamed order");
}

TEST_CASE("things that a single one holds deeper inside are its parts", "[extraction][locate]") {
    const auto found = run("get_policy", R"({"policy":{"number":"P-1","risks":{)"
                                         R"("drivers":[{"driverId":"d-1","name":"Ann"},)"
                                         R"({"driverId":"d-2","name":"Dan"}]}}})");
    CHECK(told(found) == "policy P-1 P-1");
    REQUIRE(found.parts.size() == 2);
    CHECK(found.parts[1].type == "driver");
    CHECK(found.parts[1].id.text() == "d-2");
    const auto inspected =
        run("get_inspection", R"({"id":"i-1","areas":[{"area":"Kitchen","items":)"
                              R"([{"itemId":"it-1","name":"Oven"}]},{"area":"Bath","items":)"
                              R"([{"itemId":"it-2","name":"Fan"}]}]})");
    REQUIRE(inspected.parts.size() == 2);
    CHECK(inspected.parts[1].name == "Fan");
}

TEST_CASE("lists of things are found under several names, and alone deep inside",
          "[extraction][locate]") {
    CHECK(
        told(run(
            "get_timetable",
            R"({"days":{"2025-10-20":[{"eventId":"t:1","room":"F 30"},)"
            R"({"eventId":"t:2","room":"D 28"}],"2025-10-21":[{"eventId":"t:3","room":"F 30"}]}})")) ==
        "event t:1 Unnamed event\nevent t:2 Unnamed event\n"
        "event t:3 Unnamed event");
    CHECK(told(run("search_listings",
                   R"({"cat1":{"searchList":{"total":2},"searchResults":{"listResults":)"
                   R"([{"id":"48749425","beds":2},{"id":"48750118","beds":2}]}}})")) ==
          "listing 48749425 Unnamed listing\nlisting 48750118 Unnamed listing");
    // What is beyond the limit is counted, list by list.
    json days;
    for (int day = 0; day < 3; ++day)
        for (int i = 0; i < 6; ++i)
            days["days"][std::to_string(day)].push_back(
                {{"eventId", "t:" + std::to_string(6 * day + i)}, {"room", "F"}});
    const auto many = run("get_timetable", days);
    CHECK(many.entities.size() == 10);
    CHECK(many.omitted == 8);
    // Comments beside labels are things of two sorts.
    CHECK(run("get_issue_details", R"({"comments":[{"id":1,"body":"well"},{"id":2,"body":"no"}],)"
                                   R"("labels":[{"id":7,"color":"red"}]})")
              .entities.empty());
    // Of two nobody knows which.
    CHECK(run("search_listings", R"({"a":{"x":{"rows":[{"id":"11"},{"id":"12"}]}},)"
                                 R"("b":{"y":{"more":[{"id":"13"},{"id":"14"}]}}})")
              .entities.empty());
}

TEST_CASE("things under their ids are found where the tool's noun says so",
          "[extraction][locate]") {
    const auto found = run("get_offers", R"({"offers":{"of-1":{"plan":"Saver","board":"none"},
        "of-2":{"plan":"Flex","board":"half"}}})");
    REQUIRE(found.entities.size() == 2);
    CHECK(found.entities[0].id == "of-1");
    CHECK(found.entities[1].type == "offer");
    // No things: an object's parts.
    CHECK(run("get_offers", R"({"billing":{"street":"A","city":"B"},"shipping":{"street":"C",
        "city":"D"}})")
              .entities.empty());
}

TEST_CASE("things stand under their keys or in the things that were listed",
          "[extraction][locate]") {
    CHECK(told(run("list_rooms", R"({"rooms":{"r1":{"name":"Oak"},"r2":{"name":"Elm"}}})")) ==
          "room r1 Oak\nroom r2 Elm");
    CHECK(told(run("list_users", R"({"users":{"u1":{"away":true},"u2":{"away":false}}})")).empty());
    CHECK(told(run("list_posts",
                   R"({"data":{"children":[{"kind":"p","data":{"id":"a","title":"A"}}]}})")) ==
          "post a A");
}

TEST_CASE("the id of a request or a page is that of no thing", "[extraction][locate]") {
    CHECK(told(run("createInvoice", R"({"Id":"req-55","Status":"OK","Invoices":[)"
                                    R"({"InvoiceID":"91c8","InvoiceNumber":"INV-2207"}]})")) ==
          "invoice 91c8 INV-2207");
    CHECK(told(run("get_vouchers", R"({"content":[{"id":"57b8","voucherNumber":"RE1"}],)"
                                   R"("number":0,"totalPages":1})")) == "voucher 57b8 RE1");
    CHECK(told(run("list_contacts", R"({"code":0,"message":"success","contacts":[)"
                                    R"({"contact_id":"46","contact_name":"Aire Cycles"}]})")) ==
          "contact 46 Aire Cycles");
    CHECK(told(run("update_photo", R"({"code":200,"photo":{"UID":"pt4","Title":"Tram"}})")) ==
          "photo pt4 Tram");
    CHECK(told(run("get_order", R"({"code":"00000","message":"ok","data":{"id":1,"name":"x"}})")) ==
          "order 1 x");
    // Where things are named, a small number is one of theirs.
    CHECK(told(run("list_departments", R"([{"code":10,"name":"Sales","address":{"city":"Bonn"}},)"
                                       R"({"code":20,"name":"IT","address":{"city":"Ulm"}}])")) ==
          "department 10 Sales\ndepartment 20 IT");
    CHECK(told(run("get_team", R"({"id":"t-1","name":"Core","teams":[{"team_id":"t-2",)"
                               R"("name":"Sub"}]})")) == "team t-1 Core");
    CHECK(run("delete_order", R"({"code":0,"message":"Cannot delete: order locked"})").failed);
    CHECK(run("get_contact", R"({"code":404,"message":"Contact does not exist"})").failed);
    CHECK(run("get_contact", R"({"code":"E12","message":"Contact does not exist"})").failed);
}

TEST_CASE("addresses of other things are things where they are asked for", "[extraction][locate]") {
    CHECK(told(run("list_shared_links", R"({"links":[{"key":"wX9","title":"Wedding"}]})")) ==
          "shared_link wX9 Wedding");
    CHECK(
        told(run("list_pages", R"({"links":[{"key":"wX9","title":"next"}],"pages":[]})")).empty());
}

TEST_CASE("lists inside one thing may be wrapped, whatever the wrapper is called",
          "[extraction][locate]") {
    const auto found = run("get_orchard", R"({"id":"o-1","name":"Hill","Trees":{"total":2,
        "records":[{"id":"t-1","name":"Oak"},{"id":"t-2","name":"Elm"}]}})");
    CHECK(told(found) == "orchard o-1 Hill");
    REQUIRE(found.parts.size() == 2);
    CHECK(found.parts[0].type == "tree");
    CHECK(found.parts[1].id == "t-2");
}

TEST_CASE("below a member called like the tool's noun stands a list called like a word of it",
          "[extraction][locate]") {
    const auto found = run("getTuneList", R"({"reply":{"status":"ok","tuneList":{"tune":[
        {"id":"u-1","name":"Reel"},{"id":"u-2","name":"Jig"}]}}})");
    REQUIRE(found.entities.size() == 2);
    CHECK(found.entities[1].id == "u-2");
}

TEST_CASE("a single thing's own things are its parts, with ids of their own",
          "[extraction][locate]") {
    const auto found =
        run("get_claim", R"({"claim_id":"CL-9","policy":{"policy_number":"P-7","product":"Home",
            "start":"2031-01-01"},"adjuster":{"id":"a-4","name":"Ruth Lee","phone":"555"},
            "customer":{"id":7,"type":"customer"}})");
    CHECK(told(found) == "claim CL-9 Unnamed claim");
    REQUIRE(found.parts.size() == 2);
    CHECK(found.parts[0].type == "adjuster");
    CHECK(found.parts[0].name == "Ruth Lee");
    CHECK(found.parts[1].id.text() == "P-7");
}

TEST_CASE("an element may hold the thing under any name", "[extraction][locate]") {
    CHECK(told(run("get_playlist_items", R"([{"position":0,"video":{"videoId":"v-1","title":"A"}},
        {"position":1,"video":{"videoId":"v-2","title":"B"}}])")) == "video v-1 A\nvideo v-2 B");
}

TEST_CASE("things under their codes are things, whatever the call is called",
          "[extraction][locate]") {
    const auto photos = R"({"found":2,"hits":{"ph-1":{"caption":"Dawn","width":6},)"
                        R"("ph-2":{"caption":"Dusk","width":4}}})";
    CHECK(told(run("search_photos", photos)) == "photo ph-1 Dawn\nphoto ph-2 Dusk");
    const auto shifts = run("get_roster", R"({"roster":{"week":"2031-W3","shifts":{)"
                                          R"("sh-1":{"role":"baker","ends":"11:00"},)"
                                          R"("sh-2":{"role":"driver","ends":"12:00"}}}})");
    REQUIRE(shifts.parts.size() == 2);
    CHECK(shifts.parts[1].type == "shift");
    const auto inside = run("get_string", R"({"string":{"string_id":"STR-4","modules":{)"
                                          R"("M-1":{"brand":"Helios","watts":3},)"
                                          R"("M-2":{"brand":"Novasun","watts":4}}}})");
    CHECK(told(inside) == "string STR-4 Unnamed string");
    REQUIRE(inside.parts.size() == 2);
    CHECK(inside.parts[1].id.text() == "M-2");
    // Switches and amounts are settings of something; days and words are no codes.
    CHECK(run("get_team", R"({"users":{"U1":{"on":true,"at":1},"U2":{"on":false,"at":2}}})")
              .entities.empty());
    CHECK(run("get_rates", R"({"2031-01-02":{"usd":"1","eur":"2"},)"
                           R"("2031-01-03":{"usd":"1","eur":"2"}})")
              .entities.empty());
    CHECK(run("get_report",
              R"({"2030":{"sum":1,"currency":"EUR"},"2031":{"sum":2,"currency":"EUR"}})")
              .entities.empty());
    CHECK(run("get_latency", R"({"p50":{"value":1,"unit":"ms"},"p95":{"value":2,"unit":"ms"}})")
              .entities.empty());
    CHECK(run("get_weather", R"({"wind":{"unit":"km/h","now":3},"rain":{"unit":"mm","now":0}})")
              .entities.empty());
}

TEST_CASE("a list under a name and a wrapper is of what the name says", "[extraction][locate]") {
    CHECK(told(run("graphql_query", R"({"data":{"callSheets":{"edges":[)"
                                    R"({"node":{"id":"cs-1","day":8}},)"
                                    R"({"node":{"id":"cs-2","day":9}}]}}})")) ==
          "call_sheet cs-1 Unnamed call_sheet\ncall_sheet cs-2 Unnamed call_sheet");
    CHECK(told(run("sql",
                   json::parse(R"({"rowCount":2,"rows":[{"ticket_id":"t-1","subject":"A"},)"
                               R"({"ticket_id":"t-2","subject":"B"}]})"),
                   json{{"query", "SELECT * FROM tickets"}})) == "ticket t-1 A\nticket t-2 B");
}

TEST_CASE("what stands inside things and beside them are parts", "[extraction][locate]") {
    const auto drivers =
        run("list_drivers",
            R"([{"driverId":"d-1","name":"Kasia","route":{"routeId":"r-1","label":"North",)"
            R"("stops":4}},{"driverId":"d-2","name":"Ben","route":{"routeId":"r-2",)"
            R"("label":"Coast","stops":9}}])");
    CHECK(told(drivers) == "driver d-1 Kasia\ndriver d-2 Ben");
    REQUIRE(drivers.parts.size() == 2);
    CHECK(drivers.parts[1].type == "route");
    CHECK(drivers.parts[1].name == "Coast");

    const auto shift = run("get_shift", R"({"shift":{"date":"2031-03-12","drivers":[)"
                                        R"({"driverId":"d-1","name":"Kasia"}],)"
                                        R"("routes":[{"routeId":"r-4","label":"Airport"}]}})");
    CHECK(shift.entities.empty());
    CHECK(shift.parts.size() == 2);
}

TEST_CASE("what was asked for by its id is no list of what it holds", "[extraction][locate]") {
    const auto order = json::parse(R"({"order":{"status":"open","customer":{"id":4,"name":"Ann"},)"
                                   R"("lines":[{"id":1,"sku":"x"},{"id":2,"sku":"y"}]}})");
    CHECK(told(run("get_order", order, json{{"order_id", "A-1"}})) == "order A-1 Unnamed order");
}

TEST_CASE("a part is there once, and another kind is another part", "[extraction][locate]") {
    const auto orders =
        run("list_orders", R"([{"id":1,"customer":{"id":1,"name":"Ann","city":"York"}},)"
                           R"({"id":2,"customer":{"id":2,"name":"Ben","city":"Hull"}},)"
                           R"({"id":3,"customer":{"id":1,"name":"Ann","city":"York"}}])");
    CHECK(orders.entities.size() == 3);
    REQUIRE(orders.parts.size() == 2);
    CHECK(orders.parts[0].type == "customer");
}

TEST_CASE("things stand under names and numbers", "[extraction][locate]") {
    CHECK(told(run("coupons.all", R"({"coupons":{"EASTER":{"uses":3,"active":true},)"
                                  R"("XMAS20":{"uses":9,"active":false}}})")) ==
          "coupon EASTER Unnamed coupon\ncoupon XMAS20 Unnamed coupon");
    CHECK(told(run("directory", R"({"team":"x","people":{"ahmed":{"name":"Ahmed","role":"lead"},)"
                                R"("bea":{"name":"Bea","role":"dev"}}})")) ==
          "person ahmed Ahmed\nperson bea Bea");
    CHECK(told(run("deployments", R"({"5581":{"service":"a","state":"ok"},)"
                                  R"("5582":{"service":"b","state":"ok"}})")) ==
          "deployment 5581 Unnamed deployment\ndeployment 5582 Unnamed deployment");
    // Years are none.
    CHECK(told(run("get_turnover", R"({"2031":{"sum":1,"tax":2},"2032":{"sum":3,"tax":4}})"))
              .empty());
}

TEST_CASE("the named things that those of a list hold are parts", "[extraction][locate]") {
    const auto tables =
        run("list_tables", R"([{"tableId":"T-A","label":"Top","guests":[)"
                           R"({"guestId":"g-1","name":"Ava"},{"guestId":"g-2","name":"Tom"}]},)"
                           R"({"tableId":"T-B","label":"Family","guests":[)"
                           R"({"guestId":"g-3","name":"Ida"}]}])");
    CHECK(told(tables) == "table T-A Top\ntable T-B Family");
    REQUIRE(tables.parts.size() == 3);
    CHECK(tables.parts[2].type == "guest");
    CHECK(tables.parts[2].name == "Ida");
    // Legs of offers have no names; an offer is told by them.
    CHECK(run("search_offers", R"([{"id":"o-1","legs":[{"id":"l-1","carrier":"N"}]},)"
                               R"({"id":"o-2","legs":[{"id":"l-2","carrier":"M"}]}])")
              .parts.empty());
}

TEST_CASE("a feed with a name and an id is no entry of it", "[extraction][locate]") {
    CHECK(told(run("search_papers",
                   json("<feed><title>Query</title><id>http://x.example/q1</id>"
                        "<entry><id>http://x.example/1</id><title>One</title></entry>"
                        "<entry><id>http://x.example/2</id><title>Two</title></entry></feed>"))) ==
          "paper http://x.example/1 One\npaper http://x.example/2 Two");
}
