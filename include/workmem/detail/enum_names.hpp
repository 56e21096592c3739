#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <string_view>

namespace workmem::detail {

/// The name of a value of an enumeration that counts from 0.
template <class Enum, std::size_t N>
[[nodiscard]] constexpr std::string_view name_of(Enum value,
                                                 const std::string_view (&names)[N]) noexcept {
    const auto at = static_cast<std::size_t>(value);
    return at < N ? names[at] : std::string_view{"unknown"};
}
/// The value of a name; false for any other text.
template <class Enum, std::size_t N>
constexpr bool parse_name_of(std::string_view name, const std::string_view (&names)[N],
                             Enum& into) noexcept {
    for (std::size_t i = 0; i < N; ++i)
        if (name == names[i]) {
            into = static_cast<Enum>(i);
            return true;
        }
    return false;
}

}  // namespace workmem::detail
