#pragma once

#include <workmem/detail/hash.hpp>
#include <workmem/value/entity.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bench {

/// A key that borrows its text, so that no alternative builds a string to look one up.
struct text_key {
    std::string_view type;
    std::string_view id;

    friend bool operator==(const text_key& a, const text_key& b) noexcept {
        return a.id == b.id && a.type == b.type;
    }
};

[[nodiscard]] inline text_key key_of(const workmem::entity& value) noexcept {
    return {value.type, value.id.text()};
}

/// Our own hash: it served the alternatives better than std::hash and absl::Hash did, and so only
/// the structures differ.
struct text_key_hash {
    using is_transparent = void;
    std::size_t operator()(const text_key& key) const noexcept {
        constexpr const auto& fixed = workmem::detail::decision_key;
        return workmem::detail::hash_bytes(key.type, fixed,
                                           workmem::detail::hash_bytes(key.id, fixed));
    }
};

}  // namespace bench
