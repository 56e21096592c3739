#pragma once

#include <workmem/bounded/audit.hpp>
#include <workmem/bounded/changes.hpp>
#include <workmem/bounded/forget_instruction.hpp>
#include <workmem/bounded/item.hpp>
#include <workmem/bounded/item_input.hpp>
#include <workmem/bounded/options.hpp>
#include <workmem/detail/inline_vector.hpp>
#include <workmem/error.hpp>
#include <workmem/journal/call.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// Who left for what came or grew.
struct made_room {
    std::vector<removed_item> evicted{};     ///< there was no room for them
    std::vector<removed_item> superseded{};  ///< they had its key
    store_usage usage{};                     ///< afterwards

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("evicted", self.evicted);
        archive.maybe("superseded", self.superseded);
        archive("usage", self.usage);
    }
};
/// What `memorize` did.
struct memorized : made_room {
    std::string id{};
    std::size_t position = 0;  ///< in the queue; 0: the oldest
};
/// What a batch did.
struct memorized_batch : made_room {
    std::vector<std::string> ids{};  ///< in the order given, the last has the last position
    std::size_t position = 0;        ///< of the first
};
/// What `forget` did, or would do.
struct forgotten_items {
    std::vector<item> items{};  ///< as they were, with their positions if this is no repetition
    bool confirmed = true;      ///< false: nothing was done; ask again and say so
    store_usage usage{};        ///< afterwards
};

}  // namespace workmem

/// What callers ask of a bounded store, and what deciding it yields. A command holds everything
/// that must not change between attempts: arguments, ids and time.
namespace workmem::bounded_commands {

// A change of one item, which at most lets one go, needs no memory for these.
using slot_vector = detail::inline_vector<std::uint32_t, 4>;
using removal_vector = detail::inline_vector<bounded_changes::removal, 4>;

struct put_place {
    slot_vector targets;  ///< where an item is known, or `no_slot`
    slot_vector removed;
    std::span<item> staged;   ///< the items as they will be; applying takes them away
    std::vector<item> owned;  ///< those of them that the command does not lend
    std::vector<past_item> superseded;
};
struct put_answer : made_room {
    std::size_t position = 0;
    std::size_t added = 0;
    std::vector<std::string> ids{};  ///< of what came in, where the answer is kept

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("evicted", self.evicted);
        archive.maybe("superseded", self.superseded);
        archive("usage", self.usage);
        archive.maybe("position", self.position);
        archive.maybe("added", self.added);
        archive.maybe("ids", self.ids);
    }
};
struct put_decision {
    bounded_changes::put change;
    put_place place;
    put_answer answer;
    std::optional<error> problem;
    detail::inline_vector<bounded_changes::full_item, 4> items;
    removal_vector removals;

    /// `visit(slot, item)` for each that leaves, with its place in the answer.
    template <class Visit>
    void each_removed(Visit&& visit) {
        auto evicted = answer.evicted.begin();
        auto superseded = answer.superseded.begin();
        for (std::size_t i = 0; i < place.removed.size(); ++i) {
            const bool by_key = removals[i].reason == removal_reason::superseded;
            visit(place.removed[i], (by_key ? superseded : evicted)++->value);
        }
    }
};

/// What a caller says of an item and a decision makes more precise.
struct asked {
    std::optional<std::int64_t> step;  ///< none: the present one
    bool pinned = false;               ///< that of the item whose key it has passes on
    bool merges = false;               ///< an item that says the same is this one
};
/// Counts the tokens of an item's line where only deciding knows its text and key. Refers to the
/// counter of a store.
class line_counter {
public:
    template <class Tokens>
    explicit line_counter(const Tokens& tokens) noexcept
        : tokens_{&tokens},
          count_{[](const void* with, std::string_view text, std::string_view key) {
              return detail::line_tokens(*static_cast<const Tokens*>(with), text, key);
          }} {}
    [[nodiscard]] std::uint32_t operator()(std::string_view text, std::string_view key) const {
        return count_(tokens_, text, key);
    }

private:
    const void* tokens_;
    std::uint32_t (*count_)(const void* with, std::string_view text, std::string_view key);
};
/// Items come in; their text is valid and counted. They are lent: every decision fills in step,
/// time, number and pin anew, and applying it takes them away.
struct put {
    using decision = put_decision;
    std::span<item> items;
    std::span<const asked> facts;  ///< one for each
    timestamp time;

    /// What the caller says; the ids may be made anew for every call.
    template <class Archive>
    static void describe(const put& self, Archive& archive) {
        for (const auto& each : self.items) {
            archive("text", each.text);
            archive("key", each.key);
            archive("group", each.group);
            archive("tags", each.tags);
            archive("metadata", each.metadata);
            archive("importance", each.importance);
            archive("step_ttl", each.step_ttl);
            archive("wall_ttl", each.wall_ttl);
            archive("from", each.from);
        }
        for (const auto& each : self.facts) {
            archive("step", each.step);
            archive("pinned", each.pinned);
            if (each.merges) archive("merges", each.merges);
        }
    }
};
/// An item says something else.
struct update {
    using decision = put_decision;
    std::string_view id;
    const item_change* what;
    line_counter count;
    timestamp time;

    template <class Archive>
    static void describe(const update& self, Archive& archive) {
        archive("id", self.id);
        archive("text", self.what->text);
        archive("key", self.what->key);
        archive("group", self.what->group);
        archive("tags", self.what->tags);
        archive("metadata", self.what->metadata);
        archive("importance", self.what->importance);
        archive("pinned", self.what->pinned);
    }
};

struct remove_place {
    slot_vector removed;
};
struct remove_answer {
    std::vector<removed_item> removed;  // for want of room or time
    std::vector<item> forgotten;        // by an instruction
    store_usage usage{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("removed", self.removed);
        archive.maybe("forgotten", self.forgotten);
        archive("usage", self.usage);
    }
};
struct remove_decision {
    bounded_changes::remove change;
    remove_place place;
    remove_answer answer;
    std::optional<error> problem;
    removal_vector removals;

    /// `visit(slot, item)` for each that leaves, with its place in the answer.
    template <class Visit>
    void each_removed(Visit&& visit) {
        auto forgotten = answer.forgotten.begin();
        auto removed = answer.removed.begin();
        for (std::size_t i = 0; i < place.removed.size(); ++i) {
            const bool instructed = removals[i].reason == removal_reason::instructed;
            visit(place.removed[i], instructed ? *forgotten++ : removed++->value);
        }
    }
};
/// What is beyond the limits leaves; what has expired does too, if it is asked for.
struct sweep {
    using decision = remove_decision;
    timestamp time;
    bool expired = true;
    const bounded_options* limits = nullptr;  ///< other limits than the state's
};
/// Items leave by an instruction.
struct forget_hard {
    using decision = remove_decision;
    const forget_instruction* what;
    timestamp time;

    template <class Archive>
    static void describe(const forget_hard& self, Archive& archive) {
        archive("what", static_cast<int>(self.what->what));
        archive("number", self.what->number);
        archive("age", self.what->age);
        archive("text", self.what->text);
    }
};

struct hide_place {
    std::vector<std::uint32_t> which;
};
struct hide_answer {
    std::vector<item> items;
    store_usage usage{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("items", self.items);
        archive("usage", self.usage);
    }
};
struct hide_decision {
    bounded_changes::hide change;
    hide_place place;
    hide_answer answer;
    std::optional<error> problem;
    std::vector<std::string_view> ids;
};
/// Items are hidden by an instruction.
struct forget_soft {
    using decision = hide_decision;
    const forget_instruction* what;
    timestamp time;

    template <class Archive>
    static void describe(const forget_soft& self, Archive& archive) {
        archive("softly", static_cast<int>(self.what->what));
        archive("number", self.what->number);
        archive("age", self.what->age);
        archive("text", self.what->text);
    }
};
/// An item, or where `id` is empty every hidden one, is seen again.
struct restore {
    using decision = hide_decision;
    std::string_view id;
    timestamp time;

    template <class Archive>
    static void describe(const restore& self, Archive& archive) {
        archive("restored", self.id);
    }
};

struct nowhere {};

struct step_decision {
    bounded_changes::step change;
    nowhere place;
    std::int64_t answer = 0;
    std::optional<error> problem;
};
/// Turn `to` begins, or the next one.
struct step {
    using decision = step_decision;
    std::optional<std::int64_t> to;
    timestamp time;

    template <class Archive>
    static void describe(const step& self, Archive& archive) {
        archive("to", self.to);
    }
};

struct clear_decision {
    bounded_changes::clear change;
    nowhere place;
    std::size_t answer = 0;
    std::optional<error> problem;
};
struct clear {
    using decision = clear_decision;
    timestamp time;
};

template <class State>
struct load_place {
    std::unique_ptr<State> fresh;
};
template <class State>
struct load_decision {
    bounded_changes::load change;
    load_place<State> place;
    std::size_t answer = 0;
    std::optional<error> problem;
    std::vector<bounded_changes::full_item> kept;
};
/// The content is replaced, oldest first; texts are valid and counted.
template <class State>
struct load {
    using decision = load_decision<State>;
    std::span<const bounded_changes::full_item> items;
    std::span<const bounded_changes::superseded_item> history;
    std::int64_t step;
    timestamp time;

    template <class Archive>
    static void describe(const load& self, Archive& archive) {
        archive("items", self.items);
        archive("history", self.history);
        archive("step", self.step);
    }
};

struct erase_decision {
    bounded_changes::erase change;
    remove_place place;
    std::size_t answer = 0;
    std::optional<error> problem;
};
/// An item leaves for good by its id, or all of a key with its history.
struct erase {
    using decision = erase_decision;
    std::string_view subject;
    timestamp time;

    template <class Archive>
    static void describe(const erase& self, Archive& archive) {
        archive("subject", self.subject);
    }
};

}  // namespace workmem::bounded_commands
