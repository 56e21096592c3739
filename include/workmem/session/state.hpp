#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/slot_heap.hpp>
#include <workmem/journal/call.hpp>
#include <workmem/policies.hpp>
#include <workmem/ranking/search_index.hpp>
#include <workmem/secrets/secrets.hpp>
#include <workmem/session/commands.hpp>
#include <workmem/session/folded_texts.hpp>
#include <workmem/session/memory_id.hpp>
#include <workmem/session/options.hpp>
#include <workmem/session/sweep_schedule.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// What an observer of a session hears.
struct session_notice {
    std::uint64_t sequence = 0;
    timestamp time{};
    std::string_view kind{};  ///< `session.put`, `session.promote`, …
    bool foreign = false;     ///< another writer of the same stream made it
    std::string session{};
    std::vector<std::string> ids{};  ///< the memories it is about; of `session.clear` none
};

/// What of its policies the state of a session depends on: bundles that agree in it share one.
template <class Importance, class Promotion, class Secrets, class Ranking, class Mutex,
          bool Records>
struct session_state_policies {
    struct session {
        using importance = Importance;
        using promotion = Promotion;
        using secrets = Secrets;
        using ranking = Ranking;
    };
    using mutex = Mutex;
    struct journal {
        static constexpr bool records = Records;
    };
};

template <class Policies>
using session_state_policies_of =
    session_state_policies<typename Policies::session::importance,
                           typename Policies::session::promotion,
                           typename Policies::session::secrets, typename Policies::session::ranking,
                           typename Policies::mutex, Policies::journal::records>;

/// The state of one session: memories by id and in the order in which they came, when each expires,
/// and what is on its way to long-term memory. Copyable and movable; not synchronised.
template <class Policies>
class session_state {
    using ranking_policy = typename Policies::session::ranking;
    using importance_policy = typename Policies::session::importance;
    using promotion_policy = typename Policies::session::promotion;
    using secrets_policy = typename Policies::session::secrets;
    using records = session_commands::records;

    static constexpr auto no_slot = detail::no_slot;

public:
    using notice_type = session_notice;
    using touches_type = session_changes::touches;
    using snapshot_type = session_changes::snapshot;
    using decisions =
        recorded_decisions<session_commands::put_decision, session_commands::expiry_decision,
                           session_commands::relate_decision, session_commands::promote_decision,
                           session_commands::sweep_decision, session_commands::clear_decision,
                           session_commands::drop_decision, session_commands::erase_decision>;

    static constexpr std::string_view owner = "session";
    static constexpr std::string_view purpose = "session";

    session_state(std::string name, session_options options)
        : name_{std::move(name)}, options_{options}, ids_{name_} {}

    // Reading.

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] const session_options& options() const noexcept { return options_; }
    [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }
    [[nodiscard]] std::uint32_t find(std::string_view id) const noexcept {
        return records_.find(id);
    }
    [[nodiscard]] const held_memory& value(std::uint32_t slot) const noexcept {
        return records_.at(slot);
    }
    [[nodiscard]] std::uint64_t number(std::uint32_t slot) const noexcept {
        return records_.number(slot);
    }
    [[nodiscard]] bool has_expired(std::uint32_t slot, timestamp now) const noexcept {
        return now >= value(slot).expires;
    }
    /// Why there is nothing to say of an id.
    [[nodiscard]] error unknown(std::string_view id) const;
    /// With the importance it has at that time.
    [[nodiscard]] session_memory copy(std::uint32_t slot, timestamp now) const;
    [[nodiscard]] importance_score importance(std::uint32_t slot, timestamp now) const noexcept {
        const auto& each = records_.at(slot);
        return importance_of(each, now, each.access_count);
    }
    /// Whether automatic promotion must not carry it away: content, tags, metadata or relations
    /// hold what looks like a secret. Linear in the memory.
    [[nodiscard]] bool holds_secret(std::uint32_t slot) const {
        return secret_in(slot).has_value();
    }
    /// What looks like a secret in a memory, as a sentence about it goes on: never the secret.
    [[nodiscard]] std::optional<std::string> secret_in(std::uint32_t slot) const;
    [[nodiscard]] std::size_t slot_count() const noexcept { return records_.slot_count(); }
    /// The rule that asks for a promotion now; none for what is promoted.
    [[nodiscard]] std::optional<promotion_reason> due(std::uint32_t slot, timestamp now) const {
        if (records_.at(slot).is_promoted()) return std::nullopt;
        return due(slot, now, importance(slot, now));
    }
    /// The same with the importance it has now.
    [[nodiscard]] std::optional<promotion_reason> due(std::uint32_t slot, timestamp now,
                                                      importance_score important) const;
    template <class Visit>
    void for_each(Visit&& visit) const {
        records_.for_each(visit);
    }
    template <class Visit>
    void visit_after(std::uint64_t after, Visit&& visit) const {
        records_.visit_after(after, visit);
    }
    /// The earliest time at which something expires.
    [[nodiscard]] std::optional<timestamp> next_expiry() const noexcept {
        if (expiries_.empty()) return std::nullopt;
        return value(expiries_.top()).expires;
    }
    /// When something was last added, changed or read by its id.
    [[nodiscard]] timestamp last_use() const noexcept { return (std::max)(time_, accessed_); }
    [[nodiscard]] bool is_idle(timestamp now) const noexcept {
        return options_.idle_after && now >= last_use() + *options_.idle_after;
    }
    /// When a sweep has something to do here: always, while nothing is held or something is on its
    /// way to long-term memory.
    [[nodiscard]] timestamp next_due() const noexcept;
    /// Promoted, but not known to be in long-term memory yet.
    [[nodiscard]] const std::vector<long_term_memory>& outbox() const noexcept { return outbox_; }
    [[nodiscard]] timestamp time() const noexcept { return time_; }
    /// The index, which is built when it is asked for first.
    [[nodiscard]] const ranking::search_index<ranking_policy>& index();
    /// Where a query stands in a memory's content as it is written, whatever the case, and how long
    /// that is; in bytes of the folded text.
    struct place_in_content {
        std::optional<std::size_t> position{};
        std::size_t length = 0;
    };
    [[nodiscard]] place_in_content look_for(std::uint32_t slot, const detail::folded_query& query) {
        const auto content = value(slot).content();
        return {folded_.find(slot, content, query), folded_.length(slot, content)};
    }
    friend bool operator==(const session_state& a, const session_state& b) {
        const auto mine = a.snapshot(), other = b.snapshot();
        return mine.numbers == other.numbers && mine.copies == other.copies;
    }

    // Touching.

    void access(std::uint32_t slot, timestamp now) noexcept;
    /// Long-term memory has what was promoted.
    void delivered(std::string_view long_term_id);
    /// How often the state was built anew, as it is where others erased something.
    [[nodiscard]] std::uint64_t builds() const noexcept { return builds_; }
    /// Whether somebody erased a promotion that was in the outbox when the state had been built
    /// `builds` times.
    [[nodiscard]] bool is_withdrawn(const long_term_memory& promotion,
                                    std::uint64_t builds) const noexcept;
    /// Into a store's schedule, at nothing until `reschedule`. Once.
    void enter(std::shared_ptr<sweep_schedule<typename Policies::mutex>> schedule,
               const std::string& name) {
        place_.enter(std::move(schedule), name);
    }
    /// Says when a sweep is to come again.
    void reschedule() noexcept { place_.set(next_due()); }

    // History, for journals.

    struct unrecorded_touches {
        std::vector<std::uint32_t> which{};
        std::vector<session_changes::access> accesses{};
        std::vector<std::string> acknowledged{};
        std::vector<std::string_view> delivered{};
        timestamp time{};

        [[nodiscard]] bool empty() const noexcept { return accesses.empty() && delivered.empty(); }
        [[nodiscard]] session_changes::touches change() const noexcept {
            return {time, accesses, delivered};
        }
    };
    struct saved_state {
        snapshot_type head{};
        std::vector<session_memory> copies{};
        std::vector<session_changes::full_memory> memories{};
        std::vector<std::uint64_t> numbers{};
        std::vector<journal::borrowed<long_term_memory>> outbox{};

        [[nodiscard]] snapshot_type document() const {
            auto whole = head;
            whole.memories = memories;
            whole.numbers = numbers;
            whole.outbox = outbox;
            return whole;
        }
    };
    [[nodiscard]] unrecorded_touches touches_to_record(bool something_happens) const;
    void touches_recorded(const unrecorded_touches& saved) noexcept;
    /// Accesses add up with those of others: nothing is in the way of foreign changes.
    struct nothing {};
    [[nodiscard]] static nothing detach() noexcept { return {}; }
    static void reattach(const nothing&, bool) noexcept {}
    [[nodiscard]] saved_state snapshot() const;
    void restore(const snapshot_type& content);
    [[nodiscard]] session_state blank() const {
        session_state out{name_, options_};
        out.builds_ = builds_ + 1;
        return out;
    }

    // Changes: decide, apply, locate.

    verdict decide(const session_commands::put& command, session_commands::put_decision& out);
    verdict decide(const session_commands::update& command, session_commands::put_decision& out);
    verdict decide(const session_commands::expire& command, session_commands::expiry_decision& out);
    verdict decide(const session_commands::extend& command, session_commands::expiry_decision& out);
    verdict decide(const session_commands::relate& command, session_commands::relate_decision& out);
    verdict decide(const session_commands::promote& command,
                   session_commands::promote_decision& out);
    verdict decide(const session_commands::sweep& command, session_commands::sweep_decision& out);
    verdict decide(const session_commands::clear& command, session_commands::clear_decision& out);
    verdict decide(const session_commands::erase& command, session_commands::erase_decision& out);
    verdict decide(const session_commands::drop_if_idle& command,
                   session_commands::drop_decision& out);

    void apply(session_commands::put_decision& decided, notice_type*) noexcept;
    void apply(session_commands::expiry_decision& decided, notice_type*) noexcept;
    void apply(session_commands::relate_decision& decided, notice_type*) noexcept;
    void apply(session_commands::promote_decision& decided, notice_type*) noexcept;
    void apply(session_commands::sweep_decision& decided, notice_type*) noexcept;
    void apply(session_commands::clear_decision& decided, notice_type*) noexcept;
    void apply(session_commands::erase_decision& decided, notice_type*) noexcept;
    void apply(session_commands::drop_decision& decided, notice_type*) noexcept;
    void apply(const touches_type& change) noexcept;

    void locate(session_commands::put_decision& recorded);
    void locate(session_commands::expiry_decision&) noexcept {}
    void locate(session_commands::relate_decision& recorded);
    void locate(session_commands::promote_decision& recorded);
    void locate(session_commands::sweep_decision& recorded);
    void locate(session_commands::clear_decision&) noexcept {}
    void locate(session_commands::erase_decision& recorded);
    void locate(session_commands::drop_decision& recorded);

    template <class Decision>
    void announce(const Decision& decided, notice_type& notice) const;

private:
    [[nodiscard]] timestamp at(timestamp now) const noexcept { return (std::max)(now, time_); }
    [[nodiscard]] importance_score importance_of(const held_memory& memory, timestamp now,
                                                 std::uint64_t accesses) const noexcept;
    // What is found by words: content, tags and the texts in metadata, put together in `text`.
    [[nodiscard]] ranking::document document_of(std::uint32_t slot, std::string& text) const;
    void reindex(std::uint32_t slot) noexcept {
        std::string text;
        if (is_indexed_) index_.put_made(slot, [&] { return document_of(slot, text); });
    }
    [[nodiscard]] auto sooner() const noexcept {
        return [this](std::uint32_t a, std::uint32_t b) {
            return value(a).expires != value(b).expires ? value(a).expires < value(b).expires
                                                        : a < b;
        };
    }
    // Ids of look-alike sessions may be the same: what is in long-term memory keeps its id.
    [[nodiscard]] static std::string free_promoted_id(
        std::string_view id, timestamp now,
        const std::function<bool(const std::string&)>* is_taken);
    [[nodiscard]] long_term_memory promoted_copy(std::uint32_t slot, std::string id, timestamp when,
                                                 promotion_reason reason) const;
    void forget_all() noexcept;
    void insert(records::staged&& what) noexcept;
    void remove(std::uint32_t slot) noexcept;
    void set_expiry(std::uint32_t slot, timestamp expires) noexcept;

    std::string name_;
    session_options options_;
    memory_ids ids_;
    records records_;
    detail::slot_heap expiries_;
    std::vector<long_term_memory> outbox_;
    std::vector<std::string> acknowledged_;  // delivered, and not recorded yet
    std::vector<std::string> withdrawn_;     // taken out of the outbox by erasures
    std::uint64_t builds_ = 0;
    ranking::search_index<ranking_policy> index_;
    bool is_indexed_ = false;
    detail::folded_texts folded_;
    timestamp time_{};
    timestamp accessed_{};
    WORKMEM_NO_UNIQUE_ADDRESS sweep_place<typename Policies::mutex> place_;
    std::size_t unsaved_ = 0;  // memories with accesses that no record has carried yet
};

// Visible to all: the library has the state, but not for each observer's memory what it hears.
template <class Policies>
template <class Decision>
void session_state<Policies>::announce(const Decision& decided, notice_type& notice) const {
    const auto& change = decided.change;
    notice.kind = std::remove_cvref_t<decltype(change)>::kind;
    notice.time = change.time;
    notice.session = name_;
    if constexpr (requires { change.memories; })
        for (const auto& each : change.memories) notice.ids.emplace_back(each.id);
    if constexpr (requires { change.ids; }) notice.ids.assign(change.ids.begin(), change.ids.end());
    if constexpr (requires { change.id; }) notice.ids.emplace_back(change.id);
}

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/session/state.ipp>
#endif
