// What erasing leaves of each thing a task memory holds, in the state and in a record.
#include "catch.hpp"

#include <workmem/journal/erase_fields.hpp>
#include <workmem/journal/writer.hpp>
#include <workmem/task/erasing.hpp>

#include <string>
#include <string_view>

using std::chrono::milliseconds;
using workmem::timestamp;

namespace {

const timestamp at{milliseconds{0}};

template <class T>
std::string text_of(const T& value) {
    std::string out;
    workmem::journal::writer{out}.write(value);
    return out;
}

// What is left of the value, if its record loses the same.
template <class T>
std::string left_of(T value, std::string_view id) {
    const std::string before = R"({"kind":"task.any","version":1,"what":[)";
    const auto record = workmem::without_task_text(before + text_of(value) + "]}", id);
    workmem::journal::erase_fields(value, id);
    auto left = text_of(value);
    CHECK(record == before + left + "]}");
    return left;
}

}  // namespace

TEST_CASE("an erased task keeps its place in the plan, not what was said of it", "[task][erase]") {
    workmem::task what;
    what.id = "a";
    what.title = "T";
    what.description = "D";
    what.tags = {"t"};
    what.created = at;
    what.assigned_to = "ann";
    what.note = "N";
    what.result = workmem::task_result{"S", {"next"}};
    what.review = workmem::review_status::approved;
    what.review_comments = "C";
    what.attempts = {{"ann", at, at, "fail", "why"}, {"ben", at, at, "release", ""}};
    what.depends_on = {"b"};
    CHECK(left_of(what, "a") ==
          R"({"id":"a","title":"erased","priority":"medium",)"
          R"("created_at":"1970-01-01T00:00:00Z","version":1,"depends_on":[{"task":"b"}],)"
          R"("assigned_to":"ann","review_status":"approved","attempts":[)"
          R"({"agent":"ann","from":"1970-01-01T00:00:00Z","to":"1970-01-01T00:00:00Z",)"
          R"("ended":"fail"},)"
          R"({"agent":"ben","from":"1970-01-01T00:00:00Z","to":"1970-01-01T00:00:00Z",)"
          R"("ended":"release"}]})");
}

TEST_CASE("an erased decision still holds and frees its tasks", "[task][erase]") {
    workmem::decision what{.id = "a", .made_at = at, .question = "Q", .choice = "C"};
    what.alternatives = {"x"};
    what.rationale = "R";
    what.affects_tasks = {"b"};
    what.needs_approval = true;
    what.approved = workmem::approval{"kim", at, true, "yes"};
    CHECK(left_of(what, "a") ==
          R"({"id":"a","made_at":"1970-01-01T00:00:00Z","question":"erased",)"
          R"("choice":"erased","affects_tasks":["b"],"reversible":true,"needs_approval":true,)"
          R"("approval":{"by":"kim","at":"1970-01-01T00:00:00Z","granted":true}})");
}

TEST_CASE("an erased discovery, nudge or branch says that it is erased", "[task][erase]") {
    CHECK(left_of(workmem::discovery{.id = "a", .discovered_at = at, .content = "C"}, "a") ==
          R"({"id":"a","discovered_at":"1970-01-01T00:00:00Z","content":"erased",)"
          R"("type":"insight"})");
    CHECK(left_of(workmem::nudge{.id = "a", .sent_at = at, .target = "ann", .message = "M"}, "a") ==
          R"({"id":"a","sent_at":"1970-01-01T00:00:00Z","target":"ann","message":"erased",)"
          R"("priority":"normal"})");
    CHECK(left_of(workmem::task_branch{"a", "Q", {"b", "c"}, at, "ann", ""}, "a") ==
          R"({"id":"a","question":"erased","options":["b","c"],)"
          R"("created_at":"1970-01-01T00:00:00Z","created_by":"ann"})");
}

TEST_CASE("an erased artifact has a path that no other has, and no content", "[task][erase]") {
    workmem::artifact what{.id = "a", .created_at = at, .path = "/p", .description = "D"};
    what.checksum = "abc";
    what.size = 3;
    what.media_type = "text/plain";
    what.content = "C";
    CHECK(left_of(what, "a") == R"({"id":"a","created_at":"1970-01-01T00:00:00Z",)"
                                R"("type":"file","path":"erased:a","version":1})");
}

TEST_CASE("a record that names the subject elsewhere is not about it", "[task][erase]") {
    for (const auto* const bytes :
         {R"({"kind":"task.any","version":1,"what":{"decision":"a","title":"T"}})",
          R"({"kind":"task.any","version":1,"on":"a","title":"T"})",
          R"({"kind":"bounded.any","version":1,"id":"a","title":"T"})"})
        CHECK_FALSE(workmem::without_task_text(bytes, "a"));
    CHECK(workmem::without_task_text(
              R"({"kind":"task.any","version":1,"key":"k","decision":"a","approval":)"
              R"({"comments":"C"}})",
              "a") == R"({"kind":"task.any","version":1,"decision":"a","approval":{}})");
    CHECK(workmem::without_task_text(
              R"({"kind":"task.any","version":1,"key":"k","on":[{"task":"a"}],"title":"T"})",
              "a") == R"({"kind":"task.any","version":1,"on":[{"task":"a"}],"title":"T"})");
}
