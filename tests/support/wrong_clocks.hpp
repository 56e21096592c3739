// What a writer whose clock is wrong does to others, in every memory, for every engine in
// WORKMEM_TIMED_ENGINES: types with `open()`, a handle. To be included once, by the file that lists
// them.
#pragma once

#include "catch.hpp"
#include "clock_bundles.hpp"

#include <workmem/time/system_clock.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace workmem_test {

using namespace std::chrono_literals;
using workmem::milliseconds;
using names = std::vector<std::string>;

inline constexpr milliseconds clock_gaps[]{
    24h * 365 * 200, -24h * 365 * 200, 24h * 30, -24h * 30, 6min, -6min};

// An engine that several machines use, where it is `time`, and their clocks. An agent has every
// memory.
template <class Engine>
struct several_machines {
    using agent_type = workmem::basic_agent_memory<over_time>;

    explicit several_machines(milliseconds away) : their_clock{time.now() + away} {}

    Engine engine;
    workmem::manual_clock time{};
    bool is_told = true;  // whether the engine knows it
    machine_clock our_clock{time.now()}, their_clock;

    agent_type open(machine_clock clock, milliseconds skew = workmem::journal::usual_clock_skew) {
        workmem::agent_options options;
        options.entities.ttl = 5min;
        return {options,
                {.clock = clock,
                 .journal = {engine.open(), is_told ? std::optional{time} : std::nullopt},
                 .stream = "agent/a",
                 .gap = workmem::clock_gap::elapse,
                 .max_clock_skew = skew}};
    }
    agent_type ours() { return open(our_clock); }
    agent_type theirs(milliseconds skew = workmem::journal::usual_clock_skew) {
        return open(their_clock, skew);
    }
    void pass(milliseconds by) {
        time.advance(by);
        our_clock.advance(by);
        their_clock.advance(by);
    }
};

inline names clock_alerts(const workmem::health_report& of) {
    names out;
    for (const auto& each : of.alerts)
        if (each.metric == "clock") out.push_back(each.message);
    return out;
}
// One of everything, by that name: a thing for 5 minutes, a note and what was said for an hour, a
// task and what is kept for ever.
template <class Agent>
void put_everywhere(Agent& agent, const std::string& name) {
    agent.entities.add({.type = "page", .id = name, .name = name});
    workmem::new_item note;
    note.text = note.key = name;
    agent.items.memorize(note);
    agent.session.add({.content = name, .priority = workmem::priority::low});
    agent.plan.add_task({.title = name, .id = name});
    agent.long_term.put({.id = name, .content = name});
}
// Where it has not expired.
template <class Agent>
std::string holders(const Agent& agent, const std::string& name) {
    std::string out;
    if (agent.entities.contains("page", name)) out += "entities ";
    const auto note = agent.items.peek_by_key(name);
    if (note && !agent.items.explain(note->id).expired) out += "items ";
    for (const auto& each : agent.session.list().memories)
        if (each.content == name) out += "session ";
    if (agent.plan.try_get(name)) out += "plan ";
    if (agent.long_term.get(name)) out += "long_term ";
    return out;
}

TEMPLATE_TEST_CASE("leases and times to live end in time after a visit of a wrong clock",
                   "[journal][clocks]", WORKMEM_TIMED_ENGINES) {
    for (const auto away : clock_gaps) {
        CAPTURE(away.count());
        several_machines<TestType> with{away};
        auto mine = with.ours();
        put_everywhere(mine, "mine");
        mine.plan.claim("mine", "ann", {.lease = 5min});
        with.pass(1min);
        {
            auto visitor = with.theirs();
            CHECK(holders(visitor, "mine") == "entities items session plan long_term ");
            put_everywhere(visitor, "theirs");
            visitor.plan.claim("theirs", "zed", {.lease = 5min});
            CHECK(visitor.plan.reclaim().empty());
            CHECK(visitor.sweep() == 0);
        }
        mine.catch_up();
        CHECK(mine.long_term.get("theirs")->created == with.time.now());
        // A claim may be taken half a minute after its lease.
        with.pass(4min + 29s);
        CHECK(holders(mine, "mine") == "items session plan long_term ");
        CHECK(holders(mine, "theirs") == "entities items session plan long_term ");
        CHECK(mine.plan.reclaim().empty());
        with.pass(1s);
        CHECK(mine.plan.reclaim() == std::vector<workmem::task_id>{"mine"});
        with.pass(59s);
        CHECK(mine.plan.reclaim().empty());
        with.pass(1s);
        CHECK(mine.plan.reclaim() == std::vector<workmem::task_id>{"theirs"});
        with.pass(1h - 6min - 30s - 1ms);
        CHECK(holders(mine, "mine") == "items session plan long_term ");
        with.pass(1ms);
        CHECK(holders(mine, "mine") == "plan long_term ");
        CHECK(holders(mine, "theirs") == "items session plan long_term ");
        with.pass(1min);
        CHECK(holders(mine, "theirs") == "plan long_term ");
        // What has no end is there for whoever comes.
        mine.flush();
        auto again = with.theirs();
        CHECK(holders(again, "mine") == "plan long_term ");
        CHECK(again.plan == mine.plan);
        CHECK(again.session == mine.session);
        CHECK(again.items == mine.items);
    }
}

TEMPLATE_TEST_CASE("a sweep of all sessions by a wrong clock takes what is due",
                   "[journal][clocks]", WORKMEM_TIMED_ENGINES) {
    for (const auto away : clock_gaps) {
        CAPTURE(away.count());
        several_machines<TestType> with{away};
        using store = workmem::basic_session_store<over_time>;
        const auto open = [&](machine_clock clock) {
            return std::make_unique<store>(
                workmem::session_options{},
                store::parts{.clock = clock, .journal = {with.engine.open(), with.time}});
        };
        const auto mine = open(with.our_clock);
        mine->add("ann", {.content = "mine", .priority = workmem::priority::low});
        const auto visitor = open(with.their_clock);
        visitor->add("ben", {.content = "theirs", .priority = workmem::priority::low});
        CHECK(visitor->sweep() == 0);
        CHECK(mine->sweep() == 0);
        CHECK(visitor->health().ok() == false);
        CHECK(mine->health().ok());
        with.pass(1h - 1ms);
        CHECK(visitor->tick() == 0);
        CHECK(mine->list("ben").memories.size() == 1);
        with.pass(1ms);
        CHECK(mine->list("ben").memories.empty());
        CHECK(visitor->sweep() == 2);
    }
}

TEMPLATE_TEST_CASE("who has a wrong clock is told, and nobody else", "[journal][clocks]",
                   WORKMEM_TIMED_ENGINES) {
    for (const auto away : clock_gaps) {
        several_machines<TestType> with{away};
        auto mine = with.ours();
        put_everywhere(mine, "mine");
        auto visitor = with.theirs();
        put_everywhere(visitor, "theirs");
        mine.catch_up();
        CHECK(clock_alerts(mine.health()).empty());
        const names told{"the clock is " +
                         std::to_string(away.count() < 0 ? -away.count() : away.count()) +
                         (away.count() < 0 ? " ms behind" : " ms ahead of") +
                         " the journal's, by which it was set, more than 300000 ms"};
        CHECK(clock_alerts(visitor.health()) == told);
        CHECK(clock_alerts(visitor.entities.health()) == told);
        CHECK(clock_alerts(visitor.items.health()) == told);
        CHECK(clock_alerts(visitor.session.health()) == told);
        CHECK(clock_alerts(visitor.long_term.health()) == told);
        CHECK(clock_alerts(visitor.plan.health()) == told);
    }
}

TEMPLATE_TEST_CASE("clocks that differ by less than is allowed are left alone", "[journal][clocks]",
                   WORKMEM_TIMED_ENGINES) {
    for (const milliseconds away : {5min, -5min}) {
        several_machines<TestType> with{away};
        auto visitor = with.theirs();
        put_everywhere(visitor, "theirs");
        CHECK(visitor.long_term.get("theirs")->created == with.their_clock.now());
        CHECK(clock_alerts(visitor.health()).empty());
        // As far as that is allowed.
        auto strict = with.theirs(5min - 1ms);
        CHECK_FALSE(clock_alerts(strict.health()).empty());
    }
}

TEMPLATE_TEST_CASE(
    "after a visit from ahead of a stream whose time nobody knows, things end in time",
    "[journal][clocks]", WORKMEM_TIMED_ENGINES) {
    for (const milliseconds ahead : {24h * 365 * 200, 24h * 30}) {
        CAPTURE(ahead.count());
        several_machines<TestType> with{ahead};
        with.is_told = false;
        auto mine = with.ours();
        {
            auto visitor = with.theirs();
            put_everywhere(visitor, "theirs");
            visitor.plan.claim("theirs", "zed", {.lease = 5min});
        }
        put_everywhere(mine, "mine");
        mine.plan.claim("mine", "ann", {.lease = 5min});
        const names told{"the clock is " + std::to_string(ahead.count()) +
                         " ms behind the last change of the stream, more than 300000 ms"};
        CHECK(clock_alerts(mine.health()) == told);
        CHECK(clock_alerts(mine.plan.health()) == told);
        const std::string everywhere = "entities items session plan long_term ";
        CHECK(holders(mine, "mine") == everywhere);
        CHECK(holders(mine, "theirs") == everywhere);
        with.pass(5min - 1ms);
        CHECK(holders(mine, "mine") == everywhere);
        CHECK(mine.plan.reclaim().empty());
        with.pass(1ms);
        CHECK(holders(mine, "mine") == "items session plan long_term ");
        with.pass(30s);
        CHECK(mine.plan.reclaim().size() == 2);
        with.pass(1h - 5min - 30s - 1ms);
        CHECK(holders(mine, "mine") == "items session plan long_term ");
        with.pass(1ms);
        CHECK(holders(mine, "mine") == "plan long_term ");
        CHECK(holders(mine, "theirs") == "plan long_term ");
        // Who comes later goes on from there.
        mine.sweep();
        const auto later = with.ours();
        CHECK(later.session.list({}).memories.empty());
        CHECK(later.plan == mine.plan);
    }
}

TEMPLATE_TEST_CASE("a writer that is behind a stream whose time nobody knows loses nothing",
                   "[journal][clocks]", WORKMEM_TIMED_ENGINES) {
    for (const milliseconds behind : {24h * 365 * 200, 24h * 30}) {
        CAPTURE(behind.count());
        several_machines<TestType> with{-behind};
        with.is_told = false;
        auto mine = with.ours();
        put_everywhere(mine, "mine");
        mine.plan.claim("mine", "ann", {.lease = 5min});
        auto visitor = with.theirs();
        put_everywhere(visitor, "theirs");
        visitor.plan.claim("theirs", "zed", {.lease = 5min});
        CHECK_FALSE(clock_alerts(visitor.health()).empty());
        mine.catch_up();
        CHECK(clock_alerts(mine.health()).empty());
        for (auto* const each : {&mine, &visitor}) {
            CHECK(each->sweep() == 0);
            CHECK(each->plan.reclaim().empty());
            CHECK(holders(*each, "mine") == "entities items session plan long_term ");
            CHECK(holders(*each, "theirs") == "entities items session plan long_term ");
        }
        with.pass(5min + 30s - 1ms);
        CHECK(mine.plan.reclaim().empty());
        CHECK(visitor.plan.reclaim().empty());
        with.pass(1ms);
        CHECK(visitor.plan.reclaim().size() == 2);
        CHECK(mine.plan.try_claim("mine", "ann"));
        with.pass(1h - 5min - 30s);
        for (auto* const each : {&mine, &visitor}) {
            CHECK(holders(*each, "mine") == "plan long_term ");
            CHECK(holders(*each, "theirs") == "plan long_term ");
        }
    }
}

TEMPLATE_TEST_CASE("an engine knows the time of its machine", "[journal][clocks]",
                   WORKMEM_TIMED_ENGINES) {
    TestType engine;
    const auto told = engine.open().now();
    if (!told) return;  // it lives in this process
    const auto away = *told - workmem::system_clock{}.wall();
    CHECK(away < workmem::journal::usual_clock_skew);
    CHECK(away > -workmem::journal::usual_clock_skew);
}

}  // namespace workmem_test
