#pragma once

#include <workmem/journal/borrowed.hpp>
#include <workmem/long_term/long_term_memory.hpp>
#include <workmem/session/session_memory.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <span>
#include <string_view>

/// What can happen in a session. A change's JSON is the form in which journals keep it.
namespace workmem::session_changes {

/// A memory that a change lends, with the id that it says or another one that it is given.
struct full_memory {
    const session_memory* value = nullptr;
    std::string_view id{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        if constexpr (requires { archive.memory(); }) {
            auto* const value = archive.memory().template make<session_memory>(1);
            session_memory::describe(*value, archive);
            self.value = value;
            self.id = value->id;
        } else {
            archive("id", self.id);
            session_memory::describe_but_id(*self.value, archive);
        }
    }
};

/// Memories come in, or say something else where their id is known.
struct put {
    static constexpr std::string_view kind = "session.put";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const full_memory> memories{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("memories", self.memories);
    }
};

/// A memory lives until another time.
struct expiry {
    static constexpr std::string_view kind = "session.expiry";
    static constexpr int version = 1;
    timestamp time{};
    std::string_view id{};
    timestamp expires{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("id", self.id);
        archive("expires_at", self.expires);
    }
};

/// A memory is related to something.
struct relate {
    static constexpr std::string_view kind = "session.relate";
    static constexpr int version = 1;
    timestamp time{};
    std::string_view id{};
    journal::borrowed<workmem::relation> related{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("id", self.id);
        archive("relation", self.related);
    }
};

/// A memory goes to long-term memory, too: with all that is kept there, so that it can be put
/// there again and again until that is known to have happened.
struct promote {
    static constexpr std::string_view kind = "session.promote";
    static constexpr int version = 1;
    timestamp time{};
    std::string_view id{};
    promotion_reason reason = promotion_reason::manual;
    journal::borrowed<long_term_memory> memory{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("id", self.id);
        archive("reason", self.reason);
        archive("memory", self.memory);
    }
};

/// Memories leave, because they had expired.
struct sweep {
    static constexpr std::string_view kind = "session.sweep";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const std::string_view> ids{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("ids", self.ids);
    }
};

/// A memory leaves for good. Once what is stored of it has been erased as well, this one becomes
/// `session.erased` with nothing but its time.
struct erase {
    static constexpr std::string_view kind = "session.erase";
    static constexpr int version = 1;
    timestamp time{};
    std::string_view id{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("id", self.id);
    }
};

/// All leave.
struct clear {
    static constexpr std::string_view kind = "session.clear";
    static constexpr int version = 1;
    timestamp time{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
    }
};

/// All leave, because the session had been idle for as long as its options allow. What a rule asked
/// to be promoted goes to long-term memory, with all that is kept there.
struct drop {
    static constexpr std::string_view kind = "session.drop";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const std::string_view> ids{};
    std::span<const journal::borrowed<long_term_memory>> promoted{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("ids", self.ids);
        archive.maybe("promoted", self.promoted);
    }
};

/// So many accesses of a memory.
struct access {
    std::string_view id{};
    std::uint64_t count = 0;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("count", self.count);
    }
};

/// Accesses since the last change, and promoted memories that long-term memory has by now; what is
/// gone meanwhile is passed over.
struct touches {
    static constexpr std::string_view kind = "session.touch";
    static constexpr int version = 1;
    timestamp time{};  ///< of the last access
    std::span<const access> accesses{};
    std::span<const std::string_view> delivered{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("time", self.time);
        archive.maybe("accesses", self.accesses);
        archive.maybe("delivered", self.delivered);
    }
};

/// All there is, in the order in which it came.
struct snapshot {
    static constexpr std::string_view kind = "session.snapshot";
    static constexpr int version = 1;
    timestamp time{};      ///< of the last change
    timestamp accessed{};  ///< when something was read last
    std::uint64_t next_number = 1;
    std::span<const full_memory> memories{};
    std::span<const std::uint64_t> numbers{};
    std::span<const journal::borrowed<long_term_memory>> outbox{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("time", self.time);
        archive.maybe("accessed_at", self.accessed);
        archive.maybe("next", self.next_number);
        archive("memories", self.memories);
        archive("numbers", self.numbers);
        archive.maybe("outbox", self.outbox);
    }
};

}  // namespace workmem::session_changes
