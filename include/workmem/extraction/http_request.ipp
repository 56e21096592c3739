#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/http_request.hpp>
#include <workmem/extraction/verb.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/inflection.hpp>
#include <workmem/text/json_writer.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace workmem::extraction {

namespace detail {

struct http_method {
    std::string_view name;
    std::string_view verb;
};
inline constexpr std::array http_methods{
    http_method{"get", "get"},      http_method{"post", "create"},   http_method{"put", "update"},
    http_method{"patch", "update"}, http_method{"delete", "delete"},
};

[[nodiscard]] WORKMEM_DECL std::string_view verb_of_method(std::string_view method) {
    for (const auto& each : http_methods)
        if (text::folded(method) == each.name) return each.verb;
    return {};
}

// Whether the tool sends whatever request it is given: no word of its name says what about.
[[nodiscard]] WORKMEM_DECL bool sends_requests(const tool_name& tool) {
    constexpr std::array<std::string_view, 6> requests{"http", "https", "request",
                                                       "rest", "api",   "endpoint"};
    constexpr std::array<std::string_view, 8> others{"mcp", "call", "send",    "make",
                                                     "web", "do",   "execute", "invoke"};
    const auto is_one_of = [](std::string_view word, const auto& words) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    bool named = false;
    for (std::size_t i = 0; i < tool.size(); ++i) {
        const bool request = is_one_of(tool.word(i), requests);
        named = named || request;
        if (!request && verb_of_method(tool.word(i)).empty() && !is_one_of(tool.word(i), others))
            return false;
    }
    return named;
}

// The words and ids of a path; "api" and versions name no things.
[[nodiscard]] WORKMEM_DECL std::vector<std::string_view> segments_of(std::string_view path) {
    constexpr std::size_t most = 16;
    std::vector<std::string_view> out;
    path = path.substr(0, path.find_first_of("?#"));
    while (!path.empty() && out.size() < most) {
        const auto end = (std::min)(path.find('/'), path.size());
        const auto each = path.substr(0, end);
        const bool version =
            each.size() > 1 && each[0] == 'v' &&
            each.substr(1).find_first_not_of("0123456789") == std::string_view::npos;
        if (!each.empty() && each != "api" && each != "rest" && !version) out.push_back(each);
        path.remove_prefix((std::min)(end + 1, path.size()));
    }
    return out;
}

[[nodiscard]] WORKMEM_DECL bool names_kind(std::string_view segment) {
    return segment.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") ==
           std::string_view::npos;
}

// `17`, `leeds-2` and `A_5`, but no `overdue`, `{id}` and `a%20b`.
[[nodiscard]] WORKMEM_DECL bool is_id(std::string_view segment) {
    return segment.find_first_of("0123456789-_") != std::string_view::npos &&
           segment.front() != '_' && segment.find_first_of("{}:%") == std::string_view::npos;
}

// What was sent, behind the id that the path names.
[[nodiscard]] WORKMEM_DECL std::string sent_with(const record& given, std::string_view id) {
    constexpr std::size_t longest_number = 15, most_members = 64, most_bytes = 1 << 16;
    static constexpr field_name bodies[]{"body", "data", "json", "payload", "params", "query"};
    std::string out{'{'};
    if (!id.empty()) {
        const bool number = id.size() <= longest_number && id[0] != '0' &&
                            id.find_first_not_of("0123456789") == std::string_view::npos;
        out += "\"id\":";
        if (number)
            out += id;
        else
            text::append_json(out, text::json_view::of_text(id));
    }
    for (const auto& each : bodies) {
        const auto* const field = given.find(each);
        if (field == nullptr || !field->value.is_object()) continue;
        std::size_t members = 0;
        for (auto one = field->value.begin(); one != field->value.end(); ++one) {
            if (members++ == most_members || out.size() > most_bytes) break;
            if (one.key() == "id" && !id.empty()) continue;
            if (out.size() > 1) out += ',';
            text::append_json(out, text::json_view::of_text(one.key()));
            out += ':';
            text::append_json(out, *one);
        }
        break;
    }
    return out += '}';
}

}  // namespace detail

WORKMEM_DECL requested_call read_request(const tool_name& tool, const text::json_view& arguments) {
    static constexpr field_name paths[]{"path", "endpoint", "route", "resource_path"};
    static constexpr field_name methods[]{"method", "http_method"};
    if (!detail::sends_requests(tool) || !arguments.is_object()) return {};
    const record given{arguments};
    std::string_view path, verb;
    for (const auto& each : paths)
        if (const auto* const field = given.find(each); path.empty() && field)
            path = field->value.string();
    for (const auto& each : methods)
        if (const auto* const field = given.find(each); verb.empty() && field)
            verb = detail::verb_of_method(field->value.string());
    for (std::size_t i = 0; i < tool.size() && verb.empty(); ++i)
        verb = detail::verb_of_method(tool.word(i));
    if (!path.starts_with('/')) return {};
    const auto segments = detail::segments_of(path);
    // The last word that is a kind: the first, or one in the plural, or what is done to it.
    std::size_t last = segments.size();
    for (std::size_t i = 0; i < segments.size(); ++i)
        if (detail::names_kind(segments[i]) &&
            (i == 0 || text::singular(segments[i]) != segments[i] || find_verb(segments[i])))
            last = i;
    if (last == segments.size()) return {};
    const std::string kind{segments[last]};
    const auto one = text::singular(kind);
    const bool ends = last + 1 == segments.size();
    if (verb.empty()) verb = "get";
    // `POST /orders/5/cancel`, `GET /orders/search`
    if (const auto done = one == kind ? find_verb(kind) : std::nullopt; done && ends) {
        const bool asks = done->kind == verb_kind::search || done->kind == verb_kind::query;
        if (last == 0 || (!asks && (verb == "get" || verb == "delete"))) return {};
        const bool of_one = last > 1 && detail::is_id(segments[last - 1]);
        return {kind + '_' + text::singular(segments[last - (of_one ? 2 : 1)]),
                detail::sent_with(given, of_one ? segments[last - 1] : std::string_view{})};
    }
    const auto id =
        !ends && detail::is_id(segments[last + 1]) ? segments[last + 1] : std::string_view{};
    if (verb == "get")
        verb = id.empty() && one != kind && segments.size() < last + 3 ? "list" : "get";
    else if (verb == "create" && !id.empty())
        verb = "update";
    return {std::string{verb} + '_' + (verb == "list" ? kind : one), detail::sent_with(given, id)};
}

}  // namespace workmem::extraction
