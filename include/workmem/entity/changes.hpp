#pragma once

#include <workmem/entity/entity_traits.hpp>
#include <workmem/entity/fact_name.hpp>
#include <workmem/entity/removal.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <span>
#include <string_view>

/// What can happen to an entity memory: one struct per operation, each a fact about keys that
/// borrows its text. A change's JSON is the form in which journals keep it.
namespace workmem::entity_changes {

/// An entity that leaves.
struct removal {
    std::string_view type{};
    std::string_view id{};
    removal_cause cause = removal_cause::removed;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("type", self.type);
        archive("id", self.id);
        archive("cause", self.cause);
    }
};

/// The rank of something that was fetched alone: it keeps its place in the list it came in, so that
/// "the second one" stays the second.
inline constexpr std::uint32_t same_rank = 0xFFFFFFFFU;

/// An entity that comes in or is replaced.
template <class E>
struct item {
    const E* value = nullptr;
    strength level = strength::mentioned;
    std::uint32_t rank = 0;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        if constexpr (requires { archive.memory(); }) {
            E* const value = archive.memory().template make<E>(1);
            entity_traits<E>::describe(*value, archive);
            self.value = value;
        } else {
            entity_traits<E>::describe(*self.value, archive);
        }
        archive(fact_name<E>("workmem.strength"), self.level);
        archive.maybe(fact_name<E>("workmem.rank"), self.rank);
    }
};

/// An entity that a call acted on or that came back without news.
struct touch {
    std::string_view type{};
    std::string_view id{};
    timestamp time{};
    std::uint32_t count = 0;
    strength level = strength::read;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("type", self.type);
        archive("id", self.id);
        archive.maybe("time", self.time);
        archive.maybe("count", self.count);
        archive("strength", self.level);
    }
};

/// Entities come in, in the order given (the last becomes the newest), and others leave for them.
/// Removals apply first, then touches (each counts once, at the change's time), then items. A
/// result that was not understood ends the list and the focus before it.
template <class E>
struct put {
    static constexpr std::string_view kind = "entity.put";
    static constexpr int version = 1;
    timestamp time{};
    std::uint64_t observation = 0;
    std::span<const item<E>> items{};
    std::span<const touch> touched{};
    std::span<const removal> removals{};
    std::string_view unread{};  ///< the tool whose result was not understood

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive.maybe("observation", self.observation);
        archive.maybe("unread", self.unread);
        archive.maybe("entities", self.items);
        archive.maybe("touched", self.touched);
        archive.maybe("removed", self.removals);
    }
};

/// Entities leave.
struct remove {
    static constexpr std::string_view kind = "entity.remove";
    static constexpr int version = 1;
    timestamp time{};
    std::uint64_t observation = 0;
    std::span<const removal> removals{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive.maybe("observation", self.observation);
        archive("removed", self.removals);
    }
};

/// Everything leaves.
struct clear {
    static constexpr std::string_view kind = "entity.clear";
    static constexpr int version = 1;
    timestamp time{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
    }
};

/// An entity with everything a memory knows of it: a line of a saved session.
template <class E>
struct full_item {
    const E* value = nullptr;
    timestamp time{};
    milliseconds paused{0};  ///< since `time`: while nobody had the memory open
    std::uint32_t access_count = 0;
    std::uint32_t rank = 0;
    std::uint64_t observation = 0;
    strength level = strength::mentioned;
    std::uint32_t number = 0;  ///< in the order in which they came in; 0: by their last touch

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        if constexpr (requires { archive.memory(); }) {
            E* const value = archive.memory().template make<E>(1);
            entity_traits<E>::describe(*value, archive);
            if constexpr (repairable_entity<E>) entity_traits<E>::make_valid(*value);
            self.value = value;
        } else {
            entity_traits<E>::describe(*self.value, archive);
        }
        archive.maybe(fact_name<E>("workmem.timestamp"), self.time);
        archive.maybe(fact_name<E>("workmem.paused"), self.paused);
        archive.maybe(fact_name<E>("workmem.accessCount"), self.access_count);
        archive.maybe(fact_name<E>("workmem.rank"), self.rank);
        archive.maybe(fact_name<E>("workmem.observation"), self.observation);
        archive.maybe(fact_name<E>("workmem.number"), self.number);
        if constexpr (requires { archive.memory(); }) {
            archive.maybe(fact_name<E>("workmem.strength"), self.level);
        } else if (self.level != strength::mentioned) {
            archive(fact_name<E>("workmem.strength"), self.level);
        }
    }
};

/// The content is replaced by these entities, newest first. `pause` is how long nobody had them
/// open since `as_of`, their last change or touch: that time does not count for their age.
template <class E>
struct load {
    static constexpr std::string_view kind = "entity.load";
    static constexpr int version = 1;
    timestamp time{};
    timestamp as_of{};
    milliseconds pause{0};
    std::span<const full_item<E>> items{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive.maybe("as_of", self.as_of);
        archive.maybe("pause", self.pause);
        archive("entities", self.items);
    }
};

/// Nobody had the memory open for this long since this moment: the time does not count for the
/// age of what was touched before.
struct pause {
    timestamp since{};
    milliseconds duration{0};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("since", self.since);
        archive("duration", self.duration);
    }
    friend bool operator==(const pause&, const pause&) = default;
};

/// An entity that an answer named.
struct candidate {
    std::string_view type{};
    std::string_view id{};
    std::uint32_t confidence = 0;  ///< in parts per million
    std::string_view reason{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("type", self.type);
        archive("id", self.id);
        archive.maybe("confidence", self.confidence);
        archive.maybe("reason", self.reason);
    }
};

/// What `resolve` answered, where `entity_options::record_answers` keeps it.
struct answer {
    timestamp time{};
    std::string_view phrase{};  ///< its beginning, with marks in the place of secrets
    std::uint32_t meant = 0;    ///< how many of the candidates, from the first; 0: it stayed open
    std::span<const candidate> candidates{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("phrase", self.phrase);
        archive.maybe("meant", self.meant);
        archive.maybe("candidates", self.candidates);
    }
};

/// The break before this process opened the memory, then touches since the last change, in the
/// order of each entity's last one; what is gone meanwhile is passed over. Answers change nothing.
struct touches {
    static constexpr std::string_view kind = "entity.touch";
    static constexpr int version = 1;
    entity_changes::pause pause{};
    std::span<const touch> items{};
    std::span<const answer> answers{};
    std::uint32_t answers_left_out = 0;  ///< that could not be recorded

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("pause", self.pause);
        archive.maybe("touches", self.items);
        archive.maybe("answers", self.answers);
        archive.maybe("answers_left_out", self.answers_left_out);
    }
};

/// An entity leaves for good. Once that is durable the records that know of it are rewritten, and
/// this one becomes `entity.erased` with nothing but its time.
struct erase {
    static constexpr std::string_view kind = "entity.erase";
    static constexpr int version = 1;
    timestamp time{};
    std::string_view type{};
    std::string_view id{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("type", self.type);
        archive("id", self.id);
    }
};

/// All there is to know of a memory, entities newest first.
template <class E>
struct snapshot {
    static constexpr std::string_view kind = "entity.snapshot";
    static constexpr int version = 1;
    timestamp time{};   ///< of the last change
    timestamp as_of{};  ///< of the last change or touch
    std::uint64_t observation = 0;
    milliseconds pause{0};  ///< of a load that nothing followed; the entities' pauses hold it
    std::uint32_t last_number = 0;
    std::string_view unread{};  ///< the tool whose result, the last one, was not understood
    bool focus_left = false;    ///< and nothing was touched since
    std::span<const full_item<E>> items{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("time", self.time);
        archive.maybe("as_of", self.as_of);
        archive.maybe("observation", self.observation);
        archive.maybe("unread", self.unread);
        archive.maybe("focus_left", self.focus_left);
        archive.maybe("pause", self.pause);
        archive.maybe("last_number", self.last_number);
        archive("entities", self.items);
    }
};

}  // namespace workmem::entity_changes
