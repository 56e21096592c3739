// Entity memories as the subject of a simulation.
#pragma once

#include "bundles.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/time/manual_clock.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_test {

template <class Journal>
class simulated_entities {
    struct policies : bundle<two_segment, type_and_id, unlocked, watched, uncounted, Journal> {};
    static constexpr const char* page = "page";

public:
    using memory_type = workmem::basic_entity_memory<workmem::entity, policies>;
    using notice_type = workmem::entity_notice<>;
    using observer_type = watched;
    using value_type = std::string;  // its name
    static constexpr std::string_view owner = "entity";
    static constexpr auto stream = "agent";
    static constexpr std::uint64_t effort = 1;  // of a run, compared with others
    static constexpr std::string_view trace = R"("type":"page")";

    template <class Run>
    explicit simulated_entities(Run& run) {
        options_.capacity = run.one_in(3) ? 4 : 1'000;
        options_.ttl.reset();
        if (forgets() && run.one_in(2)) options_.ttl = workmem::milliseconds{300};
    }
    [[nodiscard]] bool forgets() const { return options_.capacity < 1'000; }
    void begin_again() {}
    workmem::result<memory_type> open(workmem::manual_clock clock, watched observer,
                                      Journal journal, workmem::retention keep,
                                      workmem::clock_gap gap) const {
        return memory_type::try_make(options_, {.clock = std::move(clock),
                                                .observer = std::move(observer),
                                                .journal = std::move(journal),
                                                .stream = stream,
                                                .keep = keep,
                                                .gap = gap});
    }

    static std::map<std::string, value_type> content(const memory_type& memory) {
        std::map<std::string, value_type> out;
        memory.for_each([&](const workmem::entry& each) {
            out.emplace(std::string{each.id}, std::string{each.name});
        });
        return out;
    }
    static const std::string& text(const value_type& name) { return name; }
    static value_type named(const std::string& name) { return name; }

    bool step(auto& run, memory_type& memory) {
        switch (run.below(14)) {
            case 0:
            case 1: remove(run, memory); break;
            case 2:
                if (run.one_in(3)) {
                    clear(run, memory);
                    break;
                }
                [[fallthrough]];
            case 3: run.succeeds(memory.try_sweep()); break;
            case 4: (void)memory.get(page, run.some_id()); return false;
            case 5: memory.mention(page, run.some_id(), workmem::strength::chosen); return false;
            case 6: add_two(run, memory); break;
            default: add(run, memory, run.some_id()); break;
        }
        return true;
    }
    auto add_once(auto&, memory_type& memory, const std::string& key,
                  const workmem::call_options& call) {
        return memory.try_add(entity_of(key, key), workmem::strength::mentioned, call);
    }
    void add_secret(auto& run, memory_type& memory, const std::string& secret) {
        add(run, memory, secret);
    }
    auto erase(auto&, memory_type& memory, const std::string& secret) {
        return memory.try_erase(page, secret);
    }
    // A break before opening becomes a fact with the next change.
    void probe(auto& run, memory_type& memory) { add(run, memory, "probe"); }

private:
    static workmem::entity entity_of(const std::string& id, const std::string& name) {
        return {.type = page, .id = std::string_view{id}, .name = name};
    }
    void add(auto& run, memory_type& memory, const std::string& id) {
        const auto name = run.some_name();
        run.settle(id, run.succeeds(memory.try_add(entity_of(id, name))), name);
    }
    void add_two(auto& run, memory_type& memory) {
        const std::vector<workmem::entity> two{entity_of(run.some_id(), run.some_name()),
                                               entity_of("q", run.some_name())};
        const bool done = run.succeeds(memory.try_add_many(two));
        for (const auto& each : two) run.settle(std::string{each.id.text()}, done, each.name);
    }
    void remove(auto& run, memory_type& memory) {
        const auto id = run.some_id();
        const auto removed = memory.try_remove(page, id);
        if (!run.succeeds(removed))
            run.settle(id, false, {});
        else if (*removed)
            run.settle(id, true, {});
    }
    void clear(auto& run, memory_type& memory) {
        const auto cleared = memory.try_clear();
        const bool done = run.succeeds(cleared);
        if (done && *cleared == 0) return;
        for (const auto& each : run.known()) run.settle(each, done, {});
    }

    workmem::entity_options options_;
};

}  // namespace workmem_test
