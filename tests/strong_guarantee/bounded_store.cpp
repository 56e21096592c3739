// Whichever allocation fails, a call on a bounded store that throws changed nothing: neither what
// can be seen, nor the journal, nor what observers heard; and the next call works.
#include "bounded_bundles.hpp"
#include "catch.hpp"
#include "failing_calls.hpp"

#include <cstddef>
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
    // Without ids, of which a call that fails uses some up.
    std::string facts() const {
        std::string out;
        for (const auto& each : made->all())
            out += each.text + each.key + each.group + std::to_string(each.pinned) + '\n';
        return out;
    }
    std::string first() const { return made->all().front().id; }
    std::string last() const { return made->all().back().id; }
    // Who opens the stream anew finds what is here.
    void reopen() {
        if constexpr (Policies::journal::records) {
            made->flush();
            auto unheard = with;
            unheard.observer = {};
            const store again{made->options(), unheard};
            REQUIRE(again == *made);
        }
    }
    std::string seen() const {
        auto journal = with.journal;
        const auto& memory = *made;
        std::string out = memory.to_json_text() + memory.context() + std::to_string(heard) +
                          " at " + std::to_string(memory.sequence()) + " of " +
                          std::to_string(memory.options().max_items) + ' ' +
                          std::to_string(memory.history(std::string(30, 'k')).size());
        for (const auto& each : memory.audit())
            out += std::string{to_string(each.kind)} + std::to_string(each.items.size()) + ' ';
        for (const auto& each : memory.all()) out += memory.explain(each.id).text;
        if constexpr (Policies::journal::records)
            CHECK(journal.read("s", 0,
                               [&](const workmem::journal::record& each) { out += each.bytes; }));
        return out;
    }
};

template <class Policies>
std::vector<failing_call<stage<Policies>>> calls() {
    using on = stage<Policies>&;
    const auto key = std::string(30, 'k');
    const workmem::new_item fresh{.text = std::string(80, 'x'),
                                  .key = key,
                                  .tags = {std::string(40, 't')},
                                  .metadata = {{std::string(30, 'm'), std::string(60, 'v')}}};
    std::vector<workmem::new_item> batch;
    for (int i = 0; i < 5; ++i)
        batch.push_back({.text = std::string(20, 'y') + std::to_string(i),
                         .group = "another group of a long name"});
    const std::vector<workmem::new_item> crowd(50, {.text = "a text that is quite long"});
    workmem::item_change change;
    change.text = std::string(120, 'z');
    change.group = "another group of a long name";
    const auto saved = stage<Policies>{}.made->to_json_text();
    std::vector<failing_call<stage<Policies>>> out{
        {"memorize", effect::change, [=](on s) { s.made->memorize(fresh); }},
        {"supersede", effect::change, [=](on s) { s.made->memorize(fresh); }},
        {"batch", effect::change, [=](on s) { s.made->memorize_all(batch); }},
        {"update", effect::change, [=](on s) { s.made->update(s.first(), change); }},
        {"set_importance", effect::change, [=](on s) { s.made->set_importance(s.last(), 0.05); }},
        {"pin", effect::change, [=](on s) { s.made->pin(s.first()); }},
        {"unpin", effect::change, [=](on s) { s.made->unpin(s.first()); }},
        {"set_step", effect::change, [=](on s) { s.made->set_step(3); }},
        {"advance_step", effect::change, [=](on s) { s.made->advance_step(); }},
        {"remember", effect::touch, [=](on s) { (void)s.made->remember("y"); }},
        {"remember without a prompt", effect::touch, [=](on s) { (void)s.made->remember(""); }},
        {"search", effect::nothing, [=](on s) { (void)s.made->search("y", 3); }},
        {"get", effect::touch, [=](on s) { (void)s.made->get(s.last()); }},
        {"get by key", effect::touch, [=](on s) { (void)s.made->get_by_key(key); }},
        {"touch", effect::touch, [=](on s) { s.made->touch(s.first()); }},
        {"summarize", effect::nothing, [=](on s) { (void)s.made->summarize({}, 1'000); }},
        {"capacity", effect::nothing, [=](on s) { (void)s.made->get_capacity_info(); }},
        {"explain", effect::nothing, [=](on s) { (void)s.made->explain(s.first()); }},
        {"audit", effect::nothing, [=](on s) { (void)s.made->audit(); }},
        {"history", effect::nothing, [=](on s) { (void)s.made->history(key); }},
        {"identify", effect::nothing, [=](on s) { (void)s.made->identify(s.first()); }},
        {"context", effect::nothing, [=](on s) { (void)s.made->context(100); }},
        {"to_json_text", effect::nothing, [=](on s) { (void)s.made->to_json_text(); }},
        {"refused for want of room", effect::touch,
         [=](on s) { (void)s.made->try_memorize({.text = std::string(9'999, 'x')}); }},
        {"forget softly", effect::change, [=](on s) { s.made->forget("least important"); }},
        {"restore all", effect::change, [=](on s) { s.made->restore_all(); }},
        {"forget", effect::change,
         [=](on s) { s.made->forget("oldest", workmem::forget_mode::hard); }},
        {"lower the limits", effect::change, [=](on s) { s.made->set_options({.max_items = 3}); }},
        {"more room", effect::change, [=](on s) { s.made->set_options({.max_items = 300}); }},
        {"a crowd", effect::change, [=](on s) { s.made->memorize_all(crowd); }},
        {"flush", effect::touch, [=](on s) { s.made->flush(); }},
        {"sweep", effect::touch, [=](on s) { s.made->sweep(); }},
        {"erase", effect::parts, [=](on s) { s.made->erase(key); }},
        {"clear", effect::change, [=](on s) { s.made->clear(); }},
        {"memorize into none", effect::change, [=](on s) { s.made->memorize(fresh); }},
        {"load_text", effect::change, [=](on s) { s.made->load_text(saved); }},
    };
    if constexpr (Policies::journal::records) {
        out.push_back({"catch_up", effect::nothing, [](on s) { s.made->catch_up(); }});
        out.push_back({"changes_since", effect::nothing,
                       [](on s) { (void)s.made->changes_since(s.made->position()); }});
        out.push_back({"snapshot", effect::touch, [](on s) { s.made->snapshot(); }});
    }
    return out;
}

}  // namespace

TEMPLATE_TEST_CASE("no failing allocation changes a bounded store", "[strong_guarantee][bounded]",
                   guard_plain, guard_recorded, density_recorded, fifo_store, lru_store) {
    fail_everywhere(calls<TestType>());
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
