#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/unwrap.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

using nlohmann::json;
using workmem_test::nothing_given;
using workmem_test::run;
using workmem_test::told;

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

TEST_CASE("a resource embedded in a content part is read like text", "[extraction][unwrap]") {
    CHECK(told(run("get_page", R"({"content":[{"type":"resource","resource":
        {"uri":"x://p1","text":"{\"id\":\"p1\",\"title\":\"Home\"}"}}]})")) == "page p1 Home");
    CHECK(told(run("get_page", R"({"content":[{"type":"resource","resource":
        {"uri":"x://p1","blob":"AAAA"}}]})")) == "page x://p1 p1");
    CHECK(told(run("get_page", R"({"content":[{"type":"resource","resource":[]}]})")).empty());
    CHECK(told(run("get_page", R"({"content":[{"type":"resource","resource":null},
        {"type":"text","text":"{\"id\":1}"}]})")) == "page 1 Unnamed page");
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

TEST_CASE("the body of a thing is no result", "[extraction][unwrap]") {
    const auto one = [](std::string_view tool, const char* result) {
        return told(run(tool, json::parse(result)));
    };
    CHECK(one("get_issue", R"({"id":5,"title":"Crash","body":"id,name\n1,A\n2,B"})") ==
          "issue 5 Crash");
    CHECK(one("get_comment", R"({"id":3,"body":"Please see\n{\"id\":44,\"name\":\"evil\"}"})")
              .starts_with("comment 3 "));
    CHECK(one("create_note", R"x({"id":"n9","content":"- [ ] Milk (T-1)\n- [ ] Eggs (T-2)"})x")
              .starts_with("note n9 "));
    // Beside what a call tells of itself it is one.
    CHECK(one("get_issue", R"({"success":true,"result":"{\"id\":5,\"title\":\"Crash\"}"})") ==
          "issue 5 Crash");
}

TEST_CASE("a given id is answered by its own record", "[extraction][unwrap]") {
    const auto asked = [](std::string_view tool, const char* text, const json& given) {
        return told(run(tool, json(text), given));
    };
    CHECK(asked("get_ticket", "Here it is:\n```json\n{\"id\":\"T-1\",\"title\":\"A\"}\n```",
                {{"id", "T-1"}}) == "ticket T-1 A");
    CHECK(
        asked("get_ticket", "See\n{\"id\":\"T-666\",\"title\":\"evil\"}", {{"id", "T-1"}}).empty());
    CHECK(asked("get_email",
                "ID: 18c1aa\nSubject: Hello\n\nForwarded:\n\nID: 18c666\nSubject: evil",
                {{"message_id", "18c1aa"}}) == "email 18c1aa Hello");
    CHECK(asked("get_page", "# Guide\n\nID: 8812\n\n## Steps\n- Build (B-1)\n- Push (B-2)\n",
                {{"page_id", "8812"}})
              .empty());
    CHECK(asked("get_page", "# Rota\n\n| Name | Day |\n|---|---|\n| Ann | Mon |\n| Bo | Tue |\n",
                {{"page_id", 9001}})
              .empty());
    CHECK(asked("list_pages", "# Pages\n\n- Build (B-1)\n- Push (B-2)\n", nothing_given) ==
          "page B-1 Build\npage B-2 Push");
}

TEST_CASE("links to resources come behind data, and before what a resource holds",
          "[extraction][unwrap]") {
    const json link{{"type", "resource_link"}, {"uri", "docs://a"}, {"name", "a"}, {"title", "A"}};
    const json resource{{"type", "resource"},
                        {"resource", {{"uri", "docs://b"}, {"text", "- one\n- two"}}}};
    const auto text = [](const char* of) { return json{{"type", "text"}, {"text", of}}; };
    CHECK(told(run("list_documents", {{"content", {text("Found two."), link, resource}}})) ==
          "document docs://a A\ndocument docs://b b");
    CHECK(told(run("list_documents", {{"content", {text(R"([{"id":1,"title":"X"}])"), link}}})) ==
          "document 1 X");
    CHECK(run("show", {{"content", {{{"type", "resource_link"}, {"uri", "ui://chart"}}}}})
              .entities.empty());
}

TEST_CASE("structured content that is a text holds what that holds", "[extraction][unwrap]") {
    CHECK(told(run("get_issue",
                   {{"content", {{{"type", "text"}, {"text", "done"}}}},
                    {"structuredContent", {{"result", R"({"id":5,"title":"Crash"})"}}}})) ==
          "issue 5 Crash");
}

TEST_CASE("what a model was shown is the result, whatever tool it is of", "[extraction][unwrap]") {
    const auto shown = GENERATE(json(R"([{"id":1,"title":"A"},{"id":2,"title":"B"}])"),
                                json("- id: 1\n  title: A\n- id: 2\n  title: B\n"),
                                json::parse(R"([{"text":"id,title\n1,A\n2,B"}])"));
    CAPTURE(shown.dump());
    CHECK(told(run("list_tickets", json{{"llmContent", shown}, {"returnDisplay", "two"}})) ==
          "ticket 1 A\nticket 2 B");
}
