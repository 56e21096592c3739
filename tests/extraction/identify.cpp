#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/identify.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <tuple>

using nlohmann::json;
using workmem_test::run;
using workmem_test::told;

TEST_CASE("ids under their many names", "[extraction][identify]") {
    const auto [tool, result, id] =
        GENERATE(std::tuple{"get_page", R"({"Id":"1","title":"A"})", "1"},
                 std::tuple{"get_page", R"({"_id":{"$oid":"6f"},"title":"A"})", "6f"},
                 std::tuple{"get_page", R"({"pageId":3,"authorId":9,"title":"A"})", "3"},
                 std::tuple{"get_page", R"({"author_id":9,"uuid":"u-1","title":"A"})", "u-1"},
                 std::tuple{"get_page", R"({"sys":{"id":"x"},"fields":{"title":"A"}})", "x"},
                 std::tuple{"get_page", R"({"metadata":{"uid":"k","name":"A"}})", "A"},
                 std::tuple{"get_page",
                            R"({"id":{"kind":"page","pageId":"q"},"snippet":{"title":"A"}})", "q"},
                 std::tuple{"get_page", R"({"number":12,"title":"A"})", "12"},
                 std::tuple{"get_page", R"({"key":"DOC-1","title":"A"})", "DOC-1"},
                 std::tuple{"get_page", R"({"pageKey":"k1","title":"A"})", "k1"},
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

TEST_CASE("a message without an id is known by its instant", "[extraction][identify]") {
    CHECK(told(run("list_messages",
                   R"({"messages":[{"thread_at":"1700000000.000100","at":"1700000001.000200",
                       "text":"hello"},{"at":"1700000002.000300","text":"bye"}]})")) ==
          "message 1700000001.000200 hello\nmessage 1700000002.000300 bye");
    CHECK(told(run("get_reading", R"({"at":"1700000001.000200","value":"4"})")).empty());
    CHECK(told(run("list_messages", R"([{"price":"12.50","text":"hello"}])")).empty());
}

TEST_CASE("a record is identified by vague nouns and by its only id", "[extraction][identify]") {
    const auto id = [](std::string_view tool, const char* result) {
        return told(run(tool, result));
    };
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
    CHECK(
        run("get_seats", R"({"seats":[{"offer_id":"o1","row":"7A"},{"offer_id":"o2","row":"7B"}]})")
            .entities.size() == 2);
}

TEST_CASE("an address under a collection is an id, and the first of several names a name",
          "[extraction][identify]") {
    CHECK(told(run("list_members", R"({"connections":[
        {"resourceName":"crew/7","names":[{"displayName":"Ida Moss"}]},
        {"resourceName":"crew/8","names":[{"displayName":"Jon Wick"}]}]})")) ==
          "member crew/7 Ida Moss\nmember crew/8 Jon Wick");
}

TEST_CASE("what an act made of what it was given has the id that it was not given",
          "[extraction][identify]") {
    const auto made = [](const char* tool, const char* given, const char* result) {
        const auto found = run(tool, json::parse(result), json::parse(given));
        return found.entities.empty() ? std::string{}
                                      : found.entities[0].type + ' ' + found.entities[0].id.text();
    };
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
    CHECK(made("update_reservation", R"({"reservation_id":"r-5"})",
               R"({"data":{"reservation_id":"r-5","confirmation_number":"T8WW1"}})") ==
          "reservation r-5");
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

TEST_CASE("an id may be called by a short form of its noun", "[extraction][identify]") {
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

TEST_CASE("an id is what calls take", "[extraction][identify]") {
    const auto one = [](std::string_view tool, const char* result) {
        return told(run(tool, json::parse(result)));
    };
    CHECK(one("get_issue", R"({"id":3600001,"number":12,"title":"Slow",
              "html_url":"https://forge.example/acme/shop/issues/12"})") == "issue 12 Slow");
    CHECK(one("get_issue", R"({"id":3600001,"iid":12,"title":"Slow",
              "web_url":"https://forge.example/acme/shop/-/issues/12?x=1"})") == "issue 12 Slow");
    CHECK(
        one("create_issue", R"({"id":"3600000043","url":"https://forge.example/a/b/issues/43"})") ==
        "issue 43 Unnamed issue");
    // Without an address that says so the id it is.
    CHECK(one("get_issue", R"({"id":998,"number":12,"title":"Slow"})") == "issue 998 Slow");
    CHECK(one("get_issue", R"({"id":"10021","key":"SHOP-7","summary":"Slow"})") ==
          "issue SHOP-7 Slow");
    CHECK(one("get_user", R"({"id":9001,"login":"ann","name":"Ann Fox"})") == "user ann Ann Fox");
    CHECK(one("get_repository", R"({"id":5,"name":"shop","full_name":"acme/shop"})") ==
          "repository acme/shop shop");
    CHECK(one("get_dataset", R"({"id":"acme:web","friendlyName":"Web",
              "selfLink":"https://api.example/projects/acme/datasets/web"})") == "dataset web Web");
    CHECK(one("get_release", R"({"id":15,"tag_name":"v2","name":"Two",
              "html_url":"https://forge.example/a/b/releases/tag/v2"})") == "release v2 Two");
}

TEST_CASE("a hash is what a named thing points to", "[extraction][identify]") {
    const auto one = [](std::string_view tool, const char* result) {
        return told(run(tool, json::parse(result)));
    };
    CHECK(one("list_branches", R"([{"name":"main","sha":"f1e2d3c4b5"},
              {"name":"my branch","sha":"f1e2d3c4b5"}])") ==
          "branch main main\nbranch my branch my branch");
    CHECK(one("list_refs", R"([{"ref":"refs/heads/main","object":{"sha":"f1e2d3c4b5"}},
              {"ref":"refs/heads/dev","object":{"sha":"f1e2d3c4b5"}}])") ==
          "ref refs/heads/main refs/heads/main\nref refs/heads/dev refs/heads/dev");
    CHECK(one("create_branch", R"({"ref":"refs/heads/f","object":{"sha":"f1e2d3c4b5"}})")
              .starts_with("branch f "));
    CHECK(one("list_images", R"([{"id":"sha256:11aa22bb","name":"web:latest"},
              {"id":"sha256:11aa22bb","name":"web:v1"}])") ==
          "image web:latest web:latest\nimage web:v1 web:v1");
    CHECK(one("get_commit", R"({"sha":"f1e2d3c4b5","commit":{"message":"Fix\n\nCloses #4"}})") ==
          "commit f1e2d3c4b5 Fix");
}

TEST_CASE("names tell the things of a list apart where nothing else does",
          "[extraction][identify]") {
    CHECK(told(run("list_labels", json::parse(R"([{"name":"bug","color":"red"},
                   {"name":"help wanted","color":"blue"},{"name":"docs","color":"red"}])"))) ==
          "label bug bug\nlabel help wanted help wanted\nlabel docs docs");
    CHECK(told(run("search_patients", json::parse(R"({"id":"b1","type":"searchset","entry":[
                   {"resource":{"id":"p-77","name":"Iris"}},{"resource":{"id":"p-78","name":"Lars"}}]})"))) ==
          "patient p-77 Iris\npatient p-78 Lars");
}

TEST_CASE("a field that is called a path holds one, whatever characters",
          "[extraction][identify]") {
    const auto* const path =
        GENERATE("/home/x/a b/cart.ts", "/home/x/(shop)/page.tsx", "/home/x/Ann's notes/a,b=c@d.md",
                 "C:\\Users\\Ann Fox\\cart.ts", "\\\\srv\\share\\cart.ts");
    const auto found =
        run("Edit", json{{"filePath", path}, {"oldString", "{\"id\":7,\"name\":\"x\"}"}},
            json{{"file_path", path}});
    REQUIRE(found.entities.size() == 1);
    CHECK(found.entities[0].type == "file");
    CHECK(found.entities[0].id == path);
    CHECK(found.entities[0].name.find_first_of("/\\") == std::string::npos);
}

TEST_CASE("a path has any signs behind its first slash", "[extraction][identify]") {
    using workmem::extraction::identify;
    for (const auto* const text :
         {"src/a.c", "a.c", "packages/@acme/ui", "app/(auth)/p.tsx", "data/day=3/x"}) {
        CAPTURE(text);
        CHECK(identify::is_path(text));
    }
    for (const auto* const text : {"src/a b.ts", "src/My Docs/a.md"}) {
        CAPTURE(text);
        CHECK(identify::is_path(text, true));
        CHECK_FALSE(identify::is_path(text));
    }
    for (const auto* const text : {"see src/a.c", "and/or so", "src/a.c is new", "a b.c", "f(x/2)",
                                   "x=a/b", "src/a  b.c", "1/2"}) {
        CAPTURE(text);
        CHECK_FALSE(identify::is_path(text, true));
    }
}
