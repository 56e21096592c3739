#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem {

/// A value that JSON can write without nesting; `nullptr` is null.
using scalar = std::variant<std::string, std::int64_t, double, bool, std::nullptr_t>;

/// One named property of an entity that a person may refer to it by: price, rating, city.
struct attribute {
    std::string name;
    scalar value;

    friend bool operator==(const attribute&, const attribute&) = default;
};

/// In the order they were found; names are unique.
using attribute_list = std::vector<attribute>;

/// The value of the attribute called `name`, or null.
[[nodiscard]] inline const scalar* find_attribute(const attribute_list& attributes,
                                                  std::string_view name) noexcept {
    for (const auto& each : attributes)
        if (each.name == name) return &each.value;
    return nullptr;
}

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

/// Room in `to` for the text of `from`; what `to` says stays.
inline void reserve(std::string& to, const std::string& from) {
    if (from.size() > to.capacity()) to.reserve(from.size());
}

/// Room in `to` for all of `from`; what `to` says stays. False when copying could still allocate:
/// a long text where `to` has another kind of value, or none.
[[nodiscard]] inline bool reserve(attribute_list& to, const attribute_list& from) {
    static const auto in_place = std::string{}.capacity();
    if (from.size() > to.capacity()) to.reserve(from.size());
    bool fits = true;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const auto* const text = std::get_if<std::string>(&from[i].value);
        auto* const target = i < to.size() ? std::get_if<std::string>(&to[i].value) : nullptr;
        if (i < to.size())
            reserve(to[i].name, from[i].name);
        else
            fits = fits && from[i].name.size() <= in_place;
        if (text != nullptr && target != nullptr)
            reserve(*target, *text);
        else if (text != nullptr)
            fits = fits && text->size() <= in_place;
    }
    return fits;
}

}  // namespace workmem
