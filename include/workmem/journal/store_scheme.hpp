#pragma once

#include <workmem/error.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace workmem::journal {

/// Returns the scheme of a store's name that is an address: `redis` of `redis://host`, `sqlite` of
/// `sqlite:a.db`; empty for the path of a file or folder. What has no `//` is one only where the
/// scheme is known.
[[nodiscard]] inline std::string_view store_scheme(std::string_view name) noexcept {
    constexpr std::string_view letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-";
    constexpr std::array<std::string_view, 6> known{"sqlite",   "redis",      "rediss",
                                                    "postgres", "postgresql", "file"};
    const auto end = name.find(':');
    if (end == name.npos || end == 0) return {};
    const auto scheme = name.substr(0, end);
    if (scheme.find_first_not_of(letters) != scheme.npos) return {};
    const bool is_url = name.substr(end + 1).starts_with("//");
    return is_url || std::find(known.begin(), known.end(), scheme) != known.end()
               ? scheme
               : std::string_view{};
}

/// Why an engine that keeps streams in a path does not take such a name, if it is an address. Of
/// the address, which may hold a password, only the scheme is named.
/// \param wanted what the engine takes: "a folder"
/// \param instead what to use for other schemes
[[nodiscard]] inline std::optional<error> refuse_address(std::string_view name,
                                                         std::string_view wanted,
                                                         std::string_view instead) {
    const auto scheme = store_scheme(name);
    if (scheme.empty()) return std::nullopt;
    const std::string begins = std::string{scheme} + ':';
    return error{error_code::validation_error,
                 "the store must be " + std::string{wanted} + ", is an address that begins with " +
                     begins + "; " + std::string{instead} + ", or write ./" + begins +
                     "… for a path that begins so",
                 {{"field", "store"}, {"value", begins}}};
}

}  // namespace workmem::journal
