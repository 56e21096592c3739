#pragma once

#include <workmem/entity/attribute.hpp>
#include <workmem/entity/strength.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <string_view>

namespace workmem {

/// One entity as a memory holds it, seen from outside: what resolvers and prompt formats read.
/// A view; the next change of the memory invalidates it. Whatever the entity's C++ type is, this
/// is what the library knows of it.
struct entry {
    std::string_view type{};
    std::string_view id{};
    std::string_view name{};
    std::string_view slug{};
    const attribute_list* attributes = nullptr;  ///< null where the entity type has none
    bool unnamed = false;

    timestamp time{};               ///< last change or touch
    std::uint64_t order = 0;        ///< grows with every touch: greater is more recent
    std::uint64_t observation = 0;  ///< the `observe` call that last returned it; 0: none did
    std::uint32_t rank = 0;         ///< 1-based place in that result; 0 for a single result
    std::uint32_t access_count = 0;
    strength level = strength::returned;  ///< the strongest touch so far
    std::uint32_t slot = 0;               ///< where it stands; stable while it is held
};

}  // namespace workmem
