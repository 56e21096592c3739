#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/renew.hpp>
#include <workmem/journal/detached.hpp>
#include <workmem/journal/recorded_memory.hpp>
#include <workmem/long_term/long_term.hpp>
#include <workmem/long_term/state.hpp>
#include <workmem/policies.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/ranking.hpp>
#include <workmem/secrets/secrets.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

template <class Policies>
constexpr bool advise_long_term_policies() {
    static_assert(
        detail::included<typename Policies::long_term::ranking>,
        "workmem: policies::long_term::ranking is only declared: include its header, such as "
        "<workmem/ranking/substring.hpp>");
    static_assert(ranking::policy<typename Policies::long_term::ranking>,
                  "workmem: policies::long_term::ranking must provide add(slot, document), "
                  "erase(slot) and clear() noexcept, size(), search(query, most, choice) -> ranked "
                  "and explain(query, slot, most, choice) -> explanation");
    static_assert(secrets::policy<typename Policies::long_term::secrets>,
                  "workmem: policies::long_term::secrets must provide find(text, from) and "
                  "find_in_field(name, value) const noexcept -> std::optional<found_secret>");
    return true;
}

/// Keeps memories for good, by id: those that sessions promote and tasks teach. In memory with
/// `journal::none`, durable with any other journal, on a stream of its own. What is put stays
/// as it is until it is replaced, so that putting it again does nothing.
///
/// Copyable and movable with `null_mutex` only; with a real mutex thread-safe. Changes throw
/// `workmem::error` where they fail and then changed nothing; each has a `try_` twin.
template <class Policies = default_policies>
class basic_long_term_store
    : detail::advised<advise_common_policies<Policies, long_term_notice>() &&
                      advise_long_term_policies<Policies>()>,
      public recorded_memory<long_term_state<long_term_state_policies_of<Policies>>, Policies> {
    using recorded =
        recorded_memory<long_term_state<long_term_state_policies_of<Policies>>, Policies>;
    using recorded::keeps_history;
    using recorded::replica_;
    using typename recorded::state_type;
    using self = basic_long_term_store;

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
        /// How far the clock may be away from the journal's, which it is set by beyond that.
        milliseconds max_clock_skew = journal::usual_clock_skew;
    };

    /// Throws `storage_error` when the journal's stream cannot be read. With a journal, the store
    /// starts as the stream says.
    explicit basic_long_term_store(options_type = {}, parts with = {});
    /// The same, or why not.
    [[nodiscard]] static result<basic_long_term_store> try_make(options_type = {}, parts with = {});

    basic_long_term_store(const self&) requires(unshared<Policies>) = default;
    basic_long_term_store(const self&) = delete;  // workmem: threads share it: pass it by reference
    basic_long_term_store(self&&) requires(unshared<Policies>) = default;
    ~basic_long_term_store() = default;
    self& operator=(const self&) requires(unshared<Policies>) = default;
    self& operator=(const self&) = delete;  // workmem: threads share it: pass it by reference
    self& operator=(self&& other) noexcept requires(unshared<Policies>) {
        return detail::renew(*this, std::move(other));
    }

    // Changes.

    /// Keeps a memory; false if its id is known: then it stays as it is. Without a time, it is of
    /// now. Errors: `validation_error` (no id or content, text too long), `storage_error`,
    /// `conflict`. O(log size + its words).
    bool put(long_term_memory memory, const call_options& call = plain_call);
    result<bool> try_put(long_term_memory memory, const call_options& call = plain_call);
    /// Keeps several, all or none; how many were new.
    std::size_t put_all(std::span<const long_term_memory> memories,
                        const call_options& call = plain_call);
    result<std::size_t> try_put_all(std::span<const long_term_memory> memories,
                                    const call_options& call = plain_call);
    /// Keeps a memory in the place of the one that has its id, if there is one, in one step; true
    /// if it said something else. What that one said is taken out of what is stored, too, after the
    /// change is made: an error with the detail `left_in` says that it is still there. Errors:
    /// those of `put`. O(stream) where something was replaced, else as `put`.
    bool replace(long_term_memory memory, const call_options& call = plain_call);
    result<bool> try_replace(long_term_memory memory, const call_options& call = plain_call);
    /// Takes a memory out for good, also of what is stored: log and snapshots are rewritten, and
    /// `long_term.erased` without content stays. True if it was there. May be repeated after an
    /// error. O(stream).
    bool erase(std::string_view id, const call_options& call = plain_call);
    result<bool> try_erase(std::string_view id, const call_options& call = plain_call);

    // Reading.

    /// A memory as `put` stores it: without secrets, where `long_term::secrets` redacts them.
    [[nodiscard]] static long_term_memory as_stored(long_term_memory memory);
    [[nodiscard]] std::optional<long_term_memory> get(std::string_view id) const;
    [[nodiscard]] bool contains(std::string_view id) const;
    /// The id of a memory that a person or a model means: it, or how it alone begins (4 characters
    /// or more). Errors: `not_found`, `validation_error` where several begin so. O(size) unless it
    /// is an id.
    [[nodiscard]] std::string identify(std::string_view said) const {
        return try_identify(said).value();
    }
    result<std::string> try_identify(std::string_view said) const;
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool empty() const { return size() == 0; }
    /// Those that the filter accepts, in the order in which they came, at most `limit`. O(log size
    /// + visited).
    [[nodiscard]] long_term_page list(const long_term_filter& filter = {}, std::size_t limit = 100,
                                      std::uint64_t after = 0) const;
    /// The best `limit` for a query, best first, by the ranking policy.
    [[nodiscard]] std::vector<found_memory> search(std::string_view query, std::size_t limit = 10,
                                                   const long_term_filter& filter = {});
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
    /// With WORKMEM_COMPILED include <workmem/templates.hpp>, too.
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto state_at(std::uint64_t sequence) const {
        return try_state_at(sequence).value();
    }
    template <class Journal = typename Policies::journal>
    requires journal::full_engine_policy<Journal>
    [[nodiscard]] auto try_state_at(std::uint64_t sequence) const {
        using past = basic_long_term_store<detached_policies<Policies>>;
        return past::as_of([&](auto& state) { return replica_.load_at(state, sequence); });
    }

private:
    template <class>
    friend class basic_long_term_store;
    template <class>
    friend class basic_agent_memory;
    struct unopened_t {
        explicit constexpr unopened_t(bool) noexcept {}  // `{}` must not mean it
    };
    static constexpr unopened_t unopened{true};

    basic_long_term_store(unopened_t, parts with);
    template <class Load>
    static result<basic_long_term_store> as_of(Load&& load);

    // Makes text valid UTF-8 on the way.
    static std::optional<error> refuse(long_term_memory& memory);
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/long_term/long_term_store.ipp>
#endif

#if defined(WORKMEM_COMPILED)
#include <workmem/instantiate.hpp>
WORKMEM_LONG_TERM_STATE_TEMPLATES(extern, workmem::default_policies)
WORKMEM_LONG_TERM_MEMORY_TEMPLATES(extern, workmem::default_policies)
#endif
