#pragma once

#include <workmem/value/attribute.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// What JSON can say of attributes: numbers, and names that differ.

namespace workmem {

namespace detail {

// In the order of their names; those of one name as they stand.
[[nodiscard]] inline std::vector<const attribute*> by_name(const attribute_list& attributes) {
    std::vector<const attribute*> out;
    out.reserve(attributes.size());
    for (const auto& each : attributes) out.push_back(&each);
    std::sort(out.begin(), out.end(), [](const attribute* a, const attribute* b) {
        const auto order = a->name.compare(b->name);
        return order != 0 ? order < 0 : a < b;
    });
    return out;
}

}  // namespace detail

/// A name that two attributes have, or null. O(n log n), without allocating for up to 32.
[[nodiscard]] inline const std::string* find_repeated_name(const attribute_list& attributes) {
    constexpr std::size_t few = 32;
    if (attributes.size() <= few) {
        for (auto each = attributes.begin(); each != attributes.end(); ++each)
            for (auto before = attributes.begin(); before != each; ++before)
                if (before->name == each->name) return &each->name;
        return nullptr;
    }
    const auto all = detail::by_name(attributes);
    for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i - 1]->name == all[i]->name) return &all[i]->name;
    return nullptr;
}

/// Leaves of each name the last attribute that has it, as readers of JSON do. O(n log n).
inline void keep_last_of_each_name(attribute_list& attributes) {
    const auto all = detail::by_name(attributes);
    std::vector<bool> is_repeated(attributes.size());
    for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i - 1]->name == all[i]->name)
            is_repeated[static_cast<std::size_t>(all[i - 1] - attributes.data())] = true;
    attribute_list kept;
    for (std::size_t i = 0; i < attributes.size(); ++i)
        if (!is_repeated[i]) kept.push_back(std::move(attributes[i]));
    attributes = std::move(kept);
}

/// Whether a value is NaN or infinite, which JSON has no number for.
[[nodiscard]] inline bool is_no_number(const scalar& value) noexcept {
    using limits = std::numeric_limits<double>;
    const auto* const number = std::get_if<double>(&value);
    return number != nullptr && !(*number >= limits::lowest() && *number <= (limits::max)());
}

/// The first attribute whose value is NaN or infinite, or null.
[[nodiscard]] inline const attribute* find_no_number(const attribute_list& attributes) noexcept {
    for (const auto& each : attributes)
        if (is_no_number(each.value)) return &each;
    return nullptr;
}

}  // namespace workmem
