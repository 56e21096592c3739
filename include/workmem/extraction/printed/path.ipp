#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>

#include <algorithm>

namespace workmem::extraction::printed {

namespace detail {

[[nodiscard]] WORKMEM_DECL std::string_view without_last_slashes(std::string_view path) noexcept {
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    return path;
}

[[nodiscard]] WORKMEM_DECL bool is_absolute(std::string_view path) noexcept {
    return path.starts_with('/') || path.starts_with('~') ||
           (path.size() > 2 && is_letter(path[0]) && path[1] == ':' &&
            (path[2] == '\\' || path[2] == '/'));
}

}  // namespace detail

WORKMEM_DECL std::string_view base_name(std::string_view path) noexcept {
    path = detail::without_last_slashes(path);
    const bool is_windows = (path.size() > 1 && path[1] == ':') || path.starts_with("\\\\");
    const auto at = path.find_last_of(is_windows ? "/\\" : "/");
    return at == std::string_view::npos || at + 1 == path.size() ? path : path.substr(at + 1);
}

WORKMEM_DECL std::string join(std::string_view base, std::string_view path) {
    while (path.starts_with("./") && path.size() > 2) path.remove_prefix(2);
    while (base.starts_with("./")) base.remove_prefix(2);
    path = detail::without_last_slashes(path);
    base = detail::without_last_slashes(base);
    const bool below = path.size() > base.size() && path.starts_with(base) &&
                       (path[base.size()] == '/' || base == "/");
    if (base.empty() || base == "." || below || path == base || detail::is_absolute(path))
        return std::string{path};
    return std::string{base} + (base == "/" ? "" : "/") + std::string{path};
}

WORKMEM_DECL bool is_path_line(std::string_view line) noexcept {
    if (line.empty() || line.size() > longest_path) return false;
    if (line.front() == '"' && line.size() > 2 && line.back() == '"')
        line = line.substr(1, line.size() - 2);
    if (!detail::is_absolute(line)) return identify::is_path(line, true);
    return line.size() > 1 && line.find_first_of("\t\r\n:<>|*?\"", 2) == std::string_view::npos &&
           line.back() != ' ' && line.find("  ") == std::string_view::npos;
}

WORKMEM_DECL bool is_file_name(std::string_view name) noexcept {
    name = base_name(name);
    return !name.empty() && !name.ends_with('.') &&
           (name.find('.') != std::string_view::npos || (name[0] >= 'A' && name[0] <= 'Z'));
}

WORKMEM_DECL std::string unquoted(std::string_view path) {
    if (path.size() < 2 || path.front() != '"' || path.back() != '"') return std::string{path};
    path = path.substr(1, path.size() - 2);
    std::string out;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] != '\\' || i + 1 == path.size()) {
            out += path[i];
            continue;
        }
        int value = 0, digits = 0;
        for (; digits < 3 && i + 1 < path.size() && path[i + 1] >= '0' && path[i + 1] < '8';
             ++digits)
            value = value * 8 + (path[++i] - '0');
        if (digits > 0)
            out += static_cast<char>(value);
        else if (const char c = path[++i]; c == 't' || c == 'n')
            out += ' ';
        else
            out += c;
    }
    return out;
}

WORKMEM_DECL std::string path_of_uri(std::string_view uri) {
    const auto path = behind(uri, "file://");
    if (!path.data()) return std::string{uri};
    const auto digit = [](char c) {
        return is_digit(c) ? c - '0' : is_letter(c) ? (c | 0x20) - 'a' + 10 : 16;
    };
    std::string out;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] == '%' && i + 2 < path.size() && digit(path[i + 1]) < 16 &&
            digit(path[i + 2]) < 16) {
            out += static_cast<char>(digit(path[i + 1]) * 16 + digit(path[i + 2]));
            i += 2;
        } else {
            out += path[i];
        }
    }
    return out;
}

WORKMEM_DECL std::string_view name_of_url(std::string_view url) noexcept {
    auto rest = url.substr((std::min)(url.find("://"), url.size()));
    rest.remove_prefix((std::min)(rest.size(), std::size_t{3}));
    rest = rest.substr(0, rest.find_first_of("?#"));
    return rest.empty() ? url : base_name(rest);
}

WORKMEM_DECL bool is_url(std::string_view text) noexcept {
    const auto rest = text.starts_with("https://") ? text.substr(8) : behind(text, "http://");
    return rest.size() > 2 && text.size() <= longest_path &&
           rest.find_first_of(" \t\r\n<>\"'`") == std::string_view::npos &&
           (is_letter(rest[0]) || is_digit(rest[0]) || rest[0] == '[');
}

}  // namespace workmem::extraction::printed
