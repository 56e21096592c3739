#include "catch.hpp"
#include "journal_bundles.hpp"
#include "memory_bundles.hpp"

#include <workmem/entity/basic_entity_memory.hpp>
#include <workmem/entity/basic_entity_memory.ipp>
#include <workmem/entity/unrecorded_answers.hpp>
#include <workmem/time/manual_clock.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace workmem_test;
using nlohmann::json;
using workmem::entity;

namespace {

using memory_type = workmem::basic_entity_memory<entity, two_segment_recorded>;
constexpr auto stream = "a";

struct recording {
    recorded journal{};
    workmem::manual_clock clock{};

    [[nodiscard]] memory_type open(bool records = true) const {
        workmem::entity_options options;
        options.record_answers = records;
        return memory_type{options, {.clock = clock, .journal = journal, .stream = stream}};
    }
    /// All answers that stand in the stream.
    [[nodiscard]] std::vector<json> answers() const {
        std::vector<json> out;
        for (const auto& each : records_of(journal, stream))
            for (const auto& answer : json::parse(each).value("answers", json::array()))
                out.push_back(answer);
        return out;
    }
    [[nodiscard]] std::size_t left_out() const {
        std::size_t out = 0;
        for (const auto& each : records_of(journal, stream))
            out += json::parse(each).value("answers_left_out", std::size_t{0});
        return out;
    }
};

void list_pages(memory_type& memory) {
    memory.observe("list_pages", json::parse(R"([{"id": "p-1", "title": "Home"},
        {"id": "p-2", "title": "About"}, {"id": "p-3", "title": "Blog"}])"));
}

std::vector<std::string> ids_of(const json& answer) {
    std::vector<std::string> out;
    for (const auto& each : answer.value("candidates", json::array()))
        out.push_back(each.at("id").get<std::string>());
    return out;
}

}  // namespace

TEST_CASE("answers are recorded only where that is asked for", "[entity][answers]") {
    const recording to;
    auto memory = to.open(false);
    list_pages(memory);
    REQUIRE(memory.resolve("the second page"));
    memory.flush();
    CHECK(to.answers().empty());
}

TEST_CASE("a recorded answer says when, what was asked, meant and considered",
          "[entity][answers]") {
    recording to;
    auto memory = to.open();
    list_pages(memory);
    to.clock.advance(workmem::milliseconds{1'500});
    const auto explained = memory.explain("the second page");
    const auto found = memory.resolve("the second page");
    REQUIRE(found);
    CHECK(to.answers().empty());  // it is no fact of its own
    memory.flush();
    const auto answers = to.answers();
    REQUIRE(answers.size() == 1);
    const auto& answer = answers.front();
    CHECK(answer.at("phrase") == "the second page");
    CHECK(answer.at("time") == "2024-01-01T00:00:01.500Z");
    CHECK(answer.at("meant") == 1);
    const auto& first = answer.at("candidates").front();
    CHECK(first.at("type") == "page");
    CHECK(first.at("id") == "p-2");
    CHECK(first.at("confidence") == found.candidates.front().confidence);
    CHECK(first.at("reason") == R"(1 of 3 pages: "second" in the list)");
    CHECK(ids_of(answer).size() >= explained.considered.size());
    // It is said once.
    memory.flush();
    CHECK(to.answers().size() == 1);
}

TEST_CASE("an open answer and a set are recorded as what they are", "[entity][answers]") {
    const recording to;
    auto memory = to.open();
    list_pages(memory);
    CHECK_FALSE(memory.resolve("the seventh page"));
    REQUIRE(memory.resolve("the first and the third page").is_set());
    memory.add({.type = "user", .id = "u-1", .name = "Ann"});
    const auto answers = to.answers();
    REQUIRE(answers.size() == 2);
    CHECK_FALSE(answers[0].contains("meant"));
    CHECK(answers[1].at("meant") == 2);
    const auto ids = ids_of(answers[1]);
    REQUIRE(ids.size() >= 2);
    CHECK(ids[0] == "p-1");
    CHECK(ids[1] == "p-3");
    // They ride ahead of the change.
    const auto records = records_of(to.journal, stream);
    CHECK(json::parse(records.back()).at("kind") == "entity.put");
}

TEST_CASE("of a phrase 200 code points are recorded, and no secret", "[entity][answers]") {
    const recording to;
    auto memory = to.open();
    list_pages(memory);
    std::string text;
    for (int i = 0; i < 300; ++i) text += "é";
    memory.resolve(text);
    // Cut behind the mark, not in the secret.
    memory.resolve(std::string(190, 'x') + " password=Tr0ub4dor&3xyz");
    memory.resolve("open the page with token ghp_" + std::string(36, 'a'));
    memory.resolve("broken \xff bytes");
    memory.flush();
    const auto answers = to.answers();
    REQUIRE(answers.size() == 4);
    CHECK(answers[0].at("phrase").get<std::string>() == text.substr(0, 400));
    CHECK(answers[1].at("phrase").get<std::string>().find("Tr0ub") == std::string::npos);
    CHECK(answers[2].at("phrase").get<std::string>().find("ghp_") == std::string::npos);
    CHECK(answers[2].at("phrase").get<std::string>().find("[secret: ") != std::string::npos);
    // Reasons quote the phrase, and would say the secret.
    CHECK(answers[1].dump().find("Tr0ub") == std::string::npos);
    CHECK(answers[2].dump().find("ghp_") == std::string::npos);
    CHECK(answers[3].at("phrase") == "broken \xef\xbf\xbd bytes");
}

TEST_CASE("of too many answers at once the oldest are counted", "[entity][answers]") {
    const recording to;
    auto memory = to.open();
    list_pages(memory);
    constexpr auto most = workmem::detail::unrecorded_answers::most;
    for (std::size_t i = 0; i < most + 3; ++i) memory.resolve("page " + std::to_string(i));
    memory.flush();
    CHECK(to.answers().size() == most);
    CHECK(to.answers().front().at("phrase") == "page 3");
    CHECK(to.left_out() == 3);
    memory.resolve("the blog");
    memory.flush();
    CHECK(to.left_out() == 3);
}

TEST_CASE("recorded answers change nothing for those who read them", "[entity][answers]") {
    const recording to, without;
    auto one = to.open();
    auto other = without.open(false);
    for (auto* const each : {&one, &other}) {
        list_pages(*each);
        each->resolve("the second page");
        each->resolve("cancel it");
        each->flush();
    }
    CHECK(one.to_json_text() == other.to_json_text());
    CHECK(to.open().to_json_text() == one.to_json_text());
}

TEST_CASE("changes of another writer leave what waits to be recorded", "[entity][answers]") {
    const recording to;
    auto memory = to.open();
    list_pages(memory);
    memory.resolve("the second page");
    auto other = to.open();
    other.add({.type = "page", .id = "p-9", .name = "News"});
    memory.catch_up();
    memory.flush();
    CHECK(to.answers().size() == 1);
}

TEST_CASE("an erasure takes all recorded answers with it", "[entity][answers][erase]") {
    const recording to;
    auto memory = to.open();
    list_pages(memory);
    memory.resolve("the page about cookies");
    memory.flush();
    memory.resolve("the second page");
    REQUIRE(memory.erase("page", "p-2"));
    CHECK(to.answers().empty());
    memory.resolve("the first page");
    memory.flush();
    CHECK(to.answers().size() == 1);
}

TEST_CASE("what another writer erases is not recorded later", "[entity][answers][erase]") {
    const recording to;
    auto memory = to.open();
    list_pages(memory);
    memory.resolve("the page about cookies");
    auto other = to.open();
    REQUIRE(other.erase("page", "p-2"));
    memory.add({.type = "page", .id = "p-9", .name = "News"});
    CHECK(to.answers().empty());
    CHECK(to.left_out() == 1);
    memory.resolve("the first page");
    memory.flush();
    CHECK(to.answers().size() == 1);
}

TEST_CASE("a state of the past can be asked at a later time", "[entity][answers][history]") {
    recording to;
    workmem::entity_options options;
    options.ttl = std::chrono::minutes{5};
    const memory_type memory{options, {.clock = to.clock, .journal = to.journal, .stream = stream}};
    auto writer = to.open();
    list_pages(writer);
    const auto then = memory.state_at(1);
    CHECK(then.explain("the second page").answer);
    const auto later = memory.state_at(1, to.clock.now() + std::chrono::minutes{6});
    CHECK_FALSE(later.explain("the second page").answer);
    CHECK(later.size() == 0);
}
