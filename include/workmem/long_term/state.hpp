#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/record_slots.hpp>
#include <workmem/error.hpp>
#include <workmem/journal/call.hpp>
#include <workmem/journal/without_touches.hpp>
#include <workmem/long_term/changes.hpp>
#include <workmem/policies.hpp>
#include <workmem/ranking/search_index.hpp>

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

/// What an observer of long-term memory hears.
struct long_term_notice {
    std::uint64_t sequence = 0;
    timestamp time{};
    std::string_view kind{};  ///< `long_term.put`, `long_term.replace` or `long_term.erase`
    bool foreign = false;     ///< another writer of the same stream made it
    std::vector<std::string> put{};
    std::string erased{};
};

namespace long_term_commands {

using records = detail::record_slots<long_term_memory>;

/// What a call to keep a memory asks for.
template <class Archive>
void describe_asked(const long_term_memory& memory, Archive& archive) {
    archive("id", memory.id);
    archive("content", memory.content);
    archive("core", memory.core);
    archive("tags", memory.tags);
    archive("metadata", memory.metadata);
    archive("relations", memory.relations);
}

struct put_decision {
    long_term_changes::put change;
    std::size_t answer = 0;  ///< how many came in
    std::optional<error> problem;
    std::vector<long_term_changes::full_memory> fresh;
    std::vector<records::staged> place;
};
/// Those that are not there yet come in; an id that is known stays as it is.
struct put {
    using decision = put_decision;
    std::span<const long_term_memory> memories;
    timestamp time;

    template <class Archive>
    static void describe(const put& self, Archive& archive) {
        for (const auto& each : self.memories) describe_asked(each, archive);
    }
};

struct replace_decision {
    long_term_changes::replace change;
    std::size_t answer = 0;  ///< how many were there
    std::optional<error> problem;
    std::vector<long_term_changes::full_memory> fresh;
    std::vector<records::staged> place;
};
/// One takes the place of what has its id, unless that says the same.
struct replace {
    using decision = replace_decision;
    static constexpr bool leaves_last = true;
    const long_term_memory& memory;
    timestamp time;

    template <class Archive>
    static void describe(const replace& self, Archive& archive) {
        describe_asked(self.memory, archive);
    }
};

struct erase_decision {
    long_term_changes::erase change;
    bool answer = false;
    std::optional<error> problem;
};
struct erase {
    using decision = erase_decision;
    std::string_view id;
    timestamp time;

    template <class Archive>
    static void describe(const erase& self, Archive& archive) {
        archive("id", self.id);
    }
};

}  // namespace long_term_commands

/// What of its policies the state of long-term memory depends on: bundles that agree in it share
/// one.
template <class Ranking>
struct long_term_state_policies {
    struct long_term {
        using ranking = Ranking;
    };
};

template <class Policies>
using long_term_state_policies_of = long_term_state_policies<typename Policies::long_term::ranking>;

/// The state of long-term memory: memories by id and in the order in which they came, and an index
/// of their words. Copyable and movable; not synchronised.
template <class Policies>
class long_term_state : public journal::without_touches {
    using ranking_policy = typename Policies::long_term::ranking;

public:
    using notice_type = long_term_notice;
    using snapshot_type = long_term_changes::snapshot;
    using decisions =
        recorded_decisions<long_term_commands::put_decision, long_term_commands::replace_decision,
                           long_term_commands::erase_decision>;

    static constexpr std::string_view owner = "long_term";
    static constexpr std::string_view purpose = "long_term";

    // Reading.

    [[nodiscard]] const long_term_commands::records& records() const noexcept { return records_; }
    /// nullptr if it is not there.
    [[nodiscard]] const long_term_memory* find(std::string_view id) const noexcept;
    [[nodiscard]] const ranking::search_index<ranking_policy>& index() const noexcept {
        return index_;
    }
    [[nodiscard]] timestamp time() const noexcept { return time_; }
    /// Builds the index anew if there was no memory for a part of it.
    void refresh_index();
    friend bool operator==(const long_term_state& a, const long_term_state& b) {
        const auto mine = a.snapshot(), other = b.snapshot();
        return mine.numbers == other.numbers &&
               std::equal(mine.memories.begin(), mine.memories.end(), other.memories.begin(),
                          [](const auto& x, const auto& y) { return *x.value == *y.value; });
    }

    // History.

    struct saved_state {
        snapshot_type head{};
        std::vector<long_term_changes::full_memory> memories{};
        std::vector<std::uint64_t> numbers{};

        [[nodiscard]] snapshot_type document() const {
            auto whole = head;
            whole.memories = memories;
            whole.numbers = numbers;
            return whole;
        }
    };
    [[nodiscard]] saved_state snapshot() const;
    void restore(const snapshot_type& content);
    [[nodiscard]] long_term_state blank() const { return {}; }

    // Changes: decide, apply, locate.

    verdict decide(const long_term_commands::put& command, long_term_commands::put_decision& out);
    verdict decide(const long_term_commands::replace& command,
                   long_term_commands::replace_decision& out);
    verdict decide(const long_term_commands::erase& command,
                   long_term_commands::erase_decision& out);
    void locate(long_term_commands::put_decision& recorded) {
        stage(recorded.change.memories, recorded.place);
    }
    void locate(long_term_commands::replace_decision& recorded) {
        stage(recorded.change.memories, recorded.place);
    }
    void locate(long_term_commands::erase_decision&) { records_.reserve_erasure(); }

    using journal::without_touches::apply;
    void apply(long_term_commands::put_decision& decided, notice_type*) noexcept;
    void apply(long_term_commands::replace_decision& decided, notice_type*) noexcept;
    void apply(long_term_commands::erase_decision& decided, notice_type*) noexcept;

    void announce(const long_term_commands::put_decision& decided, notice_type& notice) const;
    void announce(const long_term_commands::replace_decision& decided, notice_type& notice) const;
    void announce(const long_term_commands::erase_decision& decided, notice_type& notice) const;

private:
    // `text` is where one stands that has to be made.
    [[nodiscard]] ranking::document document_of(std::uint32_t slot, std::string& text) const;
    void stage(std::span<const long_term_changes::full_memory> memories,
               std::vector<long_term_commands::records::staged>& place);
    void insert(long_term_commands::records::staged&& what) noexcept;
    void erase(std::string_view id) noexcept;

    long_term_commands::records records_;
    ranking::search_index<ranking_policy> index_;
    timestamp time_{};
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/long_term/state.ipp>
#endif
