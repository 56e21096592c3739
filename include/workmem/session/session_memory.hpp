#pragma once

#include <workmem/long_term/relation.hpp>
#include <workmem/session/promotion.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/importance_score.hpp>
#include <workmem/value/priority.hpp>
#include <workmem/value/value_fields.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workmem {

/// Where a memory went when it was promoted.
struct promotion_mark {
    std::string id{};  ///< of the long-term memory
    timestamp time{};
    promotion_reason reason = promotion_reason::manual;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("promoted_to_id", self.id);
        archive("promoted_at", self.time);
        archive("reason", self.reason);
    }
    friend bool operator==(const promotion_mark&, const promotion_mark&) = default;
};

/// Something a session remembers for a while. A copy: nothing done to it reaches the session.
struct session_memory {
    std::string id{};
    std::string content{};
    workmem::priority priority = workmem::priority::medium;
    std::vector<std::string> tags{};
    attribute_list metadata{};
    std::vector<relation> relations{};
    timestamp created{};
    timestamp expires{};             ///< expired from then on
    std::uint64_t access_count = 1;  ///< being added counts as one
    std::optional<promotion_mark> promoted{};
    importance_score importance{};  ///< when the copy was made

    /// Importance is not recorded: it follows from the rest and the time.
    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        describe_but_id(self, archive);
    }
    template <class Self, class Archive>
    static void describe_but_id(Self& self, Archive& archive) {
        archive("content", self.content);
        archive("priority", self.priority);
        archive.maybe("tags", self.tags);
        archive.maybe("metadata", self.metadata);
        archive.maybe("relations", self.relations);
        archive("created_at", self.created);
        archive("expires_at", self.expires);
        archive("access_count", self.access_count);
        archive.maybe("promoted", self.promoted);
    }
    /// Equal in everything that is recorded.
    friend bool operator==(const session_memory& a, const session_memory& b) {
        return a.id == b.id && a.content == b.content && a.priority == b.priority &&
               a.tags == b.tags && a.metadata == b.metadata && a.relations == b.relations &&
               a.created == b.created && a.expires == b.expires &&
               a.access_count == b.access_count && a.promoted == b.promoted;
    }
};

}  // namespace workmem
