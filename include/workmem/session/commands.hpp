#pragma once

#include <workmem/detail/inline_vector.hpp>
#include <workmem/detail/record_slots.hpp>
#include <workmem/error.hpp>
#include <workmem/session/changes.hpp>
#include <workmem/session/held_memory.hpp>
#include <workmem/session/session_memory.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// What is to be changed of a session's memory; what is absent stays.
struct session_memory_change {
    std::optional<std::string> content{};
    std::optional<workmem::priority> priority{};  ///< its time to live begins anew
    std::optional<std::vector<std::string>> tags{};
    std::optional<attribute_list> metadata{};
};

/// How a memory is promoted by hand.
struct promotion_choice {
    bool allow_secret = false;  ///< also what looks like a secret: whoever promotes has seen it
    bool again = false;         ///< also what is promoted already, as another long-term memory
};

}  // namespace workmem

/// What a session can be asked for, and what is decided of it.
namespace workmem::session_commands {

using records = detail::record_slots<held_memory>;

/// A memory that came in.
struct arrival {
    std::size_t index = 0;  ///< in the command
    std::string id{};
    importance_score importance{};
    timestamp created{};
    timestamp expires{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("index", self.index);
        archive("id", self.id);
        archive("importance", self.importance);
        archive("created", self.created);
        archive("expires", self.expires);
    }
};
struct put_answer {
    std::vector<arrival> arrived{};
    std::optional<session_memory> is_now{};  ///< the one that says something else

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("arrived", self.arrived);
        archive.maybe("is_now", self.is_now);
        if (self.is_now) archive.maybe("importance", self.is_now->importance);
    }
};
struct put_decision {
    session_changes::put change;
    put_answer answer;
    std::optional<error> problem;
    detail::inline_vector<session_changes::full_memory, 1> memories;
    std::optional<session_memory> moved{};  ///< a new one, made at the time of the change
    std::vector<records::staged> arriving;  ///< those that are new
    std::vector<held_memory> changed;       ///< those that are known, as they are to be
};
/// Memories come in. Those without an id get one, those whose id is known stay as they are.
struct put {
    using decision = put_decision;
    std::span<const session_memory> memories;
    timestamp time;
    bool is_new = false;  ///< they come into being with this call

    /// What the caller says; when a memory comes and goes depends on when that is.
    template <class Archive>
    static void describe(const put& self, Archive& archive) {
        for (const auto& each : self.memories) {
            archive("id", each.id);
            archive("content", each.content);
            archive("priority", each.priority);
            archive("tags", each.tags);
            archive("metadata", each.metadata);
            archive("relations", each.relations);
        }
    }
};
/// A memory says something else.
struct update {
    using decision = put_decision;
    std::string_view id;
    const session_memory_change* what;
    timestamp time;

    template <class Archive>
    static void describe(const update& self, Archive& archive) {
        archive("id", self.id);
        archive("content", self.what->content);
        archive("priority", self.what->priority);
        archive("tags", self.what->tags);
        archive("metadata", self.what->metadata);
    }
};

struct expiry_decision {
    session_changes::expiry change;
    timestamp answer{};
    std::optional<error> problem;
};
/// A memory expires now.
struct expire {
    using decision = expiry_decision;
    std::string_view id;
    timestamp time;

    template <class Archive>
    static void describe(const expire& self, Archive& archive) {
        archive("expired", self.id);
    }
};
/// A memory lives longer by the time of its priority, from now if it has expired.
struct extend {
    using decision = expiry_decision;
    std::string_view id;
    timestamp time;

    template <class Archive>
    static void describe(const extend& self, Archive& archive) {
        archive("extended", self.id);
    }
};

struct relate_decision {
    session_changes::relate change;
    bool answer = false;  ///< whether it is new
    std::optional<error> problem;
    relation staged;
};
struct relate {
    using decision = relate_decision;
    std::string_view id;
    const relation* what;
    timestamp time;

    template <class Archive>
    static void describe(const relate& self, Archive& archive) {
        archive("id", self.id);
        archive("what", *self.what);
    }
};

/// What a promotion came to.
struct promote_answer {
    long_term_memory memory{};
    bool is_new = false;      ///< false: it had been promoted before, or no rule asks for it
    bool is_guarded = false;  ///< a rule asks for it, but it looks like a secret

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("memory", self.memory);
        archive("is_new", self.is_new);
        archive.maybe("is_guarded", self.is_guarded);
    }
};
struct promote_decision {
    session_changes::promote change;
    promote_answer answer;
    std::optional<error> problem;
    long_term_memory staged;
    promotion_mark mark;
};
/// A memory goes to long-term memory, too: by hand, or if a rule asks for it.
struct promote {
    using decision = promote_decision;
    std::string_view id;
    bool by_hand;
    timestamp time;
    const std::function<bool(const std::string&)>* is_taken = nullptr;  ///< an id, by others
    bool allow_secret = false;  ///< by hand, also what looks like a secret
    bool again = false;         ///< by hand, also what is promoted already

    template <class Archive>
    static void describe(const promote& self, Archive& archive) {
        archive("id", self.id);
        archive("by_hand", self.by_hand);
        archive("allow_secret", self.allow_secret);
    }
};

struct sweep_decision {
    session_changes::sweep change;
    std::vector<std::string> answer;  ///< the ids of those that left
    std::optional<error> problem;
    std::vector<std::string_view> ids;
    std::vector<std::uint32_t> which;
};
/// Those that have expired leave.
struct sweep {
    using decision = sweep_decision;
    timestamp time;
};

struct erase_decision {
    session_changes::erase change;
    bool answer = false;  ///< whether it was there
    std::string stem;     ///< what the ids of its promotions begin with
    std::optional<error> problem;
};
/// A memory leaves for good, also the outbox.
struct erase {
    using decision = erase_decision;
    std::string_view id;
    bool is_promoted;
    timestamp time;

    template <class Archive>
    static void describe(const erase& self, Archive& archive) {
        archive("id", self.id);
    }
};

struct clear_decision {
    session_changes::clear change;
    std::size_t answer = 0;
    std::optional<error> problem;
};
struct clear {
    using decision = clear_decision;
    timestamp time;
};

struct drop_decision {
    session_changes::drop change;
    std::size_t answer = 0;  ///< how many left
    std::optional<error> problem;
    std::vector<std::string_view> ids;
    std::vector<long_term_memory> values;  ///< what `promoted` lends
    std::vector<journal::borrowed<long_term_memory>> promoted;
    std::vector<long_term_memory> staged;
};
/// All leave if the session has been idle for so long; what a rule asks for is promoted.
struct drop_if_idle {
    using decision = drop_decision;
    timestamp time;
    const std::function<bool(const std::string&)>* is_taken = nullptr;  ///< an id, by others
};

}  // namespace workmem::session_commands
