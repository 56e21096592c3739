#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem {

/// A value that JSON can write without nesting; `nullptr` is null.
struct scalar : std::variant<std::string, std::int64_t, double, bool, std::nullptr_t> {
    using variant::variant;
    scalar() = default;
    // Where copying a text throws, libstdc++ 12's variant destroys a text that is not there.
    scalar(const scalar& other) : scalar{} { *this = other; }
    scalar(scalar&&) = default;
    scalar& operator=(const scalar& other) {
        const auto* const text = std::get_if<std::string>(&other);
        auto* const own = std::get_if<std::string>(this);
        if (text == nullptr)
            variant::operator=(other);
        else if (own == nullptr)
            *this = std::string{*text};
        else
            *own = *text;
        return *this;
    }
    scalar& operator=(scalar&&) = default;
    ~scalar() = default;
};

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
