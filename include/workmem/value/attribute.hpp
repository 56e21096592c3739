#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
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

/// A name that two attributes have, or null. O(n log n), without allocating for up to 32.
[[nodiscard]] inline const std::string* find_repeated_name(const attribute_list& attributes) {
    constexpr std::size_t few = 32;
    if (attributes.size() <= few) {
        for (auto each = attributes.begin(); each != attributes.end(); ++each)
            for (auto before = attributes.begin(); before != each; ++before)
                if (before->name == each->name) return &each->name;
        return nullptr;
    }
    std::vector<const std::string*> names;
    names.reserve(attributes.size());
    for (const auto& each : attributes) names.push_back(&each.name);
    std::sort(names.begin(), names.end(), [](auto* a, auto* b) { return *a < *b; });
    const auto twice =
        std::adjacent_find(names.begin(), names.end(), [](auto* a, auto* b) { return *a == *b; });
    return twice == names.end() ? nullptr : *twice;
}

/// Whether a value is NaN or infinite, which JSON has no number for.
[[nodiscard]] inline bool is_no_number(const scalar& value) noexcept {
    const auto* const number = std::get_if<double>(&value);
    return number != nullptr && !std::isfinite(*number);
}

/// The first attribute whose value is NaN or infinite, or null.
[[nodiscard]] inline const attribute* find_no_number(const attribute_list& attributes) noexcept {
    for (const auto& each : attributes)
        if (is_no_number(each.value)) return &each;
    return nullptr;
}

/// Leaves of each name the last attribute that has it, as readers of JSON do.
inline void keep_last_of_each_name(attribute_list& attributes) {
    std::set<std::string_view> seen;
    attribute_list kept;
    for (auto each = attributes.rbegin(); each != attributes.rend(); ++each)
        if (seen.insert(each->name).second) kept.push_back(*each);
    std::reverse(kept.begin(), kept.end());
    attributes = std::move(kept);
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
