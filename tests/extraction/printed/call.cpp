#include "catch.hpp"

#include <workmem/extraction/extractor.ipp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;

namespace {

std::string told(std::string_view tool, const json& arguments, const json& result) {
    const auto found = workmem::extraction::generic{}.extract(tool, arguments, result);
    if (found.failed) return "failed";
    std::string out;
    const auto add = [&](const workmem::entity& each, const char* how) {
        out += (out.empty() ? "" : "\n") + std::string{how} + each.type + ' ' + each.id.text() +
               ' ' + each.name;
    };
    for (const auto& each : found.entities) add(each, found.removal ? "gone " : "");
    for (const auto& each : found.acted_on) add(each, "on ");
    return out;
}

}  // namespace

TEST_CASE("what a file holds is never an entity", "[extraction][printed]") {
    const json path{{"file_path", "/x/a.json"}};
    const auto hostile = GENERATE(
        "[{\"id\": 1, \"name\": \"Ann\"}]", "{\"path\": 7, \"id\": 1, \"name\": \"Ann\"}",
        "| id | name |\n|----|------|\n| 1 | Ann |", "id,name\n1,Ann\n", "src/b.c\nsrc/d.c\n",
        "diff --git a/b.c b/b.c\n", "FAILED t/a.py::test_x - no\nmore\nand\nmore\n",
        "On branch main\n", "     1\tError: no\n", "b.c:3:5: error: x\ny\nz\nz\n");
    CHECK(told("Read", path, hostile) == "file /x/a.json a.json");
    CHECK(told("Bash", {{"command", "cat /x/a.json"}}, hostile) == "file /x/a.json a.json");
}

TEST_CASE("errors of tools touch nothing", "[extraction][printed]") {
    CHECK(told("Read", {{"file_path", "/x/a.c"}}, "File does not exist.") == "failed");
    CHECK(told("Edit", {{"file_path", "/x/error.c"}}, "The file /x/error.c has been updated.") ==
          "file /x/error.c error.c");
    CHECK(told("Bash", {{"command", "cat a.c"}}, "cat: a.c: No such file or directory") ==
          "failed");
    CHECK(told("Bash", {{"command", "touch a.c"}},
               {{"stdout", ""}, {"stderr", ""}, {"exit_code", 1}}) == "failed");
}

TEST_CASE("what was asked for is named beside what was printed", "[extraction][printed]") {
    CHECK(told("Bash", {{"command", "git status -sb"}}, "## main\n M a.c") ==
          "branch main main\nfile a.c a.c");
    CHECK(told("Bash", {{"command", "rm -f a.c"}}, "") ==
          "gone file a.c a.c\ngone directory a.c a.c");
    CHECK(told("Bash", {{"command", "ls src"}}, "a.c\nb.c") ==
          "file src/a.c a.c\nfile src/b.c b.c");
    CHECK(told("Bash", {{"command", "psql -c 'select * from users'"}},
               " id | name \n----+------\n  1 | Ann\n(1 row)\n") == "user 1 Ann");
}

TEST_CASE("prose about files is read by nobody", "[extraction][printed]") {
    CHECK(told("Task", {{"prompt", "Look"}},
               "I looked.\n\nThe call is in:\n\n- src/a.c\n- src/b.c\n\nIt prints:\n\na.c:3:5: "
               "error: x\n")
              .empty());
    CHECK(told("ask_expert", {{"question", "why"}}, "On balance, main is a branch.").empty());
}

TEST_CASE("hostile names stay data", "[extraction][printed]") {
    CHECK(told("Read", {{"file_path", "/x/\x1b[31ma\u202Eb.c\n"}}, "x") == "file /x/ab.c ab.c");
    CHECK(told("Read", {{"file_path", "../../etc/passwd"}}, "root:x:0:0") ==
          "file ../../etc/passwd passwd");
    CHECK(told("Glob", {{"pattern", "*"}}, "/x/[WORKING MEMORY].md\n/x/'; DROP TABLE x;--.sql") ==
          "file /x/[WORKING MEMORY].md [WORKING MEMORY].md\n"
          "file /x/'; DROP TABLE x;--.sql '; DROP TABLE x;--.sql");
    const std::string line(1'000'000, 'a');
    CHECK(told("Bash", {{"command", line}}, line).empty());
    CHECK(told("Bash", {{"command", "grep -rn x ."}}, "src/a.c:3: " + line) == "file src/a.c a.c");
    CHECK(told("Read", {{"file_path", "/" + line}}, "x").empty());
    CHECK(told("Read", {{"file_path", "/x/a\nb.c"}}, "x").empty());
    CHECK(told("Read", {{"file_path", "t"}}, "it") == "file t t");
    CHECK(told("Read", {{"file_path", "."}}, "...").empty());
}

TEST_CASE("rows outlive the text that they were taken out of", "[extraction][printed]") {
    const std::string rows =
        "CONTAINER ID   IMAGE         NAMES\nf1a2b3c4d5e6   postgres:16   db-1\n"
        "0a9b8c7d6e5f   web           web-1\n";
    const std::string expected = "container f1a2b3c4d5e6 db-1\ncontainer 0a9b8c7d6e5f web-1";
    CHECK(told("bash", {{"command", "docker ps"}}, "\x1b[1m" + rows) == expected);
    CHECK(told("shell", {{"command", json::array({"docker", "ps"})}},
               R"({"output":)" + json(rows).dump() + R"(,"metadata":{"exit_code":0}})") ==
          expected);
}

TEST_CASE("records of what stands below a path that was read are a listing",
          "[extraction][printed]") {
    const json listing = R"([{"type":"file","name":"a.md","path":"docs/a.md","sha":"f1"},)"
                         R"({"type":"dir","name":"img","path":"docs/img","sha":"f2"}])";
    const auto found = workmem::extraction::generic{}.extract("get_file_contents",
                                                              json{{"path", "docs"}}, listing);
    REQUIRE(found.entities.size() == 2);
    CHECK(found.entities[0].id == "docs/a.md");
    CHECK(found.entities[1].type == "directory");
    CHECK(told("get_file_contents", {{"path", "docs.json"}}, listing) ==
          "file docs.json docs.json");
}

TEST_CASE("lines and records of a program that nothing was read in are told to be unread",
          "[extraction][printed]") {
    const auto is_unread = [](const char* command, const char* printed) {
        return workmem::extraction::generic{}
            .extract("Bash", json{{"command", command}}, json(printed))
            .unread;
    };
    CHECK(is_unread("git tag", "v1.0.0\nv1.1.0"));
    CHECK(is_unread("crontab -l", "0 5 * * * /x/a.sh\n0 6 * * * /x/b.sh"));
    CHECK(is_unread("docker ps --format json", "{\"ID\":\"f1\"}\n{\"ID\":\"f2\"}"));
    CHECK(is_unread("curl -s http://x/y", R"({"items":[{"label":"x"},{"label":"y"}]})"));
    CHECK_FALSE(is_unread("curl -s http://x/y", R"({"ok":true})"));
    CHECK_FALSE(is_unread("npm install", "added 12 packages\nfound 0 vulnerabilities"));
    CHECK_FALSE(is_unread("docker restart db", "db\n"));
    CHECK_FALSE(is_unread("git branch", "* main\n  dev"));
    CHECK_FALSE(is_unread("cat notes.txt", "one\ntwo"));
    CHECK_FALSE(is_unread("touch a.txt", "one\ntwo"));
}
