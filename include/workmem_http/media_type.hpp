#pragma once

#include <workmem_http/message.hpp>

#include <string_view>

namespace workmem::http {

namespace detail {

/// `visit(part)` for each part between separators, trimmed, until one answers true.
template <class Visit>
bool any_part(std::string_view text, char separator, Visit&& visit) {
    for (;;) {
        const auto end = text.find(separator);
        if (visit(trimmed(text.substr(0, end)))) return true;
        if (end == text.npos) return false;
        text.remove_prefix(end + 1);
    }
}

/// Whether the parameters of a media range refuse it: `q=0`, `q=0.000`.
[[nodiscard]] inline bool has_no_weight(std::string_view parameters) {
    return any_part(parameters, ';', [](std::string_view each) {
        const auto equals = each.find('=');
        if (equals == each.npos || !same_name(trimmed(each.substr(0, equals)), "q")) return false;
        const auto weight = trimmed(each.substr(equals + 1));
        return !weight.empty() && weight.find_first_not_of("0.") == weight.npos;
    });
}

}  // namespace detail

/// Whether a body of this `Content-Type` is JSON in UTF-8.
[[nodiscard]] inline bool is_json(std::string_view content_type) {
    const auto end = content_type.find(';');
    if (!same_name(trimmed(content_type.substr(0, end)), "application/json")) return false;
    if (end == content_type.npos) return true;
    return !detail::any_part(content_type.substr(end + 1), ';', [](std::string_view each) {
        const auto equals = each.find('=');
        if (equals == each.npos || !same_name(trimmed(each.substr(0, equals)), "charset"))
            return false;
        auto charset = trimmed(each.substr(equals + 1));
        if (charset.size() > 1 && charset.front() == '"' && charset.back() == '"')
            charset = charset.substr(1, charset.size() - 2);
        return !same_name(charset, "utf-8") && !same_name(charset, "utf8");
    });
}

/// Whether who sends this `Accept` takes a stream of events, and says so by its name: many who take
/// anything would not know what to do with one.
[[nodiscard]] inline bool accepts_events(std::string_view accept) {
    return detail::any_part(accept, ',', [](std::string_view range) {
        const auto end = range.find(';');
        return same_name(trimmed(range.substr(0, end)), "text/event-stream") &&
               (end == range.npos || !detail::has_no_weight(range.substr(end + 1)));
    });
}

/// Whether who sends this `Accept` takes JSON.
[[nodiscard]] inline bool accepts_json(std::string_view accept) {
    return detail::any_part(accept, ',', [](std::string_view range) {
        const auto end = range.find(';');
        const auto type = trimmed(range.substr(0, end));
        if (!same_name(type, "application/json") && type != "application/*" && type != "*/*")
            return false;
        return end == range.npos || !detail::has_no_weight(range.substr(end + 1));
    });
}

}  // namespace workmem::http
