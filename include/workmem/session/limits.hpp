#pragma once

#include <workmem/config.hpp>
#include <workmem/error.hpp>
#include <workmem/long_term/relation.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/value/attribute.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// What callers hand in to a session, looked at before it reaches the state. Texts are to be made
// valid UTF-8 before they are measured.

namespace workmem {

/// How long what a memory of a session holds may be.
struct session_limits {
    static constexpr std::size_t content_bytes = 102'400;  ///< 1 byte at least
    static constexpr std::size_t tags = 64;
    static constexpr std::size_t tag_bytes = 256;          ///< 1 byte at least
    static constexpr std::size_t metadata_bytes = 65'536;  ///< of all names and values together
    static constexpr std::size_t relations = 1'000;
    static constexpr std::size_t session_id_bytes = 512;  ///< 1 byte at least
    static constexpr std::size_t id_bytes = 1'024;        ///< of any other id; 1 byte at least
    /// Of a memory that is imported: as JSON's numbers are exact, and counting on stays below 2^64.
    static constexpr std::uint64_t access_count = std::uint64_t{1} << 53;
    static constexpr std::size_t recommended_memories = 1'000;  ///< of a session; more is allowed
};

/// What the library itself puts into metadata, relations and what is known of a promotion; nobody
/// else may.
inline constexpr std::array<std::string_view, 7> reserved_metadata{"relations",
                                                                   "promoted_from_working",
                                                                   "working_memory_id",
                                                                   "working_memory_session",
                                                                   "promotion_reason",
                                                                   "access_count_at_promotion",
                                                                   "importance_at_promotion"};

[[nodiscard]] constexpr bool is_reserved_metadata(std::string_view name) noexcept {
    return std::find(reserved_metadata.begin(), reserved_metadata.end(), name) !=
           reserved_metadata.end();
}

namespace detail {

/// `<field> must be <rule>, is <value>`.
[[nodiscard]] inline error bad_field(const std::string& field, const std::string& rule,
                                     const std::string& value) {
    return {error_code::validation_error,
            field + " must be " + rule + ", is " + value,
            {{"field", field}, {"rule", rule}, {"value", value}}};
}

[[nodiscard]] inline std::optional<error> problem_of_length(std::string_view field,
                                                            std::size_t size, std::size_t most) {
    if (size >= 1 && size <= most) return std::nullopt;
    return bad_field(std::string{field}, "1 to " + std::to_string(most) + " bytes long",
                     std::to_string(size));
}

[[nodiscard]] inline std::string shown_name(std::string_view name) {
    constexpr std::size_t most = 64;
    return text::quoted(text::prefix(name, most));
}

}  // namespace detail

/// Bytes that a value takes of the room for metadata: those of a text, 8 of a number, 1 of a bool,
/// none of null.
[[nodiscard]] std::size_t metadata_bytes(const attribute& each) noexcept;

/// Whether the content of a memory is 1 to 102,400 bytes long. O(1).
[[nodiscard]] inline std::optional<error> problem_of_content(std::string_view content) {
    return detail::problem_of_length("content", content.size(), session_limits::content_bytes);
}

/// Whether an id of a session is 1 to 512 bytes long. O(1).
[[nodiscard]] inline std::optional<error> problem_of_session_id(std::string_view id) {
    if (!text::is_valid(id))
        return detail::bad_field("session_id", "UTF-8", detail::shown_name(id));
    return detail::problem_of_length("session_id", id.size(), session_limits::session_id_bytes);
}

/// Whether an id is 1 to 1,024 bytes long; `field` is what the caller calls it. O(1).
[[nodiscard]] inline std::optional<error> problem_of_id(std::string_view field,
                                                        std::string_view id) {
    return detail::problem_of_length(field, id.size(), session_limits::id_bytes);
}

/// Whether there are at most 64 tags of 1 to 256 bytes. O(tags).
[[nodiscard]] std::optional<error> problem_of_tags(std::span<const std::string> tags);

/// Whether there are at most 1,000 relations of a memory, and all together have at most 64 KB, in
/// which types, targets and metadata count: they are metadata, too. O(relations).
[[nodiscard]] std::optional<error> problem_of_relations(std::span<const relation> relations);

/// Whether metadata have at most 64 KB, different names, none of them reserved, and only numbers
/// that JSON can write. O(n log n).
[[nodiscard]] std::optional<error> problem_of_metadata(const attribute_list& metadata);

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/session/limits.ipp>
#endif
