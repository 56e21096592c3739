// Whichever allocation fails, a call on a bounded store that throws changed nothing: neither what
// can be seen, nor the journal, nor what observers heard; and the next call works.
#include "bounded_bundles.hpp"
#include "catch.hpp"
#include "failing_new.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace workmem_test;

namespace {

template <class Policies>
struct stage {
    using store = store_of<Policies>;
    typename store::parts with{};
    std::size_t heard = 0;
    std::optional<store> made{};

    stage() {
        if constexpr (Policies::observer::listens)
            with.observer.template on<workmem::bounded_notice>(
                [this](const workmem::bounded_notice& notice) {
                    heard += 1 + notice.removed.size() + notice.events.size();
                });
        if constexpr (Policies::journal::records) with.stream = "s";
        made.emplace(workmem::bounded_options{.max_items = 6}, with);
        made->memorize({.text = std::string(40, 'a'), .key = std::string(30, 'k'), .step = 1});
        made->memorize({.text = "b", .group = "a group of a long enough name", .tags = {"t"}});
        made->memorize({.text = "c", .group = "a group of a long enough name"});
        made->memorize({.text = std::string(50, 'd'), .importance = 0.1});
    }
    std::string seen() {
        const auto& memory = *made;
        std::string out = memory.to_json_text() + memory.context() + std::to_string(heard) +
                          " at " + std::to_string(memory.sequence()) + " of " +
                          std::to_string(memory.options().max_items) + ' ' +
                          std::to_string(memory.history(std::string(30, 'k')).size());
        for (const auto& each : memory.audit())
            out += std::string{to_string(each.kind)} + std::to_string(each.items.size()) + ' ';
        for (const auto& each : memory.all()) out += memory.explain(each.id).text;
        if constexpr (Policies::journal::records)
            CHECK(with.journal.read(
                "s", 0, [&](const workmem::journal::record& each) { out += each.bytes; }));
        return out;
    }
};

template <class Store>
using call = std::pair<const char*, std::function<void(Store&)>>;

// Ids are drawn outside: a call that failed has used some up.
template <class Store>
std::vector<call<Store>> calls() {
    const auto key = std::string(30, 'k');
    const workmem::new_item fresh{.text = std::string(80, 'x'),
                                  .key = key,
                                  .tags = {std::string(40, 't')},
                                  .metadata = {{std::string(30, 'm'), 1.5}}};
    std::vector<workmem::new_item> batch;
    for (int i = 0; i < 5; ++i)
        batch.push_back({.text = std::string(20, 'y') + std::to_string(i),
                         .group = "another group of a long name"});
    workmem::item_change change;
    change.text = std::string(120, 'z');
    change.group = "another group of a long name";
    return {
        {"memorize", [=](Store& s) { s.memorize(fresh); }},
        {"supersede", [=](Store& s) { s.memorize(fresh); }},
        {"batch", [=](Store& s) { s.memorize_all(batch); }},
        {"update", [=](Store& s) { s.update(s.all().front().id, change); }},
        {"set_importance", [](Store& s) { s.set_importance(s.all().back().id, 0.05); }},
        {"step", [](Store& s) { s.set_step(3); }},
        {"remember", [](Store& s) { (void)s.remember("y"); }},
        {"remember without a prompt", [](Store& s) { (void)s.remember(""); }},
        {"get", [](Store& s) { (void)s.get_by_key("none"); }},
        {"forget softly", [](Store& s) { s.forget("least important"); }},
        {"restore", [](Store& s) { s.restore_all(); }},
        {"forget", [](Store& s) { s.forget("oldest", workmem::forget_mode::hard); }},
        {"lower the limits", [](Store& s) { s.set_options({.max_items = 3}); }},
        {"more room", [](Store& s) { s.set_options({.max_items = 300}); }},
        {"a crowd",
         [](Store& s) {
             std::vector<workmem::new_item> crowd(50, {.text = "a text that is quite long"});
             s.memorize_all(std::move(crowd));
         }},
        {"flush", [](Store& s) { s.flush(); }},
        {"sweep", [](Store& s) { s.sweep(); }},
        {"clear", [](Store& s) { s.clear(); }},
        {"memorize into none", [=](Store& s) { s.memorize(fresh); }},
    };
}

}  // namespace

TEMPLATE_TEST_CASE("no failing allocation changes a bounded store", "[strong_guarantee][bounded]",
                   guard_plain, guard_recorded, density_recorded, fifo_store, lru_store) {
    stage<TestType> tried;
    std::size_t failures = 0;
    for (const auto& each : calls<store_of<TestType>>()) {
        const auto* const name = each.first;
        const auto& run = each.second;
        INFO(name);
        const auto before = tried.seen();
        for (std::size_t n = 1;; ++n) {
            INFO("allocation " << n);
            if (survives(n, [&] { run(*tried.made); })) break;
            ++failures;
            REQUIRE(tried.seen() == before);
        }
        if constexpr (TestType::journal::records) {
            tried.made->flush();
            auto unheard = tried.with;
            unheard.observer = {};
            const store_of<TestType> again{tried.made->options(), unheard};
            REQUIRE(again == *tried.made);
        }
    }
    CHECK(failures > 100);
}

TEST_CASE("a full store that takes one more allocates nothing but what it answers",
          "[strong_guarantee][bounded]") {
    store_of<guard_plain> memory{{.max_items = 6}};
    const auto made = [] { return workmem::new_item{.text = std::string(200, 'x')}; };
    // Until the audit is full as well.
    for (int i = 0; i < 600; ++i) memory.memorize(made());
    auto next = made();
    std::size_t evicted = 0;
    // One for the list of what left.
    CHECK(survives(2, [&] { evicted = memory.memorize(std::move(next)).evicted.size(); }));
    CHECK(evicted == 1);
}
