// Whichever allocation fails, a call that throws changed nothing: neither what can be seen, nor
// the journal, nor what observers heard; and the next call works.
#define WORKMEM_TEST_DEFINES_NEW
#include "failing_new.hpp"

#include "journal_bundles.hpp"
#include "memory_bundles.hpp"
#include "repetitions.hpp"
#include "window_steps.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <utility>

using namespace workmem_test;
using nlohmann::json;
using workmem::entity_notice;
using workmem::strength;

namespace {

// A memory, who listens to it, and the second memory on its stream.
template <class Memory>
struct stage {
    using policies = typename Memory::policies;
    using parts = typename Memory::parts;

    parts with{};
    std::size_t heard = 0;
    std::optional<Memory> made{};

    explicit stage(workmem::entity_options options = small()) {
        if constexpr (listens<policies>)
            with.observer.template on<entity_notice<>>(
                [this](const entity_notice<>& notice) { heard += 1 + notice.removed.size(); });
        if constexpr (policies::journal::records) with.stream = "s";
        made.emplace(options, with);
        auto& memory = *made;
        memory.add({.type = "page",
                    .id = "p-1",
                    .name = "Home",
                    .attributes = {{std::string(40, 's'), std::string{"draft"}}}});
        memory.add({.type = "page", .id = "p-2", .name = std::string(50, 'n')}, strength::returned);
        memory.add({.type = "section", .id = std::string(60, 'i'), .name = "Hero"});
        memory.mention("page", "p-1");
    }
    static workmem::entity_options small() {
        workmem::entity_options options;
        options.capacity = 4;
        return options;
    }
    std::string seen() {
        const auto& memory = *made;
        const auto options = memory.options();
        auto out = lines_of(memory) + std::to_string(memory.size()) + " at " +
                   std::to_string(memory.sequence()) + " of " + std::to_string(options.capacity) +
                   ',' + std::to_string(options.token_limit) + " heard " + std::to_string(heard);
        if constexpr (policies::journal::records)
            for (const auto& each : records_of(with.journal, with.stream)) out += '\n' + each;
        if constexpr (requires { memory.to_json_text(); })
            out += memory.to_json_text() + memory.context();
        return out;
    }
};

template <class Memory>
using call = std::pair<const char*, std::function<void(Memory&)>>;

// Texts of attributes are short: libstdc++ 12's variant runs into undefined behaviour where copying
// a string that it holds throws.
template <class Memory>
std::vector<call<Memory>> window_calls() {
    const entity fresh{.type = "order",
                       .id = std::string(50, 'o'),
                       .name = std::string(90, 'x'),
                       .slug = std::string(40, 's'),
                       .attributes = {{std::string(30, 'a'), std::string{"b"}}, {"n", 1.5}}};
    std::vector<entity> batch;
    for (int i = 0; i < 6; ++i)
        batch.push_back({.type = "file",
                         .id = std::string(20, 'f') + std::to_string(i),
                         .name = std::string(static_cast<std::size_t>(10 * i), 'n')});
    batch.push_back({.type = "page", .id = "p-2", .name = std::string(120, 'm')});
    auto broken = fresh;
    broken.name += "\xff";
    workmem::entity_options one, many, tight;
    one.capacity = 1;
    many.capacity = 500;
    tight.token_limit = 40;
    std::vector<entity> crowd;
    for (int i = 0; i < 60; ++i)
        crowd.push_back({.type = "file", .id = "crowd-" + std::to_string(i), .name = "n"});
    return {
        {"add", [=](Memory& m) { m.add(fresh); }},
        {"add again", [=](Memory& m) { m.add(fresh); }},
        {"update, longer",
         [=](Memory& m) { m.add({.type = "page", .id = "p-1", .name = std::string(200, 'l')}); }},
        {"update, other attributes",
         [=](Memory& m) {
             m.add({.type = "page",
                    .id = "p-1",
                    .name = "h",
                    .attributes = {{"a", true}, {std::string(50, 'k'), std::string{"v"}}}});
         }},
        {"get", [](Memory& m) { (void)m.get("page", "p-2"); }},
        {"mention", [](Memory& m) { m.mention("page", "p-1"); }},
        {"add_many", [=](Memory& m) { m.add_many(batch); }},
        {"add what is no UTF-8", [=](Memory& m) { m.add(broken); }},
        {"lower the token limit", [=](Memory& m) { m.set_options(tight); }},
        {"remove", [](Memory& m) { m.remove("file", std::string(20, 'f') + "5"); }},
        {"more room", [=](Memory& m) { m.set_options(many); }},
        {"a crowd", [=](Memory& m) { m.add_many(crowd, strength::returned); }},
        {"get another", [](Memory& m) { (void)m.get("file", "crowd-7"); }},
        {"flush", [](Memory& m) { m.flush(); }},
        {"sweep what has expired", [](Memory& m) { m.sweep(); }},
        {"add to few", [=](Memory& m) { m.add(fresh, strength::acted_on); }},
        {"lower the capacity", [=](Memory& m) { m.set_options(one); }},
        {"clear", [](Memory& m) { m.clear(); }},
        {"add to none", [=](Memory& m) { m.add(fresh); }},
    };
}

// No call here destroys a JSON array or object: nlohmann's destructor allocates and cannot fail.
template <class Memory>
std::vector<call<Memory>> memory_calls() {
    const auto page = json::parse(
        R"({"id":"p-9","title":"A page with a long enough title","slug":"a-page-with","status":"draft"})");
    const auto list = json::parse(
        R"([{"id":"s-1","sectionKey":"hero"},{"id":"s-2","sectionKey":"footer"},{"id":3,"name":"A third one, with a name"}])");
    const auto page_of_list = json{{"pageId", "p-9"}};
    const auto gone = json{{"id", "s-2"}};
    const auto ok = json{{"ok", true}};
    const auto second = json("the second section");
    const auto session = json::parse(R"({"entities":[
        {"type":"page","id":1,"name":"One, loaded from a saved session","timestamp":"2024-01-01T00:00:00Z","attributes":{"a":"b"}},
        {"type":"page","id":"2","label":"Two","timestamp":1704067100000,"accessCount":3}]})");
    return {
        {"observe", [=](Memory& m) { m.observe("cms_getPage", page); }},
        {"observe a list", [=](Memory& m) { m.observe("cms_listSections", page_of_list, list); }},
        {"observe what a delete tool did",
         [=](Memory& m) { m.observe("cms_deleteSection", gone, ok); }},
        {"hear", [](Memory& m) { m.hear(workmem::role::user, "Compare hero and Other, please."); }},
        {"resolve", [](Memory& m) { (void)m.resolve("change the title of this page"); }},
        {"resolve_id", [=](Memory& m) { (void)m.resolve_id(second, "section"); }},
        {"context", [](Memory& m) { (void)m.context(); }},
        {"to_json_text", [](Memory& m) { (void)m.to_json_text(); }},
        {"load", [=](Memory& m) { m.load(session); }},
        {"add to what was loaded",
         [](Memory& m) { m.add({.type = "page", .id = "after", .name = "After"}); }},
    };
}

// Each call on one memory, each allocation of it failing in turn, with sanitizers some; beside it one
// where none fails.
template <class Memory>
void fail_everywhere(const std::vector<call<Memory>>& calls) {
    stage<Memory> tried, untried;
    REQUIRE(tried.seen() == untried.seen());
    std::size_t failures = 0;
    for (const auto& each : calls) {
        const auto* const name = each.first;
        const auto& run = each.second;
        INFO(name);
        if (std::string_view{name}.starts_with("sweep")) {
            tried.with.clock.advance(std::chrono::minutes{6});
            untried.with.clock.advance(std::chrono::minutes{6});
        }
        const auto before = tried.seen();
        const auto phase = failures;
        for (std::size_t n = 1;; n = next_place(n, phase)) {
            INFO("allocation " << n);
            const bool done = survives(n, [&] { run(*tried.made); });
            if (done) break;
            ++failures;
            REQUIRE(tried.seen() == before);
        }
        run(*untried.made);
        REQUIRE(tried.seen() == untried.seen());
        if constexpr (Memory::policies::journal::records) {
            tried.made->flush();
            untried.made->flush();
            auto unheard = tried.with;
            unheard.observer = {};
            const Memory again{tried.made->options(), unheard};
            REQUIRE(lines_of(again) == lines_of(*tried.made));
        }
    }
    CHECK(failures > 10);
}

}  // namespace

TEMPLATE_TEST_CASE("no failing allocation changes a window", "[strong_guarantee]",
                   window_of<two_segment_plain>, window_of<fifo_by_id>,
                   window_of<two_segment_watched>, window_of<lru_shared_watched>,
                   window_of<two_segment_recorded>, window_of<fifo_recorded_shared>) {
    fail_everywhere(window_calls<TestType>());
}

TEMPLATE_TEST_CASE("no failing allocation changes an entity memory", "[strong_guarantee]",
                   manual_memory, memory_of<two_segment_shared_watched>,
                   memory_of<two_segment_recorded>) {
    fail_everywhere(memory_calls<TestType>());
}

TEST_CASE("copying a window fails or makes an equal one", "[strong_guarantee]") {
    stage<window_of<two_segment_recorded>> on;
    for (std::size_t n = 1;; ++n) {
        bool equal = false;
        if (survives(n, [&] {
                const auto copy = *on.made;
                equal = copy == *on.made;
            })) {
            CHECK(equal);
            break;
        }
    }
}
