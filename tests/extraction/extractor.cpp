#include "catch.hpp"

#include <workmem/extraction/extractor.ipp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using nlohmann::json;
using nlohmann::ordered_json;
namespace extraction = workmem::extraction;

namespace {

const json nothing_given = json::object();

workmem::extracted run(std::string_view tool, const json& result,
                       const json& arguments = nothing_given,
                       const workmem::extraction_options& options = {}) {
    return extraction::generic{}.extract(tool, arguments, result, options);
}
workmem::extracted run(std::string_view tool, const char* result) {
    return run(tool, json::parse(result));
}

// "type id name" of every entity, one a line.
std::string told(const workmem::extracted& found) {
    std::string out;
    for (const auto& each : found.entities) {
        if (!out.empty()) out += '\n';
        out += each.type + ' ' + each.id.text() + ' ' + each.name;
    }
    return out;
}

std::string why(const std::vector<workmem::extraction_note>& notes, std::string_view step) {
    for (const auto& note : notes)
        if (note.step == step) return note.why;
    return {};
}

}  // namespace

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
    CHECK(told(run("cms_getPageSections", R"([{"id":"s-1","sectionKey":"hero"}])")) ==
          "section s-1 hero");
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

TEST_CASE("structured content that is only the text again hides no parts", "[extraction][unwrap]") {
    const std::string listing = "[FILE] first.md\n[FILE] second.md";
    const json content = json::array({{{"type", "text"}, {"text", listing}}});
    const json given{{"path", "/r/docs"}};
    const auto bare = told(run("list_directory", {{"content", content}}, given));
    CHECK(bare == "file /r/docs/first.md first.md\nfile /r/docs/second.md second.md");
    CHECK(told(run("list_directory",
                   {{"content", content}, {"structuredContent", {{"content", listing}}}}, given)) ==
          bare);
}

TEST_CASE("what carries a result is taken off", "[extraction][unwrap]") {
    const std::string ticket = R"({"id":7,"subject":"Printer on fire"})";
    const auto result = GENERATE_COPY(
        json::parse(ticket), json(ticket), json{{"ticket", json::parse(ticket)}},
        json{{"data", json::parse(ticket)}}, json{{"data", {{"ticket", json::parse(ticket)}}}},
        json{{"content", {{{"type", "text"}, {"text", ticket}}}}, {"isError", false}},
        json{{"content", json::array()}, {"structuredContent", json::parse(ticket)}},
        json{{"content", {{{"type", "text"}, {"text", "Found one:\n" + ticket}}}}},
        json{{"content", {{{"type", "text"}, {"text", "```json\n" + ticket + "\n```"}}}}},
        json::array({json{{"type", "text"}, {"text", ticket}}}),
        json{{"statusCode", 200}, {"headers", json::object()}, {"body", ticket}},
        json{{"jsonrpc", "2.0"}, {"id", 99}, {"result", json::parse(ticket)}},
        json{{"result", ticket}});
    CAPTURE(result.dump());
    CHECK(told(run("desk_get_ticket", result)) == "ticket 7 Printer on fire");
}

TEST_CASE("every text part of a tool result may be a document", "[extraction][unwrap]") {
    const auto found =
        run("list_tickets", json{{"content",
                                  {{{"type", "text"}, {"text", R"({"id":1,"title":"A"})"}},
                                   {{"type", "text"}, {"text", R"({"id":2,"title":"B"})"}}}}});
    CHECK(told(found) == "ticket 1 A\nticket 2 B");
    CHECK(found.entities[1].rank == 2);
    CHECK_FALSE(found.single);
}

TEST_CASE("errors touch nothing", "[extraction][reject]") {
    const auto result = GENERATE(
        json{{"error", "no such ticket"}}, json{{"error", {{"code", 5}, {"message", "no"}}}},
        json{{"errors", {"no"}}}, json{{"success", false}, {"message", "no"}}, json{{"ok", false}},
        json{{"status", "error"}, {"message", "no"}}, json{{"status", 404}, {"title", "Not Found"}},
        json{{"object", "error"}, {"message", "no"}}, json{{"message", "Ticket not found"}},
        json{{"code", "bad_request"}, {"message", "no"}},
        json{{"content", {{{"type", "text"}, {"text", "no"}}}}, {"isError", true}},
        json{{"data", {{"ticket", nullptr}}}, {"errors", {{{"message", "no"}}}}},
        json{{"jsonrpc", "2.0"}, {"id", 1}, {"error", {{"code", -32600}}}},
        json("Error: no such ticket"), json(R"({"error":"no such ticket"})"));
    CAPTURE(result.dump());
    const auto found = run("get_ticket", result, json{{"ticket_id", 7}});
    CHECK(found.failed);
    CHECK(found.entities.empty());
    CHECK(found.acted_on.empty());
}

TEST_CASE("acknowledgements, counts and settings are about no thing", "[extraction][reject]") {
    const auto [tool, result] = GENERATE(
        std::pair{"delete_ticket", json{{"deleted", true}}},
        std::pair{"send_mail", json{{"ok", true}}}, std::pair{"count_tickets", json{{"count", 2}}},
        std::pair{"tickets.count", json{{"id", 2}}},
        std::pair{"list_currencies", json::parse(R"([{"currency":"EUR","enabled":true}])")},
        std::pair{"get_settings", json::parse(R"({"theme":"dark","beta":false})")},
        std::pair{"list_stock", json::parse(R"([{"article_id":1,"shop_id":2,"pieces":3}])")},
        std::pair{"list_tags", json::parse(R"({"tags":["a","b"]})")},
        std::pair{"get_ticket", json(nullptr)}, std::pair{"get_ticket", json(42)},
        std::pair{"get_ticket", json(true)}, std::pair{"get_ticket", json("all is well")},
        std::pair{"get_ticket", json::object()}, std::pair{"list_tickets", json::array()});
    CAPTURE(tool, result.dump());
    const auto found = run(tool, result);
    CHECK(found.entities.empty());
    CHECK_FALSE(found.failed);
}

TEST_CASE("a thing is not lost for a field called status, message or error",
          "[extraction][reject]") {
    CHECK(
        told(run("get_commit", R"({"sha":"ab12","message":"Fix the build","status":"failed"})")) ==
        "commit ab12 Fix the build");
    CHECK(
        told(run("get_job", R"({"id":3,"name":"nightly","error":"disk full","success":false})")) ==
        "job 3 nightly");
}

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

TEST_CASE("ids under their many names", "[extraction][identify]") {
    const auto [tool, result, id] = GENERATE(
        std::tuple{"get_page", R"({"Id":"1","title":"A"})", "1"},
        std::tuple{"get_page", R"({"_id":{"$oid":"6f"},"title":"A"})", "6f"},
        std::tuple{"get_page", R"({"pageId":3,"authorId":9,"title":"A"})", "3"},
        std::tuple{"get_page", R"({"author_id":9,"uuid":"u-1","title":"A"})", "u-1"},
        std::tuple{"get_page", R"({"sys":{"id":"x"},"fields":{"title":"A"}})", "x"},
        std::tuple{"get_page", R"({"metadata":{"uid":"k","name":"A"}})", "k"},
        std::tuple{"get_page", R"({"id":{"kind":"page","pageId":"q"},"snippet":{"title":"A"}})",
                   "q"},
        std::tuple{"get_page", R"({"number":12,"title":"A"})", "12"},
        std::tuple{"get_page", R"({"key":"DOC-1","title":"A"})", "DOC-1"},
        std::tuple{"get_page", R"({"pageKey":"k1","title":"A"})", "k1"},
        std::tuple{"get_page", R"({"url":"https://x.y/pages/a-7","code_name":"a-7","title":"A"})",
                   "a-7"},
        std::tuple{"get_page", R"({"slug":"about","title":"A"})", "about"},
        std::tuple{"get_page", R"({"id":0,"title":"A"})", "0"},
        std::tuple{"get_page", R"({"id":-4,"title":"A"})", "-4"},
        std::tuple{"get_page", R"({"id":18446744073709551615,"title":"A"})",
                   "18446744073709551615"});
    CAPTURE(result);
    CHECK(told(run(tool, result)) == std::string{"page "} + id + " A");
}

TEST_CASE("what is no id gives no entity", "[extraction][identify]") {
    const auto id = GENERATE(json(1.5), json(3.0), json(true), json(""), json("  "), json(nullptr),
                             json::array(), json::object(), json(std::string(1025, 'x')));
    CAPTURE(id.dump().substr(0, 40));
    CHECK(run("get_page", json{{"id", id}, {"title", "A"}}).entities.empty());
}

TEST_CASE("a foreign key is never the id", "[extraction][identify]") {
    CHECK(run("get_page", R"({"author_id":9,"title":"A"})").entities.empty());
    CHECK(run("list_comments", R"([{"page_id":1,"text":"well"}])").entities.empty());
}

TEST_CASE("what tells the records of a list apart is the id of each", "[extraction][identify]") {
    CHECK(told(run("list_adjusters", R"([{"userId":"u-1","email":"a@b.c","name":"Ann Lee"},)"
                                     R"({"userId":"u-2","email":"d@b.c","name":"Dan Wu"}])")) ==
          "adjuster u-1 Ann Lee\nadjuster u-2 Dan Wu");
    CHECK(told(run("get_claims", R"({"claims":[{"claimRef":"CL-1","peril":"fire"},)"
                                 R"({"claimRef":"CL-2","peril":"hail"}]})")) ==
          "claim CL-1 Unnamed claim\nclaim CL-2 Unnamed claim");
    // A column of codes, of whatever name.
    CHECK(told(run("list_vehicles", R"([{"vin":"WDB9066331","fuel":"diesel"},)"
                                    R"({"vin":"WF0XXXTTGX","fuel":"diesel"},)"
                                    R"({"vin":"VF1FW00016","fuel":"electric"}])")) ==
          "vehicle WDB9066331 Unnamed vehicle\nvehicle WF0XXXTTGX Unnamed vehicle\n"
          "vehicle VF1FW00016 Unnamed vehicle");
    CHECK(run("list_readings", R"([{"at":"2025-06-02","span":"12min"},)"
                               R"({"at":"2025-06-03","span":"15min"},)"
                               R"({"at":"2025-06-04","span":"30min"}])")
              .entities.empty());
    // What several have alike tells none of them.
    CHECK(told(run("query_stock", R"([{"lpn":"LPN001","sku":"TOM-1","qty":1,"zone":"A"},)"
                                  R"({"lpn":"LPN002","sku":"TOM-1","qty":2,"zone":"A"},)"
                                  R"({"lpn":"LPN003","sku":"OIL-1","qty":3,"zone":"B"}])"))
              .find("LPN002") != std::string::npos);
    // JSON:API without an id outside
    CHECK(told(run("search_claims", R"({"data":[{"attributes":{"id":"c-1","name":"A"},"links":{}},)"
                                    R"({"attributes":{"id":"c-2","name":"B"},"links":{}}]})")) ==
          "claim c-1 A\nclaim c-2 B");
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
                   R"([{"zpid":"48749425","beds":2},{"zpid":"48750118","beds":2}]}}})")) ==
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
    CHECK(run("search_listings", R"({"a":{"x":{"rows":[{"zpid":"11"},{"zpid":"12"}]}},)"
                                 R"("b":{"y":{"more":[{"zpid":"13"},{"zpid":"14"}]}}})")
              .entities.empty());
}

TEST_CASE("what a read returns is what it was asked for, though it does not say so",
          "[extraction][identify]") {
    const auto listing = json::parse(R"({"listing":{"headline":"Loft","price":349000,)"
                                     R"("media":{"photos":[{"photoId":"ph-1","caption":"Front"},)"
                                     R"({"photoId":"ph-2","caption":"Kitchen"}]}}})");
    const auto found = run("get_listing", listing, json{{"ref", "IMM-77120"}});
    CHECK(told(found) == "listing IMM-77120 Loft");
    REQUIRE(found.parts.size() == 2);
    CHECK(found.parts[0].id.text() == "ph-1");
    CHECK(run("get_listing", listing, json{{"city", "Girona"}}).entities.empty());
    CHECK(run("get_listing", listing, json{{"ref", "IMM-1"}, {"key", "IMM-2"}}).entities.empty());
}

TEST_CASE("an id keeps what it was", "[extraction][identify]") {
    CHECK(run("get_page", R"({"id":42})").entities.at(0).id.is_number());
    CHECK_FALSE(run("get_page", R"({"id":"42"})").entities.at(0).id.is_number());
}

TEST_CASE("names under their many names", "[extraction][name]") {
    const auto result = GENERATE(
        R"({"id":1,"name":"A B"})", R"({"id":1,"displayName":"A B"})",
        R"({"id":1,"subject":"A B"})", R"({"id":1,"page_title":"A B"})",
        R"({"id":1,"title":{"rendered":"A B"}})",
        R"({"id":1,"title":[{"plain_text":"A "},{"plain_text":"B"}]})",
        R"({"id":1,"attributes":{"title":"A B"}})", R"({"id":1,"fields":{"summary":"A B"}})",
        R"({"id":1,"snippet":{"title":"A B"}})", R"({"id":1,"firstName":"A","lastName":"B"})",
        R"({"id":1,"name":{"first_name":"A","last_name":"B"}})",
        R"({"id":1,"tags":[{"Key":"Team","Value":"x"},{"Key":"Name","Value":"A B"}]})",
        R"({"id":1,"type":"quote","quote":{"text":[{"text":{"content":"A B"}}]}})",
        R"({"id":1,"properties":{"Head":{"type":"title","title":[{"plain_text":"A B"}]}}})",
        R"({"id":1,"description":"A B"})", R"({"id":1,"name":"  A B\n"})",
        R"({"id":1,"name":null,"title":"A B"})", R"({"id":1,"name":"","title":"A B"})");
    CAPTURE(result);
    CHECK(told(run("get_page", result)) == "page 1 A B");
}

TEST_CASE("a thing without a name is kept and says so", "[extraction][name]") {
    const auto found = run("get_invoice", R"({"id":"i-1","customer_name":"Ann","total":12})");
    REQUIRE(found.entities.size() == 1);
    CHECK(found.entities[0].name == "Unnamed invoice");
    CHECK(found.entities[0].unnamed);
    CHECK(run("get_section", R"({"id":1})").entities.at(0).name == "Unnamed Section");
    CHECK_FALSE(run("get_page", R"({"id":1,"name":"Home"})").entities.at(0).unnamed);
}

TEST_CASE("the type is the tool's noun before anything else", "[extraction][type]") {
    const auto type = [](std::string_view tool, const char* result) {
        return run(tool, result).entities.at(0).type;
    };
    CHECK(type("get_ticket", R"({"id":1,"type":"bug"})") == "ticket");
    CHECK(type("get_pull_request", R"({"id":1})") == "pull_request");
    CHECK(type("fetch", R"({"id":1,"object":"ticket"})") == "ticket");
    CHECK(type("fetch", R"({"id":1,"__typename":"PullRequest"})") == "pull_request");
    CHECK(type("fetch", R"({"id":1,"kind":"Pod","type":"x"})") == "pod");
    CHECK(type("fetch", R"({"data":{"id":"1","type":"line-items","attributes":{}}})") ==
          "line_item");
    CHECK(type("fetch", R"({"id":1,"type":"Bug"})") == "bug");
    CHECK(type("fetch", R"({"tickets":[{"id":1}]})") == "ticket");
    CHECK(type("fetch", R"({"id":1})") == "resource");
    CHECK(type("query_database", R"([{"id":1,"object":"row_group"}])") == "row_group");
    CHECK(type("get_landing_page", R"({"id":1})") == "landing_page");
    CHECK(type("get_page_section", R"({"id":1})") == "section");
}

TEST_CASE("attributes worth referring to are kept, and no more than asked for",
          "[extraction][attributes]") {
    const auto result =
        json::parse(R"({"id":1,"name":"Lamp","price":{"amount":12.5,"currency":"EUR"},
        "rating":4,"in_stock":true,"status":"open","created_at":"2024-01-01","image_url":"https://x.y",
        "city":"Bonn","etag":"z","notes_html":"<p>"})");
    const auto found = run("get_product", result).entities.at(0);
    using workmem::find_attribute;
    REQUIRE(find_attribute(found.attributes, "price"));
    CHECK(std::get<double>(*find_attribute(found.attributes, "price")) == 12.5);
    CHECK(std::get<std::int64_t>(*find_attribute(found.attributes, "rating")) == 4);
    CHECK(std::get<std::string>(*find_attribute(found.attributes, "city")) == "Bonn");
    CHECK_FALSE(find_attribute(found.attributes, "name"));
    CHECK_FALSE(find_attribute(found.attributes, "etag"));
    CHECK_FALSE(find_attribute(found.attributes, "image_url"));
    CHECK(find_attribute(found.attributes, "created_at"));

    const auto few = run("get_product", result, nothing_given, {.max_attributes = 2});
    REQUIRE(few.entities.at(0).attributes.size() == 2);
    CHECK(few.entities[0].attributes[0].name == "price");
    CHECK(few.entities[0].attributes[1].name == "rating");
    CHECK(run("get_product", result, nothing_given, {.max_attributes = 0})
              .entities.at(0)
              .attributes.empty());
}

TEST_CASE("what is inside an object is an attribute, too", "[extraction][attributes]") {
    const auto found = run("get_issue", R"({"id":1,"title":"Crash","user":{"login":"ana","id":7},
        "status":{"name":"In Progress","phase":"review","deep":{"er":1}},
        "labels":[{"id":3,"name":"bug"},{"id":4,"name":"ui"}],"tags":["a","b"],
        "_links":{"self":"https://x.y/1"},"history":[{"at":1},{"at":2}]})")
                           .entities.at(0);
    const auto text = [&](std::string_view name) -> std::string {
        const auto* const value = workmem::find_attribute(found.attributes, name);
        return value != nullptr ? std::get<std::string>(*value) : "none";
    };
    CHECK(text("user") == "ana");
    CHECK(text("status") == "In Progress");
    CHECK(text("status.phase") == "review");
    CHECK(text("labels") == "bug, ui");
    CHECK(text("tags") == "a, b");
    for (const auto* none : {"user.id", "status.deep", "status.deep.er", "_links.self", "history"})
        CHECK(text(none) == "none");
    // What the record says itself comes first.
    const auto few = run("get_hotel", json::parse(R"({"id":1,"name":"A","address":{"city":"Bonn"},
        "price":9,"rating":4})"),
                         nothing_given, {.max_attributes = 2});
    REQUIRE(few.entities.at(0).attributes.size() == 2);
    CHECK(few.entities[0].attributes[0].name == "price");
    CHECK(few.entities[0].attributes[1].name == "rating");
}

namespace {

// "name=value" of every attribute that is a text, one a line.
std::string texts_of(const workmem::entity& of) {
    std::string out;
    for (const auto& each : of.attributes)
        if (const auto* const text = std::get_if<std::string>(&each.value))
            out += each.name + '=' + *text + '\n';
    return out;
}

}  // namespace

TEST_CASE("what a container holds is the record's own", "[extraction][attributes]") {
    const auto found =
        run("get_shift", R"({"id":"s-1","type":"shifts","attributes":{"status":"open",
            "date":"2031-06-07","room":{"floor":"upper"}},"links":{"self":"/shifts/s-1"}})");
    REQUIRE(found.entities.size() == 1);
    CHECK(texts_of(found.entities[0]) ==
          "date=2031-06-07\nroom.floor=upper\nstatus=open\ntype=shifts\n");
}

TEST_CASE("what points at something has the name that is told beside", "[extraction][attributes]") {
    const auto shifts = run("list_shifts", R"({"data":[
        {"type":"shifts","id":"s-1","relationships":{"nurse":{"data":{"type":"nurses","id":"n-1"}}}},
        {"type":"shifts","id":"s-2","relationships":{"nurse":{"data":{"type":"nurses","id":"n-9"}}}}],
        "included":[{"type":"nurses","id":"n-1","attributes":{"name":"Ewa","grade":"senior"}}]})");
    REQUIRE(shifts.entities.size() == 2);
    CHECK(texts_of(shifts.entities[0]) == "nurse=Ewa\ntype=shifts\nnurse.grade=senior\n");
    CHECK(texts_of(shifts.entities[1]) == "nurse=n-9\ntype=shifts\n");

    const auto orders = run("list_orders", R"({"orders":[{"id":1,"customer_id":7,"stateId":"x"},
        {"id":2,"customer_id":8}],"customers":[{"id":7,"name":"Ana"},{"id":9,"name":"Tom"}]})");
    REQUIRE(orders.entities.size() == 2);
    CHECK(texts_of(orders.entities[0]) == "customer=Ana\n");
    CHECK(texts_of(orders.entities[1]).empty());

    const auto posts = run("get_post", R"({"post":{"id":"p-1","author_id":"u-1"},
        "includes":{"users":{"u-1":{"username":"ana"}}}})");
    REQUIRE(posts.entities.size() == 1);
    CHECK(texts_of(posts.entities[0]) == "author=ana\n");
}

TEST_CASE("records that point at each other are read once", "[extraction][attributes]") {
    const auto found = run("list_people", R"({"people":[{"id":"a","boss_id":"b"}],
        "bosses":[{"id":"b","name":"Bea","boss_id":"c"},{"id":"c","name":"Cy","boss_id":"b"}]})");
    REQUIRE(found.entities.size() == 1);
    CHECK(texts_of(found.entities[0]) == "boss=Bea\n");
}

TEST_CASE("names and values in a list are attributes", "[extraction][attributes]") {
    const auto found = run("get_ticket", R"({"id":1,"title":"Crash","custom":[
        {"name":"Plan","value":"gold"},{"name":"Seats","value":4},{"name":"","value":"x"}]})");
    REQUIRE(found.entities.size() == 1);
    CHECK(texts_of(found.entities[0]) == "Plan=gold\n");
    CHECK(workmem::find_attribute(found.entities[0].attributes, "Seats") != nullptr);
}

TEST_CASE("somebody may have several given names", "[extraction][name]") {
    CHECK(told(run("get_patient", R"({"id":"p-1","name":[{"use":"usual","given":["Ana","Lu"],
        "family":"Rey"}]})")) == "patient p-1 Ana Rey");
    CHECK(told(run("get_patient", R"({"id":"p-1","name":[{"given":["Luna"]}]})")) ==
          "patient p-1 Luna");
    CHECK(told(run("get_font", R"({"id":"f-1","name":{"family":"Mono"}})")) != "font f-1 Mono");
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

TEST_CASE("what an act made is not what it was given", "[extraction][identify]") {
    const auto made = [](const char* tool, const char* given, const char* result) {
        const auto found = run(tool, json::parse(result), json::parse(given));
        return found.entities.empty() ? std::string{}
                                      : found.entities[0].type + ' ' + found.entities[0].id.text();
    };
    CHECK(made("hold_room", R"({"room_id":"r"})", R"({"hold_id":"h","room_id":"r"})") == "hold h");
    CHECK(made("book_hotel", R"({"hotel_id":1})", R"({"booking_id":"b","hotel_id":1})") ==
          "booking b");
    CHECK(made("assign_ticket", R"({"ticket_id":"t"})", R"({"ticket_id":"t","agent_id":"a"})") ==
          "ticket t");
}

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
    CHECK(named("a\nb\x1b[0m\xE2\x80\xAE") == "a\nb\x1b[0m\xE2\x80\xAE");
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

namespace {

// A chain whose names are always the same.
struct fixed_name {
    bool operator()(const extraction::record&, const extraction::noun_forms&, std::string_view,
                    std::size_t, std::string& out, std::string_view&) const {
        out = "Same";
        return true;
    }
};
struct same_names : extraction::default_steps {
    using name = fixed_name;
};

// A chain that never sees an error.
struct trusting {
    workmem::extraction::verdict operator()(std::string_view, const extraction::trace&) const {
        return workmem::extraction::verdict::nothing;
    }
    workmem::extraction::verdict operator()(const extraction::record&, workmem::verb_kind, bool,
                                            const extraction::trace&) const {
        return workmem::extraction::verdict::keep;
    }
};
struct no_reject : extraction::default_steps {
    using reject = trusting;
};

}  // namespace

TEST_CASE("explain says what each step saw, by the code that extracts", "[extraction][explain]") {
    const auto result = json::parse(R"({"data":{"tickets":[{"id":1,"subject":"A"}]}})");
    const extraction::generic chain;
    const auto notes = chain.explain("list_tickets", nothing_given, result);
    CHECK(why(notes, "locate") == "a usual wrapper");
    CHECK(why(notes, "identify") == "an id");
    CHECK(why(notes, "type") == "the tool's noun");
    CHECK(why(notes, "name") == "A");
    CHECK(why(chain.explain("fetch", nothing_given, result), "type") == "the field that held it");
}

TEST_CASE("a step can be replaced, and the reason changes", "[extraction][explain]") {
    const auto page = json::parse(R"({"id":1,"name":"Home"})");
    const extraction::basic_generic<same_names> renamed;
    CHECK(told(renamed.extract("get_page", nothing_given, page)) == "page 1 Same");
    CHECK(why(renamed.explain("get_page", nothing_given, page), "name") == "Same");

    const auto error = json::parse(R"({"error":{"id":"e-1","name":"Broken"}})");
    const extraction::generic chain;
    const extraction::basic_generic<no_reject> open;
    CHECK(chain.extract("fetch", nothing_given, error).failed);
    CHECK(told(open.extract("fetch", nothing_given, error)) == "error e-1 Broken");
    CHECK(why(chain.explain("fetch", nothing_given, error), "reject") ==
          "the result reports an error");
    CHECK(why(open.explain("fetch", nothing_given, error), "reject").empty());
    CHECK(why(open.explain("fetch", nothing_given, error), "locate") ==
          "the only object or list inside");
}

TEST_CASE("a tool that changes a part answers with the whole whose id it was given") {
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

TEST_CASE("a path or a number in the arguments is another name of what came back") {
    const auto told_of = [](std::string_view tool, const json& result, const json& arguments) {
        const auto found = run(tool, result, arguments);
        auto out = told(found);
        for (const auto& each : found.acted_on) out += ", on " + each.type + ' ' + each.id.text();
        return out;
    };
    CHECK(told_of("create_or_update_file", json::parse(R"({"sha":"abc","name":"a.txt"})"),
                  {{"path", "a.txt"}}) == "file abc a.txt, on file abc");
    CHECK(told_of("get_issue", json::parse(R"({"id":998,"number":12,"title":"Slow"})"),
                  {{"issue_number", 12}}) == "issue 998 Slow, on issue 998");
    // What was copied is another thing than the copy.
    CHECK(told_of("duplicate_page", json::parse(R"({"id":"p-2","title":"Copy"})"),
                  {{"id", "p-1"}}) == "page p-2 Copy, on page p-1");
    CHECK(told_of("delete_file", json::parse(R"({"id":"op-1"})"), {{"path", "a.txt"}}) ==
          "file op-1 Unnamed file, on file a.txt");
}

TEST_CASE("what undoes or repeats a verb is a verb") {
    const auto page = json::parse(R"({"id":1,"title":"Home"})");
    const auto found = run("undelete_page", page, {{"page_id", 1}});
    CHECK(told(found) == "page 1 Home");
    CHECK_FALSE(found.removal);
    REQUIRE(found.acted_on.size() == 1);
    CHECK(found.acted_on[0].type == "page");
    CHECK(told(run("resend_invoice", page)) == "invoice 1 Home");
    CHECK(told(run("get_review", page)) == "review 1 Home");
}

TEST_CASE("an error with a request's id is an error, a failed job is not") {
    CHECK(run("get_page", R"({"status":404,"message":"Not found","id":"req-1"})").failed);
    CHECK(run("get_page", R"({"statusCode":"503","error_code":9,"message":"busy"})").failed);
    CHECK(told(run("get_job", R"({"status":500,"id":"j-1","name":"Import","message":"broke"})")) ==
          "job j-1 Import");
    CHECK(told(run("get_check", R"({"id":"c-1","status":"ok","message":"fine"})")) ==
          "check c-1 fine");
}

TEST_CASE("a message without an id is known by its instant") {
    CHECK(told(run("list_messages",
                   R"({"messages":[{"thread_at":"1700000000.000100","at":"1700000001.000200",
                       "text":"hello"},{"at":"1700000002.000300","text":"bye"}]})")) ==
          "message 1700000001.000200 hello\nmessage 1700000002.000300 bye");
    CHECK(told(run("get_reading", R"({"at":"1700000001.000200","value":"4"})")).empty());
    CHECK(told(run("list_messages", R"([{"price":"12.50","text":"hello"}])")).empty());
}

TEST_CASE("a resource embedded in a content part is read like text") {
    CHECK(told(run("get_page", R"({"content":[{"type":"resource","resource":
        {"uri":"x://p1","text":"{\"id\":\"p1\",\"title\":\"Home\"}"}}]})")) == "page p1 Home");
    CHECK(told(run("get_page", R"({"content":[{"type":"resource","resource":
        {"uri":"x://p1","blob":"AAAA"}}]})"))
              .empty());
    CHECK(told(run("get_page", R"({"content":[{"type":"resource","resource":[]}]})")).empty());
    CHECK(told(run("get_page", R"({"content":[{"type":"resource","resource":null},
        {"type":"text","text":"{\"id\":1}"}]})")) == "page 1 Unnamed page");
}

TEST_CASE("when a thing was made or changed is kept, by whom is not") {
    const auto found = run("get_order", R"({"id":1,"created_at":"2031-02-03T04:05:06Z",
        "updated_by":"u-1","created":true})");
    REQUIRE(found.entities.size() == 1);
    REQUIRE(found.entities[0].attributes.size() == 1);
    CHECK(found.entities[0].attributes[0].name == "created_at");
}

TEST_CASE("a record is identified by words before the noun, by vague nouns and by its only id",
          "[extraction][identify]") {
    const auto id = [](std::string_view tool, const char* result) {
        return told(run(tool, result));
    };
    CHECK(id("get_order", R"({"sales_order_id":7,"number":3,"name":"A"})") == "order 7 A");
    CHECK(id("get_task", R"({"parent_task_id":7,"name":"A B"})").empty());
    CHECK(id("get_state", R"({"entity_id":"lamp.hall","context":{"id":"x"}})") ==
          "state lamp.hall Unnamed state");
    CHECK(id("list_mails", R"([{"message_id":"m-1","subject":"Hi"}])") == "mail m-1 Hi");
    CHECK(id("list_mails", R"([{"message_id":"m-1","thread_id":"t","subject":"Hi"}])").empty());
    CHECK(id("create_order", R"({"order":"PO-17","plant":"A"})") == "order PO-17 PO-17");
    CHECK(id("list_stocks", R"([{"symbol":"AB","name":"A B"}])") == "stock AB A B");
    // The field that held them says whose ids count where the tool says nothing.
    CHECK(id("search", R"({"guests":[{"guest_id":1,"guest_name":"Ann"},{"guest_id":2}]})") ==
          "guest 1 Ann\nguest 2 Unnamed guest");
}

TEST_CASE("a one-word name is the id of what has no other", "[extraction][identify]") {
    CHECK(told(run("list_tables", R"([{"name":"orders","rows":3}])")) == "table orders orders");
    CHECK(told(run("create_domain", R"({"domain":{"name":"a.example","ttl":60}})")) ==
          "domain a.example a.example");
    CHECK(told(run("get_branch", R"({"name":"main","commit":{"id":"c-1"}})")) ==
          "branch main main");
    CHECK(told(run("list_categories", R"([{"name":"Smileys & People","size":3}])")).empty());
    CHECK(told(run("list_scopes", R"([{"name":"read"}])")).empty());
    CHECK(told(run("list_sizes", R"([{"slug":"s-1","memory":1,"cpus":1,"price":5}])")) ==
          "size s-1 s-1");
}

TEST_CASE("things stand under their keys or in the things that were listed",
          "[extraction][locate]") {
    CHECK(told(run("list_rooms", R"({"rooms":{"r1":{"name":"Oak"},"r2":{"name":"Elm"}}})")) ==
          "room r1 Oak\nroom r2 Elm");
    CHECK(told(run("list_users", R"({"users":{"u1":{"away":true},"u2":{"away":false}}})")).empty());
    CHECK(told(run("list_machines", R"({"items":{"east":{"machines":[{"id":1}]},)"
                                    R"("west":{"machines":[{"id":2}]}}})")) ==
          "machine 1 Unnamed machine\nmachine 2 Unnamed machine");
    CHECK(told(run("get_board_cards", R"({"boards":[{"id":"b","cards_page":{"cards":)"
                                      R"([{"id":1,"name":"A"},{"id":2,"name":"B"}]}}]})")) ==
          "board_card 1 A\nboard_card 2 B");
    CHECK(told(run("list_posts",
                   R"({"data":{"children":[{"kind":"p","data":{"id":"a","title":"A"}}]}})")) ==
          "post a A");
}

TEST_CASE("names are found where services put them", "[extraction][name]") {
    const auto name = [](std::string_view tool, const char* result) {
        const auto found = run(tool, result);
        return found.entities.empty() ? std::string{} : found.entities.front().name;
    };
    CHECK(name("get_meeting", R"({"id":1,"topic":"Plan"})") == "Plan");
    CHECK(name("get_campaign", R"({"id":1,"mail_subject":"Sale"})") == "Sale");
    CHECK(name("get_bill", R"({"id":1,"docNumber":"1070","note":"x"})") == "1070");
    CHECK(name("get_index", R"({"uuid":"u","index":"logs"})") == "logs");
    CHECK(name("get_item", R"({"id":1,"item_data":{"name":"Tea"}})") == "Tea");
    CHECK(name("get_agent", R"({"id":1,"contact":{"name":"Ann"}})") == "Ann");
    CHECK(name("get_document", R"({"_id":"a","_source":{"title":"Snow"}})") == "Snow");
    CHECK(name("get_entry", R"({"id":1,"title":{"pt-BR":"Oi","en-US":"Hi"}})") == "Hi");
    CHECK(name("get_product", R"({"id":1,"title":["Lamp"]})") == "Lamp");
    CHECK(name("get_board", R"({"id":"b7","name":"x/boards/b7","title":"Plan"})") == "Plan");
    CHECK(name("get_note", R"({"id":1,"body":"<p>Hi</p>","body_text":"Hi"})") == "Hi");
    // A customer may be a firm with a contact.
    CHECK(name("get_customer", R"({"id":1,"given_name":"Amy","display_name":"Amy's Birds"})") ==
          "Amy's Birds");
    CHECK(name("get_customer", R"({"id":1,"name":"amy","first_name":"Amy"})") == "amy");
    CHECK(told(run("get_driver", R"({"id":"d-1","name":{"first":"Ann","last":"Lee"}})")) ==
          "driver d-1 Ann Lee");
}

TEST_CASE("what a call makes is called what the call says", "[extraction][name]") {
    const auto made = json{{"id", "n-1"}};
    CHECK(told(run("create_network", made, json{{"name", "inner"}})) == "network n-1 inner");
    CHECK(told(run("create_lead", made, json{{"firstName", "Dana"}, {"lastName", "Fox"}})) ==
          "lead n-1 Dana Fox");
    CHECK(told(run("create_comment", made, json{{"comment_text", "Fine"}})) == "comment n-1 Fine");
    CHECK(told(run("get_network", made, json{{"name", "inner"}})) == "network n-1 Unnamed network");
    // An acknowledgement names nothing.
    CHECK(told(run("delete_network", json{{"id", 1}, {"message", "Network deleted"}})) ==
          "network 1 Unnamed network");
}

TEST_CASE("the type is in the result where the tool has none", "[extraction][type]") {
    const auto type = [](std::string_view tool, const char* result) {
        return run(tool, result).entities.at(0).type;
    };
    CHECK(type("shop_search", R"({"results":[{"type":"Brand","id":1}]})") == "brand");
    CHECK(type("search_everything", R"([{"type":"Brand","id":1}])") == "brand");
    CHECK(type("crm.search", R"({"searchRecords":[{"attributes":{"type":"Lead"},"Id":1}]})") ==
          "lead");
    CHECK(type("reply_ticket", R"({"id":4,"ticket_id":141})") == "reply");
    CHECK(type("reply_ticket", R"({"id":141,"ticket_id":141})") == "ticket");
    CHECK(type("products_list", R"([{"id":1,"type":"simple","attributes":[]}])") == "product");
    CHECK(type("dns_record_create", R"({"id":1,"type":"A"})") == "record");
    CHECK(type("variable_create", R"({"created":{"id":1}})") == "variable");
}

TEST_CASE("errors may look like things", "[extraction][reject]") {
    for (const char* result :
         {R"({"name":"NOT_FOUND","message":"It does not exist.","debug_id":"b1"})",
          R"({"id":"not_found","message":"It could not be found.","request_id":"1"})",
          R"({"sys":{"type":"Error","id":"NotFound"},"message":"No such entry"})"}) {
        CAPTURE(result);
        CHECK(run("get_entry", result).failed);
    }
    CHECK_FALSE(run("get_entry", R"({"id":"e-1","message":"Not found what I sought"})").failed);
}

TEST_CASE("tables and listings that are text give their rows", "[extraction][printed_table]") {
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
    CHECK(rows("list_directory", "[FILE] a.txt\n[DIR] src\n") ==
          "file a.txt a.txt\ndirectory src src");
    CHECK(rows("search_files", "/srv/a.txt\n/srv/src/b.txt\n") ==
          "file /srv/a.txt a.txt\nfile /srv/src/b.txt b.txt");
    CHECK(rows("git_log", "1f22623 Find the plan\ne7b4407 Hand out none\n") ==
          "commit 1f22623 Find the plan\ncommit e7b4407 Hand out none");
}

TEST_CASE("texts that only look like tables are none", "[extraction][printed_table]") {
    for (const char* text : {"Dear Ana, thank you for your order\nWe send it, at last, today",
                             "| id | title |\n| 7 | Lamp |", "id,title", "id,title\n7", "NAME\nweb",
                             "ERROR  FAILED\nno", "a.txt", "one\ntwo\nthree",
                             "see src/main.cpp\nand src/other.cpp", "id,title\n7,\"Lamp", "",
                             "| id | id |\n|--|--|\n| 7 | 8 |", "deadbee begins\nno hash here"}) {
        CAPTURE(text);
        CHECK(run("list_orders", json(text)).entities.empty());
    }
}

TEST_CASE("files are known by their paths", "[extraction][identify]") {
    CHECK(told(run("get_file_contents",
                   json{{"name", "main.cpp"}, {"path", "src/main.cpp"}, {"sha", "3f2a9c1"}})) ==
          "file src/main.cpp main.cpp");
    CHECK(told(run("list_files", json::parse(R"([{"path":"src/main.cpp","size":120}])"))) ==
          "file src/main.cpp main.cpp");
    CHECK(told(run("list_directory", json::parse(R"([{"path":"src","type":"dir"}])"))) ==
          "directory src src");
    CHECK(told(run("list_files", json::parse(R"({"files":["a/b.txt"]})"))) == "file a/b.txt b.txt");
    CHECK(told(run("write_file", json("ok"), json{{"path", "a/new.txt"}, {"content", "x"}})) ==
          "file a/new.txt new.txt");
    CHECK(told(run("list_pull_request_files",
                   json::parse(R"([{"sha":"9f1c0aa1","filename":"src/a.css","changes":3}])"))) ==
          "pull_request_file src/a.css a.css");
    // of anything else the number or the hash is what services take
    CHECK(told(run("get_commit", json{{"sha", "3f2a9c1"}, {"path", "x"}, {"title", "Fix"}})) ==
          "commit 3f2a9c1 Fix");
    CHECK(told(run("get_page", json{{"id", 7}, {"path", "/blog"}, {"title", "Blog"}})) ==
          "page 7 Blog");
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
    CHECK(run("list_domains", json::parse(R"(["example.com","example.org"])")).entities.empty());
    CHECK(run("list_releases", json::parse(R"(["v1.0","v1.1"])")).entities.empty());
    CHECK(run("list_branches", json::parse(R"(["main","dev"])")).entities.empty());
    CHECK(run("read_file", json::parse(R"(["one","two"])")).entities.empty());
    CHECK(run("list_files", json::parse(R"(["one\ntwo"])")).entities.empty());
}

TEST_CASE("what one element of a list says is said of the thing", "[extraction][attributes]") {
    const auto found = run("get_pod", json::parse(R"({"name":"web","status":{
        "phase":"Pending","node_count":3,"zone":"eu-1"},
        "containers":[{"name":"c","restarts":4,"ready":false}]})"));
    REQUIRE(found.entities.size() == 1);
    const auto value = [&](std::string_view name) {
        for (const auto& each : found.entities.front().attributes)
            if (each.name == name) return each.value;
        return workmem::scalar{};
    };
    CHECK(value("status.phase") == workmem::scalar{"Pending"});
    CHECK(value("status.zone") == workmem::scalar{"eu-1"});
    CHECK(value("containers") == workmem::scalar{"c"});
    CHECK(value("containers.restarts") == workmem::scalar{std::int64_t{4}});
    CHECK(value("containers.ready") == workmem::scalar{false});
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

TEST_CASE("what a field of another name holds is the thing itself", "[extraction][parts]") {
    const auto found = run("scheduled.list", R"({"items":[{"scheduled_message":{"id":"Q-1",)"
                                             R"("name":"Hello","state":"paused"}}]})");
    CHECK(told(found) == "scheduled_message Q-1 Hello");
    CHECK(found.parts.empty());
    REQUIRE(found.entities.front().attributes.size() == 1);
    CHECK(found.entities.front().attributes.front().name == "state");
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

TEST_CASE("the name of another thing, told with its id, names nothing else", "[extraction][name]") {
    CHECK(told(run("list_vouchers", R"([{"id":"57","contactId":"9","contactName":"Berger",)"
                                    R"("voucherNumber":"RE1"}])")) == "voucher 57 RE1");
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

TEST_CASE("who takes part is known by an address, or by what is inside", "[extraction][identify]") {
    CHECK(told(run("list_attendees",
                   R"({"items":[{"displayName":"Lea","email":"lea@x.example"},
                       {"displayName":"Tom","email":"tom@x.example"}]})")) ==
          "attendee lea@x.example Lea\nattendee tom@x.example Tom");
    CHECK(told(run("list_members",
                   R"([{"role":"owner","user":{"id":"u7","username":"nelly"}},
                       {"role":"guest","user":{"id":"u8","username":"grog"}}])")) ==
          "member u7 nelly\nmember u8 grog");
    // Who said something is not what was said.
    CHECK(run("list_replies", R"([{"text":"Yes","author":{"id":"u7"}},
                                  {"text":"No","author":{"id":"u8"}}])")
              .entities.empty());
    // One value in all of them tells nothing apart.
    CHECK(run("list_visits", R"([{"email":"lea@x.example","n":1},{"email":"lea@x.example","n":2}])")
              .entities.empty());
}

TEST_CASE("the records of a list are told apart by whatever id they have",
          "[extraction][identify]") {
    CHECK(told(run("get_board", R"({"trains":[{"serviceIdShort":"a1","operator":"North"},
                                    {"serviceIdShort":"b2","operator":"South"}]})"))
              .find("a1") != std::string::npos);
    CHECK(
        run("get_seats", R"({"seats":[{"offer_id":"o1","row":"7A"},{"offer_id":"o2","row":"7B"}]})")
            .entities.size() == 2);
}

TEST_CASE("what an act made is known by its code", "[extraction][given_id]") {
    CHECK(told(run("create_booking", json::parse(R"({"orderCode":"X7-1","status":"CONFIRMED"})"),
                   json{{"connectionId", "c-1"}})) == "booking X7-1 Unnamed booking");
    // Of two codes neither is.
    CHECK(run("create_booking", json::parse(R"({"orderCode":"X7-1","planCode":"P1","ok":true})"),
              json::object())
              .entities.empty());
    // A code that was given is none of its own.
    CHECK(run("create_booking", json::parse(R"({"orderCode":"X7-1","status":"ok"})"),
              json{{"orderCode", "X7-1"}})
              .entities.empty());
}

TEST_CASE("a list that a reading tool gives comes before the id it was given",
          "[extraction][given_id]") {
    CHECK(told(run("get_airport_departures",
                   json::parse(
                       R"({"id":"ARN","departures":[{"flight_id":"f1"},{"flight_id":"f2"}]})"),
                   json{{"id", "ARN"}}))
              .find("f2") != std::string::npos);
}

TEST_CASE("null fields come as attributes only where they are asked for",
          "[extraction][attributes]") {
    const auto issue = json::parse(R"({"id":7,"title":"Crash","assignee":null})");
    CHECK(run("get_issue", issue).entities.front().attributes.empty());
    workmem::extraction_options options;
    options.keep_null = true;
    const auto found = run("get_issue", issue, nothing_given, options);
    REQUIRE(found.entities.front().attributes.size() == 1);
    CHECK(found.entities.front().attributes.front().name == "assignee");
    CHECK(found.entities.front().attributes.front().value == workmem::scalar{nullptr});
}

TEST_CASE("lists inside one thing may be wrapped, whatever the wrapper is called", "[extraction]") {
    const auto found = run("get_orchard", R"({"id":"o-1","name":"Hill","Trees":{"total":2,
        "records":[{"id":"t-1","name":"Oak"},{"id":"t-2","name":"Elm"}]}})");
    CHECK(told(found) == "orchard o-1 Hill");
    REQUIRE(found.parts.size() == 2);
    CHECK(found.parts[0].type == "tree");
    CHECK(found.parts[1].id == "t-2");
}

TEST_CASE("an address under a collection is an id, and the first of several names a name",
          "[extraction]") {
    CHECK(told(run("list_members", R"({"connections":[
        {"resourceName":"crew/7","names":[{"displayName":"Ida Moss"}]},
        {"resourceName":"crew/8","names":[{"displayName":"Jon Wick"}]}]})")) ==
          "member crew/7 Ida Moss\nmember crew/8 Jon Wick");
}

TEST_CASE("below a member called like the tool's noun stands a list called like a word of it",
          "[extraction]") {
    const auto found = run("getTuneList", R"({"reply":{"status":"ok","tuneList":{"tune":[
        {"id":"u-1","name":"Reel"},{"id":"u-2","name":"Jig"}]}}})");
    REQUIRE(found.entities.size() == 2);
    CHECK(found.entities[1].id == "u-2");
}

TEST_CASE("an argument with a control character is no id", "[extraction]") {
    for (const auto* const path : {"\n://", "src\x7F", "a\tb"}) {
        CHECK(run("Glob", json("no files"), {{"pattern", "*"}, {"path", path}}).acted_on.empty());
        CHECK(run("page_open", json("ok"), {{"page_id", path}}).acted_on.empty());
    }
    const auto opened = run("page_open", json("ok"), {{"page_id", "pg 1"}}).acted_on;
    REQUIRE(opened.size() == 1);
    CHECK(opened[0].id.text() == "pg 1");
}

TEST_CASE("what an act made of what it was given has the id that it was not given",
          "[extraction][identify]") {
    const auto made = [](const char* tool, const char* given, const char* result) {
        const auto found = run(tool, json::parse(result), json::parse(given));
        return found.entities.empty() ? std::string{}
                                      : found.entities[0].type + ' ' + found.entities[0].id.text();
    };
    CHECK(made("move_object", R"({"objectID":42050,"to":"14"})",
               R"({"movement":{"movementNumber":"MV-3","objectID":42050,"status":"planned"}})") ==
          "movement MV-3");
    CHECK(made("log_time", R"({"treatment_id":"T-3"})",
               R"({"entry_id":"TE-9","treatment_id":"T-3","hours":3.0})") == "entry TE-9");
    CHECK(made("create_booking", R"({"connectionId":"8565b6f6"})",
               R"({"orderCode":"44201","connectionId":"8565b6f6"})") == "booking 44201");
    CHECK(made("reserve_vehicle", R"({"vehicleCode":"WK-1"})",
               R"({"reservation":{"id":"RSV-8","vehicleCode":"WK-1"}})") == "reservation RSV-8");
    // Two that nobody gave tell nothing, and what is changed stays what it is.
    CHECK(made("log_time", R"({"treatment_id":"T-3"})",
               R"({"entry_id":"TE-9","batch_no":"B1","treatment_id":"T-3"})") != "entry TE-9");
    CHECK(made("update_task", R"({"task_id":5})", R"({"task_id":5,"version_no":7})") == "task 5");
    CHECK(made("update_order", R"({"order_id":"O-1"})",
               R"({"order":{"order_id":"O-1","tracking_number":"1Z9"}})") == "order O-1");
    CHECK(made("update_stock", R"({"sku":"A-1","quantity":5})",
               R"({"sku":"A-1","quantity":5,"status_code":200})") != "status 200");
    CHECK(made("log_time", R"({"treatmentID":"T-3"})",
               R"({"entryID":"TE-9","treatmentID":"T-3","hours":3.0})") == "entry TE-9");
    CHECK(made("update_reservation", R"({"reservation_id":"r-5"})",
               R"({"data":{"reservation_id":"r-5","confirmation_number":"T8WW1"}})") ==
          "reservation r-5");
}

TEST_CASE("a read by a code answers with what has that code", "[extraction][identify]") {
    const auto found =
        run("get_vehicle", json::parse(R"({"vin":"WMAN05ZZ7","unit":"MAN","depot":"Gent",
                "openDefects":[{"defectId":"DF-1","item":"Lift"},{"defectId":"DF-2","item":"Lamp"}]})"),
            json{{"vin", "WMAN05ZZ7"}, {"include", "defects"}});
    CHECK(told(found) == "vehicle WMAN05ZZ7 Unnamed vehicle");
    CHECK(found.parts.size() == 2);
    // A place, a word and two codes are none.
    const auto none = [](const char* given, const char* result) {
        return run("get_weather", json::parse(result), json::parse(given)).entities.empty();
    };
    CHECK(none(R"({"location":"DE-101"})", R"({"location":"DE-101","temp":1,"wind":2})"));
    CHECK(none(R"({"day":"monday"})", R"({"day":"monday","temp":1,"wind":2})"));
    CHECK(none(R"({"x":"aa-11","y":"bb-22"})", R"({"x":"aa-11","y":"bb-22","temp":1})"));
}

TEST_CASE("things say what they stand under", "[extraction][attributes]") {
    const auto group = [](const char* tool, const char* result) {
        std::string out;
        for (const auto& each : run(tool, result).entities)
            for (const auto& of : each.attributes)
                if (of.name == "date" || of.name == "group")
                    out += each.id.text() + ' ' + of.name + '=' + std::get<std::string>(of.value) +
                           ';';
        return out;
    };
    CHECK(group("list_events", R"({"2031-10-20":[{"id":"a","room":"X"},{"id":"b","room":"Y"}],
        "2031-10-21":[{"id":"c","room":"X"}],"2031-10-22":[]})") ==
          "a date=2031-10-20;b date=2031-10-20;c date=2031-10-21;");
    CHECK(group("list_tickets", R"({"open":[{"id":1,"title":"a"},{"id":3,"title":"c"}],
        "closed":[{"id":2,"title":"b"}]})")
              .find("2 group=closed;") != std::string::npos);
    // It says so itself.
    CHECK(group("list_tickets", R"({"open":[{"id":1,"state":"open"},{"id":3,"state":"open"}],
        "closed":[{"id":2,"state":"closed"}]})")
              .empty());
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
    const auto beside =
        run("get_availability", R"({"exhibition":{"id":"E-1","title":"Moonlight"},"slots":
            {"2031-05-06":[{"slotId":"s-1","left":12}],"2031-05-07":[{"slotId":"s-2","left":2}]}})");
    REQUIRE(beside.parts.size() == 2);
    CHECK(beside.parts[1].id.text() == "s-2");
}

TEST_CASE("an element may hold the thing under any name", "[extraction][locate]") {
    CHECK(told(run("get_playlist_items", R"([{"position":0,"video":{"videoId":"v-1","title":"A"}},
        {"position":1,"video":{"videoId":"v-2","title":"B"}}])")) == "video v-1 A\nvideo v-2 B");
}

TEST_CASE("a code in the first column goes before a name", "[extraction][identify]") {
    const auto found = run("export_herd", json("tag;name;breed\nDE-118;Frieda;Holstein\n"
                                               "DE-124;Olga;Holstein\nDE-131;Wanda;Simmental\n"));
    CHECK(told(found) == "herd DE-118 Frieda\nherd DE-124 Olga\nherd DE-131 Wanda");
}

TEST_CASE("a remark among many fields makes no message", "[extraction][identify]") {
    const auto result = [](const char* remark) {
        json out = json::array();
        for (const auto* const id : {"LB-98", "LB-99"})
            out.push_back({{"accession", id},
                           {"patient", "Baxter"},
                           {"panel", "CBC"},
                           {"collected", "2031-04-03"},
                           {"status", "final"},
                           {"flag", "H"},
                           {"vet", "Weiss"},
                           {"price", "41"},
                           {"comment", remark}});
        out.push_back(out[0]);
        out[2]["accession"] = "LB-107";
        return out;
    };
    CHECK(run("get_lab_results", result("repeat")).entities.size() == 3);
    CHECK(run("list_notes", R"([{"seq":"LB-98","text":"a"},{"seq":"LB-99","text":"b"},
        {"seq":"LB-107","text":"c"}])")
              .entities.empty());
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

TEST_CASE("a record under the id that the call was given is that thing", "[extraction][identify]") {
    const auto result = json::parse(R"({"insp_a7":{"inspector":"Val","outcome":"pass"}})");
    CHECK(told(run("update_inspection", result, json{{"inspection_id", "insp_a7"}})) ==
          "inspection insp_a7 Unnamed inspection");
    CHECK(run("update_inspection", result, json{{"inspection_id", "other_1"}}).entities.empty());
    CHECK(told(run("list_orders", json::parse(R"({"C-77":{"orders":[{"id":"o-1"},{"id":"o-2"}]}})"),
                   json{{"customer_id", "C-77"}})) ==
          "order o-1 Unnamed order\norder o-2 Unnamed order");
}

TEST_CASE("an id may be called by initials or a short form of its noun", "[extraction][identify]") {
    CHECK(told(run("create_purchase_order",
                   R"({"purchaseOrder":{"poNumber":"PO-7","status":"placed"}})")) ==
          "purchase_order PO-7 PO-7");
    CHECK(told(run("get_schedule",
                   R"({"days":{"2031-10-06":[{"apptId":1,"room":2},)"
                   R"({"apptId":2,"room":2}],"2031-10-07":[{"apptId":3,"room":3}]}})")) ==
          "appointment 1 Unnamed appointment\nappointment 2 Unnamed appointment\n"
          "appointment 3 Unnamed appointment");
    // Alone the initials are other words.
    CHECK(told(run("get_transfer_order", R"({"id":"T-5","from":{"id":"WH-1","name":"York"},)"
                                         R"("to":{"id":"WH-2","name":"Leeds"}})")) ==
          "transfer_order T-5 Unnamed transfer_order");
    CHECK(run("list_project_assignments", R"([{"employee":"Ann","paid":100},)"
                                          R"({"employee":"Ben","paid":200}])")
              .entities.empty());
    CHECK(told(run("get_identity_document", R"({"id":"d-1","name":"Passport"})")) ==
          "identity_document d-1 Passport");
}

TEST_CASE("a booking of what is held is another thing", "[extraction][identify]") {
    const auto result = json::parse(R"({"booking_ref":"ELM-4K2","slot_id":"s-9","status":"held"})");
    CHECK(told(run("hold_slot", result, json{{"slot_id", "s-9"}})) ==
          "booking ELM-4K2 Unnamed booking");
    CHECK(told(run("update_slot", result, json{{"slot_id", "s-9"}})) == "slot s-9 Unnamed slot");
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

    const auto members = run(
        "fetch_members",
        R"({"data":[{"type":"members","id":"1","attributes":{"name":"Ana"}},)"
        R"({"type":"members","id":"2","attributes":{"name":"Ben"}}],)"
        R"("included":[{"type":"plots","id":"77","attributes":{"name":"West 1","soil":"clay"}}]})");
    CHECK(told(members) == "member 1 Ana\nmember 2 Ben");
    REQUIRE(members.parts.size() == 1);
    CHECK(members.parts[0].type == "plot");
    CHECK(members.parts[0].id.text() == "77");

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

TEST_CASE("a tool that sends requests is called by what it asks for", "[extraction]") {
    const auto depots = json::parse(R"({"_embedded":{"depots":[{"id":"leeds","name":"Leeds"},)"
                                    R"({"id":"carlisle","name":"Carlisle"}]}})");
    const auto found = run("http_get", depots, json{{"path", "/depots"}});
    CHECK(told(found) == "depot leeds Leeds\ndepot carlisle Carlisle");
    CHECK(found.acted_on.empty());
    const auto gone =
        run("http_delete", json::parse(R"({"ok":true})"), json{{"path", "/depots/7"}});
    REQUIRE(gone.acted_on.size() == 1);
    CHECK(gone.acted_on[0].type == "depot");
    CHECK(gone.removal);
}

TEST_CASE("results come as JSON Lines, YAML, XML and lists of codes", "[extraction][unwrap]") {
    CHECK(told(run("export_recordings", json("{\"id\": \"a1\", \"title\": \"Market\"}\n"
                                             "{\"id\": \"a2\", \"title\": \"Outtakes\"}\n"))) ==
          "recording a1 Market\nrecording a2 Outtakes");
    CHECK(told(run("list_stations", json("stations:\n  - id: S1\n    name: Quay\n"
                                         "  - id: S2\n    name: Mall\n"))) ==
          "station S1 Quay\nstation S2 Mall");
    CHECK(told(run("get_jobs", json("<jobs><job id=\"rj-1\"><name>intro</name></job>"
                                    "<job id=\"rj-2\"><name>teaser</name></job></jobs>"))) ==
          "job rj-1 intro\njob rj-2 teaser");
    CHECK(told(run("list_keys", json("- **K1** Front door, red\n- **K2** Kitchen, blue\n"))) ==
          "key K1 Front door, red\nkey K2 Kitchen, blue");
    CHECK(told(run("get_order", json("Order no.: SO-381\nCustomer: Kranz\nStatus: open\n"),
                   json{{"order_no", "SO-381"}})) == "order SO-381 SO-381");
}

TEST_CASE("of a change what has become of the thing is read", "[extraction][unwrap]") {
    const auto found = run("update_probe",
                           R"({"before":{"id":"p-1","offset":4},"after":{"id":"p-1","offset":0}})");
    REQUIRE(told(found) == "probe p-1 Unnamed probe");
    CHECK(found.entities[0].attributes.front().value == workmem::scalar{std::int64_t{0}});
}

TEST_CASE("things stand under names, numbers and the ids of the call", "[extraction][locate]") {
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
    CHECK(told(run("lock_doors",
                   json::parse(R"({"front":{"locked":true},"cellar":{"locked":false}})"),
                   json{{"doors", {"front", "cellar"}}})) ==
          "door cellar Unnamed door\ndoor front Unnamed door");
}

TEST_CASE("an act makes what is named after it, or what its text tells", "[extraction]") {
    CHECK(told(run("book_room", json::parse(R"({"booking":{"ref":"BK7Q2M","room":"Fjord"}})"),
                   json{{"room", "Fjord"}})) == "booking BK7Q2M BK7Q2M");
    CHECK(told(run("create_ticket", json("Created ticket T-88."), json{{"title", "Door"}})) ==
          "ticket T-88 Door");
    CHECK(told(run("create_ticket", json("Error: T-88 could not be created."),
                   json{{"title", "Door"}}))
              .empty());
    CHECK(told(run("set_booking_status", json::parse(R"({"ref":"VH-614","status":"cancelled"})"),
                   json{{"ref", "VH-614"}, {"status", "cancelled"}})) == "booking VH-614 VH-614");
    CHECK(told(run("restore_version",
                   json::parse(R"({"restoredFrom":"v10","newVersionId":"v13","documentId":"d-1"})"),
                   json{{"documentId", "d-1"}, {"versionId", "v10"}})) ==
          "version v13 Unnamed version");
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
