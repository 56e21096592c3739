#pragma once

#include <workmem/value/attribute.hpp>
#include <workmem/value/valid_text.hpp>
#include <workmem/value/value_fields.hpp>

#include <string>

namespace workmem {

/// How a memory is related to something else, which need not be known here.
struct relation {
    std::string type;    ///< "references", "depends_on", …
    std::string target;  ///< the id of what it is related to
    attribute_list metadata{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("type", self.type);
        archive("target", self.target);
        archive.maybe("metadata", self.metadata);
    }
    friend bool operator==(const relation&, const relation&) = default;
};

namespace detail {

inline void make_valid(relation& what) {
    make_valid(what.type);
    make_valid(what.target);
    make_valid(what.metadata);
}

}  // namespace detail

}  // namespace workmem
