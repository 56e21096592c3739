#pragma once

#include <workmem/config.hpp>
#include <workmem/error.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The rules of the journal concept that all engines share, and their errors.
namespace workmem::journal {

/// Bytes of a stream's name; any bytes may stand in it.
inline constexpr std::size_t max_stream_name = 1'024;
inline constexpr std::size_t max_purpose = 256;
inline constexpr std::size_t max_owner = 64;

[[nodiscard]] inline std::optional<error> refuse_names(std::string_view stream,
                                                       std::string_view purpose = {}) {
    if (stream.size() > max_stream_name)
        return error{error_code::validation_error,
                     "a stream's name has " + std::to_string(stream.size()) + " bytes; at most " +
                         std::to_string(max_stream_name) + " are allowed"};
    if (purpose.size() > max_purpose)
        return error{error_code::validation_error,
                     "a stream's purpose has " + std::to_string(purpose.size()) +
                         " bytes; at most " + std::to_string(max_purpose) + " are allowed"};
    return {};
}

[[nodiscard]] constexpr bool is_owner(std::string_view owner) noexcept {
    return !owner.empty() && owner.size() <= max_owner &&
           std::all_of(owner.begin(), owner.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
           });
}

[[nodiscard]] inline std::optional<error> refuse_owner(std::string_view owner) {
    if (is_owner(owner)) return {};
    return error{error_code::validation_error, "the owner of a snapshot is " +
                                                   text::quoted(owner.substr(0, 100)) +
                                                   "; allowed are 1 to 64 of a-z, 0-9 and _"};
}

/// What a stream is for that holds all that one agent knows: any memory may live in it.
inline constexpr std::string_view agent_purpose = "agent";

[[nodiscard]] inline std::optional<error> refuse_purpose(std::string_view stream,
                                                         std::string_view made_for,
                                                         std::string_view asked) {
    if (made_for == asked || made_for == agent_purpose || made_for.empty() || asked.empty())
        return {};
    return error{error_code::storage_error, "stream " + text::quoted(stream) + " was made for " +
                                                text::quoted(made_for) + ", not for " +
                                                text::quoted(asked) + "; open another stream"};
}

[[nodiscard]] inline std::optional<error> refuse_sequence(std::string_view what,
                                                          std::uint64_t sequence,
                                                          std::uint64_t last) {
    if (sequence <= last) return {};
    return error{error_code::validation_error, std::string{what} + " names record " +
                                                   std::to_string(sequence) +
                                                   ", but the last one is " + std::to_string(last)};
}

[[nodiscard]] inline error older_snapshot(std::string_view owner, std::uint64_t sequence,
                                          std::uint64_t newest) {
    return {error_code::conflict, "the snapshot of " + text::quoted(owner) + " at record " +
                                      std::to_string(sequence) + " is older than the newest, at " +
                                      std::to_string(newest)};
}

/// Whether a caller means another incarnation; an empty one is any.
[[nodiscard]] constexpr bool is_other(std::string_view incarnation,
                                      std::string_view meant) noexcept {
    return !meant.empty() && meant != incarnation;
}

/// 128 bits of the system's random device, as 32 hexadecimal digits.
[[nodiscard]] std::string new_incarnation();

/// A key for a call that no other call has: random bits of this thread, how many it has made, and
/// the instant.
[[nodiscard]] std::string new_call_key();

}  // namespace workmem::journal

#if !defined(WORKMEM_COMPILED)
#include <workmem/journal/stream_rules.ipp>
#endif
