// Whichever allocation fails, a call on a task memory that throws changed nothing: neither what can
// be seen, nor the journal, nor what observers heard; and the next call works.
#include "failing_new.hpp"
#include "task_bundles.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <workmem/journal/memory.hpp>
#include <workmem/observer/observer.hpp>

using namespace workmem_test;
using workmem::milliseconds;
using workmem::task_id;

namespace {

using memory = task_memory_of<workmem::journal::memory, workmem::access::open, workmem::null_mutex,
                              workmem::observer::callbacks>;
using plain = task_memory_of<workmem::journal::none>;

template <class Memory>
struct stage {
    basic_task_setting<Memory> with{};
    std::size_t heard = 0;
    std::optional<Memory> made{};
    workmem::task_claim held{}, other{};
    std::string choice{}, risky{};
    nlohmann::json saved{};  // made ahead: its destructor may allocate

    stage() {
        if constexpr (Memory::observer_type::listens)
            with.observer.template on<workmem::task_notice>(
                [this](const workmem::task_notice& notice) {
                    heard += 1 + notice.ids.size() + notice.skipped.size();
                });
        made.emplace(with.open({.name = "name", .lease = milliseconds{10}}));
        auto& work = *made;
        work.add_tasks({named("a task with a long enough id"), named("b"), named("c", {"b"}),
                        named("d"), named("e"), named("f", {"e"}), named("g")});
        held = work.claim("a task with a long enough id", "an agent with a long name");
        other = work.claim("b", "ben");
        work.start(other);
        choice = work.open_branch({.question = "d or e?", .options = {"d", "e"}});
        risky = work.record_decision(
            {.question = "q", .choice = "c", .affects_tasks = {"g"}, .needs_approval = true});
        saved = work.to_json();
        work.inject_nudge({.target = "ben", .message = "a message that is long enough"});
    }
    std::string seen() {
        auto& work = *made;
        std::string out =
            work.to_json_text() + std::to_string(heard) + " at " + std::to_string(work.sequence());
        for (const auto& each : work.ready(9)) out += each.str();
        for (const auto& each : work.topological_order()) out += each.str();
        for (const auto& each : work.unreachable()) out += each.task.str();
        out += work.context_for("b", {.agent = "ben"});
        if constexpr (Memory::journal_type::records)
            CHECK(with.journal.read(
                "tasks", 0, [&](const workmem::journal::record& each) { out += each.bytes; }));
        return out;
    }
};

template <class Memory>
using call = std::pair<const char*, std::function<void(stage<Memory>&)>>;

template <class Memory>
std::vector<call<Memory>> calls() {
    using on = stage<Memory>&;
    const std::string text(80, 'x');
    return {
        {"add_task",
         [=](on s) {
             s.made->add_task({.title = text, .depends_on = {"b", "d"}, .id = text});
         }},
        {"add_tasks",
         [=](on s) {
             s.made->add_tasks({named("p", {"q"}), named("q"), named(text, {"p", "c"})});
         }},
        {"add_dependency", [](on s) { s.made->add_dependency("d", "g"); }},
        {"remove_dependency", [](on s) { s.made->remove_dependency("f", "e"); }},
        {"backwards", [](on s) { s.made->add_dependency("e", "f2"); }},
        {"update_task", [=](on s) { s.made->update_task("g", {.title = text}); }},
        {"claim", [=](on s) { s.made->claim("x", text); }},
        {"start", [](on s) { s.made->start(s.held); }},
        {"complete",
         [=](on s) {
             s.made->complete(s.other, {text, {text, text}});
         }},
        {"fail", [=](on s) { s.made->fail(s.other, text); }},
        {"skip", [=](on s) { s.made->skip("e", text); }},
        {"cancel", [](on s) { s.made->cancel(); }},
        {"decide",
         [=](on s) {
             s.made->record_decision({.question = text,
                                      .choice = text,
                                      .affects_tasks = {"b", "c"},
                                      .supersedes = s.risky,
                                      .resolves = s.choice,
                                      .branch = {"d"}});
         }},
        {"approve", [=](on s) { s.made->approve(s.risky, {.comments = text, .by = text}); }},
        {"discover",
         [=](on s) {
             s.made->record_discovery({.content = text, .affects_tasks = {"b", "c"}});
         }},
        {"artifact",
         [=](on s) {
             s.made->record_artifact({.path = text, .associated_task = "b", .content = "content"});
         }},
        {"nudge", [=](on s) { s.made->inject_nudge({.target = text, .message = text}); }},
        {"nudge all", [=](on s) { s.made->inject_nudge({.target = "all", .message = text}); }},
        {"acknowledge", [](on s) { s.made->acknowledge({s.made->inbox("ben").front().id}); }},
        {"register", [=](on s) { s.made->register_agent({.id = text, .log_ref = text}); }},
        {"lead", [=](on s) { s.made->lead(text); }},
        {"reclaim",
         [](on s) {
             s.with.clock.advance(std::chrono::hours{1});
             s.made->reclaim();
         }},
        {"load", [](on s) { s.made->load(s.saved); }},
    };
}

}  // namespace

TEMPLATE_TEST_CASE("a call on a task memory that runs out of memory changed nothing",
                   "[strong_guarantee][task]", memory, plain) {
    for (const auto& [name, make] : calls<TestType>()) {
        INFO(name);
        for (std::size_t n = 1;; ++n) {
            stage<TestType> with;
            if (std::string{name} == "claim") with.made->add_task(named("x"));
            if (std::string{name} == "backwards") {
                with.made->add_task(named("f2"));
                with.made->add_task(named("f3", {"f2"}));
            }
            const auto before = with.seen();
            const bool done = survives(n, [&, &make = make] { make(with); });
            if (done) {
                CHECK(with.seen() != before);
                break;
            }
            REQUIRE(with.seen() == before);
            make(with);  // works now
            REQUIRE(n < 100'000);
        }
    }
}
