#pragma once

#include <workmem/detail/cxx20.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The Model Context Protocol over HTTP ("Streamable HTTP"): requests in, answers out. Facts from
/// https://modelcontextprotocol.io/specification, basic/transports. Nothing here knows what the
/// messages are about.
namespace workmem::http {

using header = std::pair<std::string, std::string>;

/// Whether two names are the same, in whatever case of ASCII.
[[nodiscard]] inline bool same_name(std::string_view a, std::string_view b) noexcept {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

/// Without the spaces around it.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view space = " \t";
    const auto first = text.find_first_not_of(space);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

/// What comes before the body.
struct request {
    std::string method{};
    std::string path{};  ///< without what follows `?`
    std::vector<header> headers{};

    /// How often a header stands there.
    [[nodiscard]] std::size_t count(std::string_view name) const noexcept {
        return static_cast<std::size_t>(
            std::count_if(headers.begin(), headers.end(),
                          [&](const header& each) { return same_name(each.first, name); }));
    }
    /// The first header of that name, without spaces around it; nothing where there is none.
    [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const noexcept {
        for (const auto& each : headers)
            if (same_name(each.first, name)) return trimmed(each.second);
        return std::nullopt;
    }
};

/// The headers of a head, as they were sent: lines that end with CRLF, the first one not among
/// them, up to the empty one. Nothing where a line is none, or goes on in the next one.
[[nodiscard]] inline std::optional<std::vector<header>> parse_headers(std::string_view head) {
    std::vector<header> out;
    for (bool is_first = true;; is_first = false) {
        const auto end = head.find("\r\n");
        if (end == head.npos) return std::nullopt;
        const auto line = head.substr(0, end);
        head.remove_prefix(end + 2);
        if (is_first) continue;
        if (line.empty()) return out;
        const auto colon = line.find(':');
        if (colon == line.npos || colon == 0 || line.find_first_of(" \t") < colon ||
            line.find_first_of(std::string_view{"\0\r\n", 3}) != line.npos)
            return std::nullopt;
        out.emplace_back(line.substr(0, colon), trimmed(line.substr(colon + 1)));
    }
}

struct response {
    int status = 200;
    std::string body{};
    std::string type{"application/json"};  ///< of a body that is not empty
    std::vector<header> headers{};
    bool is_sent = false;  ///< as a stream of events: the rest says nothing
};

}  // namespace workmem::http
