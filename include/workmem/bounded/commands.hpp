#pragma once

#include <workmem/bounded/audit.hpp>
#include <workmem/bounded/changes.hpp>
#include <workmem/bounded/forget_instruction.hpp>
#include <workmem/bounded/item.hpp>
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
};
/// What `memorize` did.
struct memorized : made_room {
    std::string id{};          ///< none for a call that was repeated by its idempotency key
    std::size_t position = 0;  ///< in the queue; 0: the oldest
};
/// What a batch did.
struct memorized_batch : made_room {
    /// In the order given, the last has the last position; none for a repeated call.
    std::vector<std::string> ids{};
    std::size_t position = 0;  ///< of the first
};
/// What `forget` did, or would do.
struct forgotten_items {
    std::vector<item> items{};  ///< as they were, with their positions
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
};
struct put_decision {
    bounded_changes::put change;
    put_place place;
    put_answer answer;
    std::optional<error> problem;
    detail::inline_vector<bounded_changes::full_item, 4> items;
    removal_vector removals;
};

/// What a caller says of an item and a decision makes more precise.
struct asked {
    std::optional<std::int64_t> step;  ///< none: the present one
    bool pinned = false;               ///< that of the item whose key it has passes on
};
/// Items come in; their text is valid and counted. They are lent: every decision fills in step,
/// time, number and pin anew, and applying it takes them away.
struct put {
    using decision = put_decision;
    std::span<item> items;
    std::span<const asked> facts;  ///< one for each
    timestamp time;
};
/// An item says something else.
struct update {
    using decision = put_decision;
    std::string_view id;
    const item_change* what;
    std::uint32_t tokens;  ///< of the new text
    timestamp time;
};

struct remove_place {
    slot_vector removed;
};
struct remove_answer {
    std::vector<removed_item> removed;  // for want of room or time
    std::vector<item> forgotten;        // by an instruction
    store_usage usage{};
};
struct remove_decision {
    bounded_changes::remove change;
    remove_place place;
    remove_answer answer;
    std::optional<error> problem;
    removal_vector removals;
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
};

struct hide_place {
    std::vector<std::uint32_t> which;
};
struct hide_answer {
    std::vector<item> items;
    store_usage usage{};
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
};
/// An item, or where `id` is empty every hidden one, is seen again.
struct restore {
    using decision = hide_decision;
    std::string_view id;
    timestamp time;
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
};

}  // namespace workmem::bounded_commands
