#pragma once

#include <workmem/detail/cxx20.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

/// A change says its fields once, in `describe(self, archive)`:
/// `archive("name", self.name)` for a field every record has, `archive.maybe("name", self.name)`
/// for one that is left out while it holds its default, `archive.alias("name", "label", …)` for one
/// that is also read under another name. A role may stand behind the field:
/// `archive("title", self.title, erasable)`. Writer, reader, the format's documentation and what
/// erasing leaves follow from that list. A number that is NaN or infinite is read as NaN.
namespace workmem::journal {

/// The role of a field that loses what it says when what it belongs to is erased: one that may be
/// left out holds its default again; a text that every record has becomes "erased".
struct erasable_role {
    [[nodiscard]] static std::string left_of(std::string_view) { return "erased"; }
};
inline constexpr erasable_role erasable{};

/// The same for a text that no two share, as a path: it becomes "erased:<id>".
struct erasable_name_role {
    [[nodiscard]] static std::string left_of(std::string_view id) {
        return "erased:" + std::string{id};
    }
};
inline constexpr erasable_name_role erasable_name{};

template <class T>
concept field_role = requires(std::string_view id) {
    { T::left_of(id) } -> std::same_as<std::string>;
};

/// An archive that only asks whether a type describes itself.
struct archive_archetype {
    template <class T, field_role... Role>
    void operator()(std::string_view, T&, Role...) {}
    template <class T, field_role... Role>
    void maybe(std::string_view, T&, Role...) {}
    template <class T>
    void alias(std::string_view, std::string_view, T&) {}
};

template <class T>
concept described = requires(T& value, archive_archetype& archive) {
    T::describe(value, archive);
};

/// An enumeration whose names stand in records: `to_string(value)` and
/// `parse_name(text, value&) -> bool` are found beside it.
template <class T>
concept named_enumeration = std::is_enum_v<T> && requires(T value, std::string_view text) {
    { to_string(value) } -> std::convertible_to<std::string_view>;
    { parse_name(text, value) } -> std::convertible_to<bool>;
};

}  // namespace workmem::journal
