#pragma once

#include <workmem_http/message.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::http {

/// The host of `host`, `host:port`, `[::1]` or `[::1]:port`; nothing where it is none of these.
[[nodiscard]] inline std::optional<std::string_view> host_of(std::string_view authority) {
    const bool is_bracketed = authority.starts_with('[');
    const auto end = is_bracketed ? authority.find(']') : authority.find(':');
    if (is_bracketed && end == authority.npos) return std::nullopt;
    const auto host = authority.substr(0, is_bracketed ? end + 1 : end);
    const auto rest = authority.substr(host.size());
    if (host.empty() || host.find_first_of("/@?#\\ \t,") != host.npos) return std::nullopt;
    if (rest.empty()) return host;
    if (rest.size() < 2 || rest.size() > 6 || rest.front() != ':' ||
        rest.find_first_not_of("0123456789", 1) != rest.npos)
        return std::nullopt;
    return host;
}

/// The path of a target: `http://host/path`, as a proxy is asked, is `/path` (RFC 9112, 3.2.2).
[[nodiscard]] inline std::string_view path_of(std::string_view target) {
    constexpr std::string_view scheme = "http://";
    if (!same_name(target.substr(0, scheme.size()), scheme)) return target;
    const auto path = target.find('/', scheme.size());
    return path == target.npos ? std::string_view{"/"} : target.substr(path);
}

/// Whether an address is this machine's own: no other machine reaches it.
[[nodiscard]] inline bool is_loopback(std::string_view address) {
    if (same_name(address, "localhost") || address == "::1" || address == "[::1]") return true;
    return address.starts_with("127.") && address.find_first_not_of("0123456789.") == address.npos;
}

/// The names by which a server may be asked. A page of another site that has its name point to
/// this machine (DNS rebinding) is told by its `Host` and `Origin`.
class host_names {
public:
    explicit host_names(std::vector<std::string> names) : names_{std::move(names)} {}

    /// `Host` of a request.
    [[nodiscard]] bool allows_host(std::string_view authority) const {
        const auto host = host_of(authority);
        return host && contains(*host);
    }
    /// `Origin` of a request: `http://host:port`, `https://host`.
    [[nodiscard]] bool allows_origin(std::string_view origin) const {
        for (const std::string_view scheme : {"http://", "https://"})
            if (origin.size() > scheme.size() && same_name(origin.substr(0, scheme.size()), scheme))
                return allows_host(origin.substr(scheme.size()));
        return false;
    }

private:
    [[nodiscard]] bool contains(std::string_view host) const {
        if (is_loopback(host)) return true;
        return std::any_of(names_.begin(), names_.end(),
                           [&](const std::string& each) { return same_name(each, host); });
    }

    std::vector<std::string> names_;
};

}  // namespace workmem::http
