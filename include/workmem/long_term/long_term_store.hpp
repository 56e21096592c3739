#pragma once

#include <workmem/entity/entity_json.hpp>
#include <workmem/journal/detached.hpp>
#include <workmem/journal/recorded_memory.hpp>
#include <workmem/journal/replay.hpp>
#include <workmem/long_term/erasing.hpp>
#include <workmem/long_term/long_term.hpp>
#include <workmem/long_term/state.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// Keeps memories for good, by id: those that sessions promote and tasks teach. In memory with
/// `journal::none`, durable with any other journal, on a stream of its own. What is put is never
/// changed, so that putting it again does nothing.
///
/// Copyable and movable with `null_mutex` only; with a real mutex thread-safe. Changes throw
/// `workmem::error` where they fail and then changed nothing; each has a `try_` twin.
template <class Policies = default_policies>
class basic_long_term_store : public recorded_memory<long_term_state<Policies>, Policies> {
    static_assert(advise_common_policies<Policies, long_term_notice>());
    static_assert(advise_long_term_policies<Policies>());

    using recorded = recorded_memory<long_term_state<Policies>, Policies>;
    using recorded::keeps_history;
    using recorded::replica_;
    using typename recorded::state_type;

public:
    using value_type = long_term_memory;
    using policies = Policies;
    struct options_type {};
    using clock_type = typename Policies::clock;
    using journal_type = typename Policies::journal;
    using observer_type = typename Policies::observer;
    using notice_type = long_term_notice;

    /// The handles a store works with; each has a default.
    struct parts {
        clock_type clock{};
        observer_type observer{};
        journal_type journal{};
        std::string stream{"long-term"};  ///< where the journal keeps this store's changes
        retention keep{};                 ///< how much of the stream's history stays
    };

    /// Throws `storage_error` when the journal's stream cannot be read. With a journal, the store
    /// starts as the stream says.
    explicit basic_long_term_store(options_type = {}, parts with = {})
        : basic_long_term_store(unopened, std::move(with)) {
        replica_.open().value();
    }
    /// The same, or why not.
    [[nodiscard]] static result<basic_long_term_store> try_make(options_type = {},
                                                                parts with = {}) {
        return {from_factory, [&] { return basic_long_term_store(unopened, std::move(with)); },
                [](basic_long_term_store& made) { return made.replica_.open(); }};
    }

    // Changes.

    /// Keeps a memory; false if its id is known: then it stays as it is. Without a time, it is of
    /// now. Errors: `validation_error` (no id or content, text too long), `storage_error`,
    /// `conflict`. O(log size + its words).
    bool put(long_term_memory memory, const call_options& call = plain_call) {
        return try_put(std::move(memory), call).value();
    }
    result<bool> try_put(long_term_memory memory, const call_options& call = plain_call) {
        auto done = try_put_all({&memory, 1}, call);
        if (!done) return done.error();
        return *done > 0;
    }
    /// Keeps several, all or none; how many were new.
    std::size_t put_all(std::span<const long_term_memory> memories,
                        const call_options& call = plain_call) {
        return try_put_all(memories, call).value();
    }
    result<std::size_t> try_put_all(std::span<const long_term_memory> memories,
                                    const call_options& call = plain_call) {
        const auto now = clock_.now();
        std::vector<long_term_memory> accepted{memories.begin(), memories.end()};
        for (auto& each : accepted) {
            if (auto problem = refuse(each)) return std::move(*problem);
            if (each.created == timestamp{}) each.created = now;
        }
        return replica_.execute(
            long_term_commands::put{accepted, now}, [](std::size_t) {}, call);
    }
    /// Takes a memory out for good, also of what is stored: log and snapshots are rewritten, and
    /// `long_term.erased` without content stays. True if it was there. May be repeated after an
    /// error. O(stream).
    bool erase(std::string_view id, const call_options& call = plain_call) {
        return try_erase(id, call).value();
    }
    result<bool> try_erase(std::string_view id, const call_options& call = plain_call) {
        return replica_.erase(
            long_term_commands::erase{id, clock_.now()},
            [&](const journal::record& each) { return without_long_term(each.bytes, id); }, call);
    }

    // Reading.

    [[nodiscard]] std::optional<long_term_memory> get(std::string_view id) const {
        return replica_.read([&](const state_type& state) -> std::optional<long_term_memory> {
            const auto* const found = state.find(id);
            if (found == nullptr) return std::nullopt;
            return *found;
        });
    }
    [[nodiscard]] bool contains(std::string_view id) const {
        return replica_.read([&](const state_type& state) { return state.find(id) != nullptr; });
    }
    [[nodiscard]] std::size_t size() const {
        return replica_.read([](const state_type& state) { return state.records().size(); });
    }
    [[nodiscard]] bool empty() const { return size() == 0; }
    /// Those that the filter accepts, in the order in which they came, at most `limit`. O(log size
    /// + visited).
    [[nodiscard]] long_term_page list(const long_term_filter& filter = {}, std::size_t limit = 100,
                                      std::uint64_t after = 0) const {
        return replica_.read([&](const state_type& state) {
            long_term_page out;
            std::uint64_t last = after;
            state.records().visit_after(after, [&](std::uint32_t slot) {
                const auto& each = state.records().at(slot);
                if (!filter.accepts(each)) return true;
                if (out.memories.size() == limit) {
                    out.next = last;
                    return false;
                }
                out.memories.push_back(each);
                last = state.records().number(slot);
                return true;
            });
            return out;
        });
    }
    /// The best `limit` for a query, best first, by the ranking policy.
    [[nodiscard]] std::vector<found_memory> search(std::string_view query, std::size_t limit = 10,
                                                   const long_term_filter& filter = {}) {
        return replica_.update([&](state_type& state) {
            state.refresh_index();
            struct choice {
                const state_type& in;
                const long_term_filter& filter;
                [[nodiscard]] bool accepts(std::uint32_t slot) const {
                    return filter.accepts(in.records().at(slot));
                }
            };
            std::vector<found_memory> out;
            for (const auto& hit : state.index().search(query, limit, choice{state, filter}).hits)
                out.push_back({state.records().at(hit.slot), hit.score});
            return out;
        });
    }
    /// `visit(const long_term_memory&)` for each, in the order in which they came, under the lock:
    /// it must not call the store.
    template <class Visit>
    void for_each(Visit&& visit) const {
        replica_.read([&](const state_type& state) {
            state.records().for_each([&](std::uint32_t slot) { visit(state.records().at(slot)); });
        });
    }
    /// The same memories in the same order.
    [[nodiscard]] friend bool operator==(const basic_long_term_store& a,
                                         const basic_long_term_store& b) {
        return a.equals(b);
    }
    /// The store as it was after record `sequence` of its stream. Errors: `not_found` naming what
    /// can be reached.
    [[nodiscard]] auto state_at(std::uint64_t sequence) const requires keeps_history {
        return try_state_at(sequence).value();
    }
    [[nodiscard]] auto try_state_at(std::uint64_t sequence) const requires keeps_history {
        using past = basic_long_term_store<detached_policies<Policies>>;
        return past::as_of([&](auto& state) { return replica_.load_at(state, sequence); });
    }

private:
    template <class>
    friend class basic_long_term_store;
    struct unopened_t {
        explicit constexpr unopened_t(bool) noexcept {}  // `{}` must not mean it
    };
    static constexpr unopened_t unopened{true};

    basic_long_term_store(unopened_t, parts with)
        : recorded{state_type{}, std::move(with.journal), std::move(with.observer),
                   std::move(with.stream), with.keep},
          clock_{std::move(with.clock)} {}
    template <class Load>
    static result<basic_long_term_store> as_of(Load&& load) {
        basic_long_term_store made{unopened, parts{}};
        auto done = made.replica_.update(std::forward<Load>(load));
        if (!done) return done.error();
        return made;
    }

    // Makes text valid UTF-8 on the way.
    static std::optional<error> refuse(long_term_memory& memory) {
        const auto bad = [](const char* member, const std::string& allowed, std::size_t size) {
            return error{error_code::validation_error,
                         std::string{member} + " must have " + allowed + " bytes, has " +
                             std::to_string(size),
                         {{"member", member}}};
        };
        if (memory.id.empty() || memory.id.size() > long_term_limits::id_bytes)
            return bad("id", "1 to " + std::to_string(long_term_limits::id_bytes),
                       memory.id.size());
        if (memory.content.empty() || memory.content.size() > long_term_limits::content_bytes)
            return bad("content", "1 to " + std::to_string(long_term_limits::content_bytes),
                       memory.content.size());
        for (auto* const text : {&memory.id, &memory.content, &memory.core})
            detail::make_valid(*text);
        detail::make_valid(memory.tags);
        detail::make_valid(memory.metadata);
        for (auto& each : memory.relations) detail::make_valid(each);
        return std::nullopt;
    }

    clock_type clock_;
};

}  // namespace workmem
