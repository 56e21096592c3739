#pragma once

#include <workmem/time/timestamp.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/importance_score.hpp>
#include <workmem/value/value_fields.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workmem {

/// Where an item comes from.
struct provenance {
    std::string actor{};            ///< who said or did it: an agent, a user
    std::string tool{};             ///< the tool whose result it is
    std::uint64_t observation = 0;  ///< number of the `observe` call it came from; 0: none
    std::uint64_t sequence = 0;     ///< record of the stream it came from; 0: none

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("actor", self.actor);
        archive.maybe("tool", self.tool);
        archive.maybe("observation", self.observation);
        archive.maybe("sequence", self.sequence);
    }
    friend bool operator==(const provenance&, const provenance&) = default;
};

/// How far an item may take a store's turns ahead of those that were, unless it is the first.
inline constexpr std::int64_t max_step_ahead = 100'000;

/// What is to be memorized.
struct new_item {
    std::string text;
    std::string key{};  ///< replaces the item that has this key, in any spelling of its words
    /// Items of a group leave together: a call and its result. Meant for a few: a change of one
    /// looks at all of them, and one that is pinned keeps the others.
    std::string group{};
    std::vector<std::string> tags{};
    attribute_list metadata{};
    std::optional<double> importance{};  ///< 0 to 1; none: the store's default
    /// The turn, at most `max_step_ahead` after the last one; none: the present one.
    std::optional<std::int64_t> step{};
    std::optional<std::int64_t> step_ttl{};  ///< steps; none: the store's
    std::optional<milliseconds> wall_ttl{};  ///< none: the store's
    bool pinned = false;                     ///< never evicted
    provenance from{};
    /// An item that says the same, but for the case of words, blanks and a full stop, under the same
    /// key or both under none, is this one, and takes over what is new of it: tags, metadata, pin,
    /// the higher importance. Nothing of a group is ever another one.
    bool merges = false;
};

/// What is to be changed of an item; what is absent stays.
struct item_change {
    std::optional<std::string> text{};
    std::optional<std::string> key{};
    std::optional<std::string> group{};
    std::optional<std::vector<std::string>> tags{};
    std::optional<attribute_list> metadata{};
    std::optional<double> importance{};
    std::optional<bool> pinned{};
};

/// Something a bounded store holds. A copy: nothing done to it reaches the store.
struct item {
    std::string id{};
    std::string text{};
    std::string key{};
    std::string group{};
    std::vector<std::string> tags{};
    attribute_list metadata{};
    importance_score importance{};
    std::int64_t step = 0;                   ///< the turn in which it came
    timestamp created{};                     ///< when
    std::optional<std::int64_t> step_ttl{};  ///< its own, instead of the store's
    std::optional<milliseconds> wall_ttl{};
    bool pinned = false;
    bool forgotten = false;  ///< softly: hidden, first to go, can be restored
    provenance from{};
    std::uint64_t number = 0;        ///< 1 for the first that ever came in; the order of the queue
    std::uint32_t tokens = 0;        ///< of its line in a prompt
    std::uint32_t access_count = 0;  ///< how often it was got, touched or remembered
    timestamp accessed{};            ///< when last; `created` before the first time
    /// In the queue when the copy was made, 0 for the oldest; not set by `get` and `remember`,
    /// which would have to look through the queue.
    std::size_t position = no_position;
    static constexpr std::size_t no_position = static_cast<std::size_t>(-1);

    /// Equal in everything but the position.
    friend bool operator==(const item& a, const item& b) {
        return a.id == b.id && a.text == b.text && a.key == b.key && a.group == b.group &&
               a.tags == b.tags && a.metadata == b.metadata && a.importance == b.importance &&
               a.step == b.step && a.created == b.created && a.step_ttl == b.step_ttl &&
               a.wall_ttl == b.wall_ttl && a.pinned == b.pinned && a.forgotten == b.forgotten &&
               a.from == b.from && a.number == b.number && a.tokens == b.tokens &&
               a.access_count == b.access_count && a.accessed == b.accessed;
    }

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("id", self.id);
        archive("text", self.text);
        archive.maybe("key", self.key);
        archive.maybe("group", self.group);
        archive.maybe("tags", self.tags);
        archive.maybe("metadata", self.metadata);
        archive.maybe("importance", self.importance);
        archive.maybe("step", self.step);
        archive.maybe("timestamp", self.created);
        archive.maybe("step_ttl", self.step_ttl);
        archive.maybe("wall_ttl", self.wall_ttl);
        archive.maybe("pinned", self.pinned);
        archive.maybe("forgotten", self.forgotten);
        archive.maybe("from", self.from);
        archive.maybe("number", self.number);
        archive.maybe("tokens", self.tokens);
        archive.maybe("accessCount", self.access_count);
        archive.maybe("accessed", self.accessed);
    }
};

}  // namespace workmem
