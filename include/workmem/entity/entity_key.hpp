#pragma once

#include <workmem/detail/cxx20.hpp>

#include <string>
#include <string_view>

namespace workmem {

/// The key of an entity, as a view.
struct key_view {
    std::string_view type{};
    std::string_view id{};

    friend bool operator==(const key_view&, const key_view&) = default;
};

/// The key of an entity.
struct entity_key {
    std::string type{};
    std::string id{};

    operator key_view() const noexcept { return {type, id}; }
    friend bool operator==(const entity_key&, const entity_key&) = default;
};

}  // namespace workmem

namespace workmem::identity {

/// Two entities are the same when type and id are.
struct type_and_id {
    static constexpr bool uses_type = true;
};

/// Two entities are the same when their ids are; the newer type wins.
struct id_only {
    static constexpr bool uses_type = false;
};

}  // namespace workmem::identity
