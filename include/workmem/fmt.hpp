#pragma once

/// Opt-in `fmt` formatters for the library's types. Text from entities is escaped, so that a line
/// stays a line.

#include <workmem/entity/entity.hpp>
#include <workmem/entity/removal.hpp>
#include <workmem/error.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/timestamp.hpp>

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace workmem::detail {

template <class T>
struct text_formatter : fmt::formatter<std::string_view> {
    template <class Context>
    auto format(const T& value, Context& context) const {
        return fmt::formatter<std::string_view>::format(text_of(value), context);
    }

private:
    static std::string text_of(const entity& value) {
        std::string out = text::escaped(value.type) + ' ' + text::quoted(value.name) + " (";
        text::append_escaped(out, value.id.text());
        return out + ')';
    }
    static std::string text_of(const entity_id& value) { return text::escaped(value.text()); }
    static std::string_view text_of(error_code value) { return to_string(value); }
    static std::string_view text_of(removal_cause value) { return to_string(value); }
    static std::string_view text_of(strength value) { return to_string(value); }
    static std::string_view text_of(resolution_status value) { return to_string(value); }
};

}  // namespace workmem::detail

/// `page "Home" (p-1)`
template <>
struct fmt::formatter<workmem::entity> : workmem::detail::text_formatter<workmem::entity> {};
template <>
struct fmt::formatter<workmem::entity_id> : workmem::detail::text_formatter<workmem::entity_id> {};
template <>
struct fmt::formatter<workmem::error_code> : workmem::detail::text_formatter<workmem::error_code> {
};
template <>
struct fmt::formatter<workmem::removal_cause>
    : workmem::detail::text_formatter<workmem::removal_cause> {};
template <>
struct fmt::formatter<workmem::strength> : workmem::detail::text_formatter<workmem::strength> {};
template <>
struct fmt::formatter<workmem::resolution_status>
    : workmem::detail::text_formatter<workmem::resolution_status> {};
