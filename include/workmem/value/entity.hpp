#pragma once

#include <workmem/time/timestamp.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/entity_id.hpp>
#include <workmem/value/entry.hpp>

#include <cstdint>
#include <string>

namespace workmem {

/// A thing an agent has touched: a page, an order, a ticket. `(type, id)` is its key.
/// The last four members are the memory's: set in every copy it hands out, ignored on the way in.
struct entity {
    std::string type;  ///< singular noun in snake_case: `pull_request`
    entity_id id{};
    std::string name{};  ///< `Unnamed <type>` when `unnamed`
    std::string slug{};  ///< its name in addresses, or the address of its page
    attribute_list attributes{};
    bool unnamed = false;  ///< the service gave no name; never matched by name

    timestamp time{};                ///< last change or touch
    std::uint32_t access_count = 0;  ///< reads and mentions since it came in
    std::uint32_t rank = 0;          ///< 1-based place in the last list it was in; 0: none
    std::uint64_t observation = 0;   ///< number of the `observe` call of that list, or the last

    /// Equal in what the service said, whenever it was seen.
    friend bool operator==(const entity& a, const entity& b) noexcept {
        return a.type == b.type && a.id == b.id && a.name == b.name && a.slug == b.slug &&
               a.attributes == b.attributes && a.unnamed == b.unnamed;
    }
};

}  // namespace workmem
