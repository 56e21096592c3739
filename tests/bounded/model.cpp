// Random calls of every kind on a store beside a naive one: the same answers, the same content,
// never beyond a limit, and what was recorded gives the same store again.
#include "bounded_bundles.hpp"
#include "bounded_steps.hpp"
#include "catch.hpp"
#include "naive_store.hpp"
#include "repetitions.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/eviction/fifo.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/journal/open.hpp>
#include <workmem/time/manual_clock.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace workmem_test;
using workmem::bounded_options;
using workmem::item;
using workmem::milliseconds;
using workmem::new_item;

namespace {

template <class Policies>
constexpr going rule_of() {
    using eviction = typename Policies::bounded::eviction;
    if (std::is_same_v<eviction, importance_guard>) return going::by_importance;
    if (std::is_same_v<eviction, value_density>) return going::by_density;
    return std::is_same_v<eviction, workmem::eviction::fifo> ? going::first_in : going::least_used;
}

template <class List>
std::vector<std::string> ids_of(const List& list) {
    std::vector<std::string> out;
    for (const auto& each : list) {
        if constexpr (requires { each.value.id; })
            out.push_back(each.value.id);
        else
            out.push_back(each.id);
    }
    return out;
}
std::vector<std::string> sorted(std::vector<std::string> all) {
    std::sort(all.begin(), all.end());
    return all;
}

template <class Policies>
class pair_of_stores {
public:
    using store = store_of<Policies>;

    explicit pair_of_stores(bounded_options options)
        : model{rule_of<Policies>(), options}, memory{options, with()} {}

    typename store::parts with() {
        typename store::parts out{.clock = clock};
        out.ids = workmem::sequential_ids{"i"};
        if constexpr (Policies::journal::records) {
            out.journal = journal;
            out.stream = "agent";
        }
        return out;
    }

    void step(dice& roll) {
        const auto now = clock.now();
        switch (roll.below(24)) {
            case 0:
            case 1:
            case 2:
            case 3:
            case 4:
            case 5:
            case 6: memorize({random_item(roll, model.step)}); break;
            case 7: {
                std::vector<new_item> batch(roll.below(4));
                for (auto& each : batch) {
                    each = random_item(roll, model.step);
                    each.key.clear();
                    each.step.reset();
                }
                memorize(std::move(batch));
                break;
            }
            case 8:
            case 9: update(roll); break;
            case 10: {
                const auto to = model.step + static_cast<std::int64_t>(roll.below(4)) - 1;
                const bool done = memory.try_set_step(to).has_value();
                CHECK(done == (to >= model.step));
                if (done && to != model.step) model.latest = (std::max)(model.latest, now);
                if (done) model.step = to;
                break;
            }
            case 11:
                CHECK(memory.advance_step() == ++model.step);
                model.latest = (std::max)(model.latest, now);
                break;
            case 12: forget(roll, workmem::forget_mode::soft); break;
            case 13: forget(roll, workmem::forget_mode::hard); break;
            case 14: restore(); break;
            case 15: CHECK(memory.sweep() == model.sweep(now)); break;
            case 16:
            case 17: {
                const auto limits = random_options(roll);
                const auto done = memory.try_set_options(limits);
                REQUIRE(done.has_value() == model.set_options(limits, now));
                if (done) CHECK(sorted(ids_of(*done)) == model.gone);
                break;
            }
            case 18: {
                if (model.queue.empty()) break;
                const auto at = roll.below(model.queue.size());
                const bool there = !model.queue[at].forgotten;
                CHECK(memory.get(model.queue[at].id).has_value() == there);
                if (there) model.touch(at, now);
                break;
            }
            case 19: remember(roll); break;
            case 20:
                if (roll.one_in(8)) {
                    CHECK(memory.clear() == model.queue.size());
                    if (!model.queue.empty()) model.latest = (std::max)(model.latest, now);
                    model.queue.clear();
                    model.used.clear();
                }
                break;
            case 21:
                if constexpr (Policies::journal::records)
                    if (roll.one_in(3)) memory.snapshot();
                break;
            default: clock.advance(milliseconds{static_cast<int>(roll.below(60))});
        }
    }

    void compare() {
        const auto all = memory.all({.with_forgotten = true});
        REQUIRE(ids_of(all) == ids_of(model.queue));
        for (std::size_t i = 0; i < all.size(); ++i) {
            CHECK(all[i] == model.queue[i]);
            CHECK(all[i].position == i);
        }
        const auto limits = memory.options();
        const auto info = memory.get_capacity_info();
        REQUIRE(info.items <= limits.max_items);
        REQUIRE(info.tokens <= limits.max_tokens);
        CHECK(info.tokens == model.tokens());
        CHECK(memory.step() == model.step);
    }
    void compare_recorded() {
        if constexpr (Policies::journal::records) {
            memory.flush();
            const store again{memory.options(), with()};
            CHECK(again == memory);
            CHECK(again.to_json_text() == memory.to_json_text());
        }
        const auto parsed = store::from_json(memory.to_json(), memory.options(), apart());
        CHECK(ids_of(parsed.all({.with_forgotten = true})) == ids_of(model.queue));
    }

    workmem::manual_clock clock;
    workmem::journal::memory journal;
    naive_store model;
    store memory;
    std::size_t refused = 0;

private:
    typename store::parts apart() { return {.clock = clock}; }

    void memorize(std::vector<new_item> batch) {
        std::vector<item> items;
        bool valid = true;
        for (const auto& each : batch) {
            auto made = workmem::detail::to_item(new_item{each}, "i-" + std::to_string(++ids_));
            made.step = each.step.value_or(-1);
            made.pinned = each.pinned;
            // Ids are drawn one by one, up to the first that is wrong.
            if (workmem::detail::validate_new(
                    made, each.importance.value_or(memory.options().default_importance), each.step,
                    bytes_counter{})) {
                valid = false;
                break;
            }
            items.push_back(std::move(made));
        }
        const auto done = memory.try_memorize_all(batch);
        if (!valid) {
            CHECK_FALSE(done);
            return;
        }
        if (items.empty()) return;
        const bool expected = model.put(items, clock.now());
        INFO((done ? std::string{"done"} : done.error().message()));
        REQUIRE(done.has_value() == expected);
        refused += !expected;
        if (!expected) return;
        CHECK(sorted(ids_of(done->evicted)) == model.gone);
        CHECK(done->position == model.queue.size() - items.size());
        CHECK(done->usage.items == model.queue.size());
    }
    void update(dice& roll) {
        if (model.queue.empty()) return;
        const auto id = model.queue[roll.below(model.queue.size())].id;
        auto into = model.queue[model.find(id)];
        workmem::item_change what;
        const auto from = random_item(roll, 0);
        if (roll.one_in(3)) what.text = into.text = from.text;
        if (roll.one_in(3)) what.key = into.key = from.key;
        into.tokens = workmem::detail::line_tokens(bytes_counter{}, into.text, into.key);
        if (roll.one_in(3)) what.group = into.group = from.group;
        if (roll.one_in(3)) what.pinned = into.pinned = from.pinned;
        if (roll.one_in(2)) {
            const auto importance = random_importance(roll);
            what.importance = importance;
            into.importance = *workmem::importance_score::from(importance);
        }
        const auto done = memory.try_update(id, what);
        INFO((done ? std::string{"done"} : done.error().message()));
        REQUIRE(done.has_value() == model.update(id, into, clock.now()));
        if (!done) return;
        CHECK(sorted(ids_of(done->evicted)) == model.gone);
    }
    void forget(dice& roll, workmem::forget_mode mode) {
        const bool hard = mode == workmem::forget_mode::hard;
        const auto now = (std::max)(clock.now(), model.latest);
        std::string instruction;
        std::vector<std::string> chosen;
        const auto all_that = [&](auto&& test) {
            for (const auto& each : model.queue)
                if ((hard || !each.forgotten) && test(each)) chosen.push_back(each.id);
        };
        const item* one = nullptr;
        switch (roll.below(7)) {
            case 0:
                instruction = "oldest";
                for (const auto& each : model.queue)
                    if (!each.forgotten && one == nullptr) one = &each;
                break;
            case 1:
                instruction = "least important";
                for (const auto& each : model.queue)
                    if (!each.forgotten && (one == nullptr || each.importance < one->importance))
                        one = &each;
                break;
            case 2: {
                const auto at = roll.below(6);
                instruction = "position:" + std::to_string(at);
                if (at < model.queue.size()) one = &model.queue[at];
                break;
            }
            case 3: {
                const auto before = model.step - static_cast<std::int64_t>(roll.below(5));
                if (before < 0) return;
                instruction = "before:step_" + std::to_string(before);
                all_that([&](const item& each) { return each.step < before; });
                break;
            }
            case 4:
                instruction = "tag:t1";
                all_that(
                    [](const item& each) { return each.tags == std::vector<std::string>{"t1"}; });
                break;
            case 5:
                instruction = "older than 200 ms";
                all_that([&](const item& each) { return now - each.created > milliseconds{200}; });
                break;
            default:
                instruction = "everything about aa bb";
                all_that([](const item& each) {
                    const auto words = ' ' + each.text + ' ';
                    return words.find(" aa ") != words.npos && words.find(" bb ") != words.npos;
                });
        }
        INFO(instruction);
        if (one != nullptr) chosen.push_back(one->id);
        if (!hard)
            std::erase_if(chosen,
                          [&](const auto& id) { return model.queue[model.find(id)].forgotten; });
        const auto done = memory.try_forget(instruction, mode, true);
        if (!done) {
            CHECK(done.error().code() == workmem::error_code::not_found);
            return;
        }
        CHECK(ids_of(done->items) == chosen);
        for (const auto& id : chosen) {
            const auto at = model.find(id);
            if (hard)
                model.drop(at);
            else
                model.queue[at].forgotten = true;
        }
        if (!chosen.empty()) model.latest = now;
    }
    void restore() {
        std::size_t count = 0;
        for (auto& each : model.queue) count += std::exchange(each.forgotten, false);
        CHECK(memory.restore_all() == count);
        if (count > 0) model.latest = (std::max)(model.latest, clock.now());
    }
    void remember(dice& roll) {
        const bool blank = roll.one_in(2);
        const auto k = roll.below(6);
        std::vector<const item*> hits;
        for (const auto& each : model.queue)
            if (!each.forgotten && (blank || each.text.find("b") != std::string::npos))
                hits.push_back(&each);
        std::sort(hits.begin(), hits.end(), [](const item* a, const item* b) {
            return a->importance != b->importance ? a->importance > b->importance
                                                  : a->number > b->number;
        });
        if (hits.size() > k) hits.resize(k);
        std::vector<std::string> ids;
        for (const auto* const each : hits) ids.push_back(each->id);
        CHECK(ids_of(memory.remember(blank ? "" : "B", k)) == ids);
        for (auto id = ids.rbegin(); id != ids.rend(); ++id)
            model.touch(model.find(*id), clock.now());
    }

    std::size_t ids_ = 0;
};

}  // namespace

TEMPLATE_TEST_CASE("a store does what its model does", "[bounded][model]", guard_plain,
                   guard_recorded, density_recorded, fifo_store, lru_store) {
    std::size_t refused = 0;
    const auto seeds = repetitions(30, 1'000);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        INFO("seed " << seed);
        dice roll{seed};
        pair_of_stores<TestType> both{random_options(roll)};
        for (int i = 0; i < 250; ++i) {
            INFO("step " << i);
            both.step(roll);
            both.compare();
        }
        both.compare_recorded();
        refused += both.refused;
    }
    CHECK(refused > 10);
}

TEST_CASE("the same calls make the same decisions", "[bounded][model]") {
    const auto run = [] {
        dice roll{7};
        pair_of_stores<guard_plain> both{random_options(roll)};
        for (int i = 0; i < 400; ++i) both.step(roll);
        std::string out = both.memory.to_json_text() + both.memory.context();
        for (const auto& each : both.memory.audit())
            for (const auto& one : each.items) out += one.id + ' ';
        return out;
    };
    CHECK(run() == run());
}
