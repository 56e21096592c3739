#pragma once

#include <workmem/detail/inline_vector.hpp>
#include <workmem/entity/changes.hpp>
#include <workmem/entity/entity_key.hpp>
#include <workmem/entity/options.hpp>
#include <workmem/error.hpp>
#include <workmem/journal/call.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What callers ask of an entity memory, and what deciding it yields. A command holds everything
/// that must not change between attempts: arguments and time.
namespace workmem::entity_commands {

/// What a `put` did.
struct put_answer {
    std::size_t added = 0;
    std::size_t updated = 0;
    std::size_t left_out = 0;  ///< items of the batch that found no place
    std::size_t evicted = 0;
    std::size_t expired = 0;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("added", self.added);
        archive.maybe("updated", self.updated);
        archive.maybe("left_out", self.left_out);
        archive.maybe("evicted", self.evicted);
        archive.maybe("expired", self.expired);
    }
};

struct remove_answer {
    std::size_t removed = 0;
    std::size_t expired = 0;
    std::size_t evicted = 0;  ///< beyond the limits

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("removed", self.removed);
        archive.maybe("expired", self.expired);
        archive.maybe("evicted", self.evicted);
    }
};

/// Slots and hashes that deciding found, so that applying need not search. Never recorded.
template <class E>
struct put_place {
    static constexpr std::uint32_t in_place = 0xFFFFFFFFU;
    struct target {
        std::uint32_t slot;
        std::uint32_t hash;
        std::uint32_t tokens;
        std::uint32_t staged;  // which of `staged`, or `in_place`
        bool known;
        bool left_out;
    };
    detail::inline_vector<target, 2> targets;
    detail::inline_vector<std::uint32_t, 4> removed;
    detail::inline_vector<std::uint32_t, 2> touched;
    std::vector<E> staged;
};

template <class E>
struct put_decision {
    entity_changes::put<E> change;
    put_place<E> place;
    put_answer answer;
    std::optional<error> problem;
    detail::inline_vector<entity_changes::removal, 4> removals;
    detail::inline_vector<entity_changes::touch, 2> touches;
    std::vector<entity_changes::item<E>> kept;
    std::string unread;  // the change's, for the state to keep
};

/// An entity to be touched where it is known.
struct touch_request {
    key_view key;
    strength level;

    template <class Archive>
    static void describe(const touch_request& self, Archive& archive) {
        archive("type", self.key.type);
        archive("id", self.key.id);
        archive("strength", self.level);
    }
};

/// Entities come in, the last becomes the newest.
template <class E>
struct put {
    using decision = put_decision<E>;
    std::span<const entity_changes::item<E>> items;
    timestamp time;
    std::span<const touch_request> touches{};
    /// A tool result rather than a call: it gets a number, what cannot be held is left out instead
    /// of refused, and a nameless item does not overwrite a known name.
    bool observes = false;
    std::string_view unread{};  ///< the tool, where its result was not understood

    template <class Archive>
    static void describe(const put& self, Archive& archive) {
        for (const auto& each : self.items) {
            if constexpr (savable_entity<E>) {
                archive("item", each);
            } else {
                archive("type", std::string_view{entity_traits<E>::type(*each.value)});
                archive("id", std::string_view{entity_traits<E>::id(*each.value)});
            }
        }
        for (const auto& each : self.touches) touch_request::describe(each, archive);
        archive("observes", self.observes);
    }
};

/// A put that depends on what the memory holds: each attempt decides what `source(state)` returns,
/// which lives in the source until the next one. `source.describe(archive)` says what does not
/// depend on the memory.
template <class E, class Source>
struct put_from {
    using decision = put_decision<E>;
    Source& source;

    template <class Archive>
    static void describe(const put_from& self, Archive& archive) {
        self.source.describe(archive);
    }
};

struct remove_decision {
    entity_changes::remove change;
    detail::inline_vector<std::uint32_t, 4> place;
    remove_answer answer;
    std::optional<error> problem;
    detail::inline_vector<entity_changes::removal, 4> removals;
};

/// Entities leave by key; those that are not there are passed over.
struct remove {
    using decision = remove_decision;
    std::span<const key_view> keys;
    timestamp time;
    /// A delete tool's result: it gets a number, and a key without a type means any type.
    bool observes = false;

    template <class Archive>
    static void describe(const remove& self, Archive& archive) {
        for (const auto& each : self.keys) {
            archive("type", each.type);
            archive("id", each.id);
        }
        archive("observes", self.observes);
    }
};

/// What has expired, and what is beyond the limits, leaves.
struct sweep {
    using decision = remove_decision;
    timestamp time;
    const entity_options* limits = nullptr;  ///< other limits than the state's
};

struct erase_decision {
    entity_changes::erase change;
    std::uint32_t place = 0;
    bool answer = false;  ///< whether it was there
    std::optional<error> problem;
};

/// An entity leaves for good, if it is there.
struct erase {
    using decision = erase_decision;
    key_view key;
    timestamp time;

    template <class Archive>
    static void describe(const erase& self, Archive& archive) {
        archive("type", self.key.type);
        archive("id", self.key.id);
    }
};

struct clear_decision {
    entity_changes::clear change;
    struct {
    } place;
    std::size_t answer = 0;  ///< how many left
    std::optional<error> problem;
};

struct clear {
    using decision = clear_decision;
    timestamp time;
};

template <class E, class State>
struct load_decision {
    entity_changes::load<E> change;
    std::unique_ptr<State> place;
    std::size_t answer = 0;  ///< how many came in
    std::optional<error> problem;
    std::vector<entity_changes::full_item<E>> kept;
};

/// The content is replaced, newest first.
template <class E, class State>
struct load {
    using decision = load_decision<E, State>;
    std::span<const entity_changes::full_item<E>> items;
    timestamp time;
    timestamp as_of;
    milliseconds pause;

    template <class Archive>
    static void describe(const load& self, Archive& archive) {
        archive("items", self.items);
        archive("as_of", self.as_of);
    }
};

}  // namespace workmem::entity_commands
