#pragma once

#include <workmem/long_term/relation.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/value_fields.hpp>

#include <string>
#include <vector>

namespace workmem {

/// The attribute of a memory that names the key it is the value of; its words are searched, too.
inline constexpr const char* long_term_key = "from_key";

/// Something that is kept for good: promoted from a session, or learned from a task. Never
/// changed, only erased.
struct long_term_memory {
    std::string id;
    std::string content;
    std::string core{};  ///< the collection it belongs to; empty: none in particular
    std::vector<std::string> tags{};
    attribute_list metadata{};
    std::vector<relation> relations{};
    timestamp created{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("content", self.content);
        archive.maybe("core", self.core);
        archive.maybe("tags", self.tags);
        archive.maybe("metadata", self.metadata);
        archive.maybe("relations", self.relations);
        archive.maybe("created_at", self.created);
    }
    friend bool operator==(const long_term_memory&, const long_term_memory&) = default;
};

}  // namespace workmem
