#pragma once

/// Opt-in `fmt` formatters for the library's types. Text from entities and items is escaped, so
/// that a line stays a line.

#include <workmem/bounded/audit.hpp>
#include <workmem/bounded/commands.hpp>
#include <workmem/bounded/item.hpp>
#include <workmem/bounded/removal_reason.hpp>
#include <workmem/bounded/reports.hpp>
#include <workmem/entity/removal.hpp>
#include <workmem/error.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/value/entity.hpp>

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

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
    static std::string text_of(const item& value) {
        return text::quoted(value.text) + " (" + text::escaped(value.id) + ')';
    }
    static std::string text_of(const memorized& value) {
        auto out = text::escaped(value.id) + " at " + std::to_string(value.position) + " of " +
                   std::to_string(value.usage.items) + " items, " +
                   std::to_string(value.usage.tokens) + " tokens";
        append(out, "superseded", value.superseded);
        append(out, "evicted", value.evicted);
        return out;
    }
    static void append(std::string& out, std::string_view what,
                       const std::vector<removed_item>& gone) {
        for (const auto& each : gone) {
            out += &each == &gone.front() ? "; " + std::string{what} + ' ' : ", ";
            out += text_of(each.value);
            if (is_eviction(each.reason)) out += ' ' + std::string{to_string(each.reason)};
        }
    }
    static std::string text_of(const capacity_info& value) {
        return std::to_string(value.items) + " of " + std::to_string(value.max_items) + " items, " +
               std::to_string(value.tokens) + " of " + std::to_string(value.max_tokens) + " tokens";
    }
    static std::string text_of(importance_score value) { return to_string(value); }
    static std::string_view text_of(removal_reason value) { return to_string(value); }
    static std::string_view text_of(eviction_class value) { return to_string(value); }
    static std::string_view text_of(audit_kind value) { return to_string(value); }
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
/// `"the text" (id-1)`
template <>
struct fmt::formatter<workmem::item> : workmem::detail::text_formatter<workmem::item> {};
/// `id-3 at 1 of 2 items, 40 tokens; evicted "the text" (id-1) oldest`
template <>
struct fmt::formatter<workmem::memorized> : workmem::detail::text_formatter<workmem::memorized> {};
/// `12 of 64 items, 300 of 4000 tokens`
template <>
struct fmt::formatter<workmem::capacity_info>
    : workmem::detail::text_formatter<workmem::capacity_info> {};
template <>
struct fmt::formatter<workmem::importance_score>
    : workmem::detail::text_formatter<workmem::importance_score> {};
template <>
struct fmt::formatter<workmem::removal_reason>
    : workmem::detail::text_formatter<workmem::removal_reason> {};
template <>
struct fmt::formatter<workmem::eviction_class>
    : workmem::detail::text_formatter<workmem::eviction_class> {};
template <>
struct fmt::formatter<workmem::audit_kind> : workmem::detail::text_formatter<workmem::audit_kind> {
};
