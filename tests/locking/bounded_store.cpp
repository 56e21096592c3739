// Eight threads on one bounded store, for ThreadSanitizer and for everyone.
#include "bounded_bundles.hpp"
#include "bounded_steps.hpp"
#include "callers.hpp"
#include "catch.hpp"
#include "journal_bundles.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/ranking/bm25.hpp>

using namespace workmem_test;
using workmem::bounded_notice;
using workmem::bounded_options;

namespace {

constexpr int threads = 8;

template <class Body>
void on_threads(Body&& body) {
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) all.emplace_back([&body, t] { body(t); });
    for (auto& each : all) each.join();
}

struct shared_watched : bounded_bundle<importance_guard, std::shared_mutex, watched,
                                       workmem::journal::none, workmem::ranking::bm25> {};
struct locked_density : bounded_bundle<value_density, std::mutex> {};
struct locked_recorded : bounded_bundle<importance_guard, std::mutex, watched, recorded> {};
struct shared_recorded
    : bounded_bundle<value_density, std::shared_mutex, watched, recorded, workmem::ranking::bm25> {
};

// What an observer may rely on: sequence order, one at a time. A refusal is no change and comes
// with the sequence of the last one.
struct listener {
    std::atomic<int> inside{0};
    std::uint64_t last = 0;  // unguarded on purpose
    std::uint64_t heard = 0;
    bool in_order = true;
    bool alone = true;

    template <class Parts>
    void attach(Parts& with) {
        with.observer.template on<bounded_notice>([this](const bounded_notice& notice) {
            alone = alone && inside.fetch_add(1) == 0;
            in_order = in_order && notice.sequence >= last;
            last = notice.sequence;
            ++heard;
            inside.fetch_sub(1);
        });
    }
};

}  // namespace

TEMPLATE_TEST_CASE("every verb of a bounded store, from eight threads at once",
                   "[threads][bounded]", shared_watched, locked_density, locked_recorded,
                   shared_recorded) {
    using store = store_of<TestType>;
    typename store::parts with;
    if constexpr (TestType::journal::records) with.stream = "agent";
    auto silent = with;
    listener ear;
    if constexpr (TestType::observer::listens) ear.attach(with);
    // The greatest limits that `random_options` gives.
    constexpr std::int64_t most_items = 14, most_tokens = 440;
    store memory{{.max_items = most_items, .max_tokens = most_tokens}, with};
    std::atomic<std::size_t> wrong{0};
    on_threads([&](int t) {
        dice roll{static_cast<std::uint64_t>(t) + 1};
        auto clock = with.clock;
        for (int i = 0; i < 250; ++i) {
            (void)any_call(memory, clock, roll, [](const auto&) {});
            switch (roll.below(8)) {
                case 0: {
                    const auto info = memory.get_capacity_info();
                    wrong += info.items > info.max_items || info.tokens > info.max_tokens;
                    break;
                }
                case 1: wrong += memory.context(100).size() > 100; break;
                case 2: wrong += memory.all().size() > most_items; break;
                case 3: wrong += memory.to_json().at("items").size() > most_items; break;
                case 4:
                    wrong += memory.summarize(workmem::summary_scope::recent(3), 40).tokens > 40;
                    break;
                case 5: {
                    const auto id = random_id(memory, roll);
                    const auto held = memory.peek(id);
                    wrong += held && held->id != id;
                    const auto why = memory.try_explain(id);
                    wrong += why && why->value.id != id;
                    (void)memory.contains(id);
                    break;
                }
                case 6:
                    wrong += memory.audit().size() > memory.options().audit_limit;
                    (void)memory.history("k1");
                    break;
                default: memory.catch_up();
            }
        }
    });
    CHECK(wrong == 0);
    CHECK(memory.size() == memory.all({.with_forgotten = true}).size());
    if constexpr (TestType::observer::listens) {
        CHECK(ear.alone);
        CHECK(ear.in_order);
        CHECK(ear.heard > 0);
        CHECK(ear.last <= memory.sequence());
    }
    if constexpr (TestType::journal::records) {
        memory.flush();
        const store again{memory.options(), silent};
        CHECK(again == memory);
        CHECK(again.to_json_text() == memory.to_json_text());
    }
}

TEST_CASE("nothing memorized by eight threads is lost, no notice is missing",
          "[threads][bounded]") {
    store_of<locked_recorded>::parts with;
    listener ear;
    ear.attach(with);
    store_of<locked_recorded> memory{{.max_items = 1'000, .max_tokens = 100'000}, with};
    on_threads([&](int t) {
        for (int i = 0; i < 60; ++i) memory.memorize(std::to_string(t) + '-' + std::to_string(i));
    });
    CHECK(memory.size() == threads * 60);
    CHECK(memory.sequence() == threads * 60);
    CHECK(ear.heard == threads * 60);
    CHECK(ear.in_order);
    CHECK(ear.alone);
    std::vector<int> next(threads, 0);
    int wrong = 0;
    for (const auto& each : memory.all()) {
        const auto t = static_cast<std::size_t>(each.text[0] - '0');
        wrong += each.text != std::to_string(t) + '-' + std::to_string(next[t]++);
    }
    CHECK(wrong == 0);
}

TEST_CASE("eight stores on one stream, a thread each", "[threads][bounded][journal]") {
    using store = store_of<shared_recorded>;
    store::parts with;
    with.stream = "agent";
    const bounded_options options{.max_items = 1'000, .max_tokens = 100'000};
    std::vector<std::unique_ptr<store>> stores;
    for (int t = 0; t < threads; ++t) {
        auto mine = with;
        mine.ids = workmem::sequential_ids{"t" + std::to_string(t)};
        stores.push_back(std::make_unique<store>(options, mine));
    }
    std::atomic<std::size_t> added{0};
    on_threads([&](int t) {
        auto& mine = *stores[static_cast<std::size_t>(t)];
        for (int i = 0; i < 30;) {
            // Who always loses hears of it and tries again.
            const auto done = mine.try_memorize({.text = std::to_string(t), .key = "shared"});
            if (!done) continue;
            ++i;
            ++added;
            (void)mine.get(done->id);
        }
        while (!mine.try_flush()) {
        }
    });
    CHECK(added == threads * 30);
    for (auto& each : stores) each->catch_up();
    for (auto& each : stores) {
        CHECK(each->size() == 1);
        CHECK(each->sequence() == stores[0]->sequence());
        CHECK(*each == *stores[0]);
    }
}

namespace {

// A disk that fails when somebody has tried to read what is not on it yet.
struct late_failure : faulty_journal {
    struct signals {
        std::mutex one_at_a_time;
        std::atomic<bool> writing{false}, is_read{false};
        callers reading;
    };
    std::shared_ptr<signals> to = std::make_shared<signals>();

    workmem::journal::append_outcome append(std::string_view stream, std::uint64_t expected,
                                            std::span<const std::string_view> lines) {
        const std::lock_guard lock{to->one_at_a_time};
        return faulty_journal::append(stream, expected, lines);
    }
    template <class Visit>
    auto read(std::string_view stream, std::uint64_t from, Visit&& visit) {
        const std::lock_guard lock{to->one_at_a_time};
        return faulty_journal::read(stream, from, std::forward<Visit>(visit));
    }
    workmem::result<void> commit(std::string_view stream, std::uint64_t sequence) {
        // The writer waits until the reader waits for it, comes here itself, or has been answered.
        if (to->writing.exchange(true))
            to->is_read = true;
        else
            (void)eventually([&] { return to->is_read || to->reading.are_waiting(1); });
        const std::lock_guard lock{to->one_at_a_time};
        at->fail_commit = true;
        return faulty_journal::commit(stream, sequence);
    }
};
struct on_late_failure
    : bounded_bundle<importance_guard, std::shared_mutex, workmem::observer::none, late_failure> {};

}  // namespace

TEST_CASE("what is not durable is never shown", "[threads][bounded][journal]") {
    for (const int verb : {0, 1, 2, 3}) {
        INFO("verb " << verb);
        const store_of<on_late_failure>::parts with{.stream = "agent"};
        store_of<on_late_failure> memory{{}, with};
        std::thread writer{[&] { CHECK_FALSE(memory.try_memorize({.text = "a", .key = "k"})); }};
        CHECK(eventually([&] { return with.journal.to->writing.load(); }));
        with.journal.to->reading.begin();
        bool seen = false;
        switch (verb) {
            case 0: seen = !memory.remember("").empty(); break;
            case 1: seen = memory.get("id-1").has_value(); break;
            case 2: seen = memory.get_by_key("k").has_value(); break;
            default: seen = memory.peek("id-1").has_value();
        }
        writer.join();
        CHECK_FALSE(seen);
        CHECK(memory.empty());
    }
}
