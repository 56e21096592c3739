#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

/// A change says its fields once, in `describe(self, archive)`:
/// `archive("name", self.name)` for a field every record has, `archive.maybe("name", self.name)`
/// for one that is left out while it holds its default, `archive.alias("name", "label", …)` for one
/// that is also read under another name. Writer, reader and the format's
/// documentation follow from that list.
namespace workmem::journal {

/// An archive that only asks whether a type describes itself.
struct archive_archetype {
    template <class T>
    void operator()(std::string_view, T&) {}
    template <class T>
    void maybe(std::string_view, T&) {}
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
