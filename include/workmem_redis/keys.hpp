#pragma once

#include <workmem/detail/cxx20.hpp>

#include <string>
#include <string_view>

namespace workmem::journal {

[[nodiscard]] constexpr bool is_redis_prefix(std::string_view text) noexcept {
    if (text.empty() || text.size() > 64) return false;
    for (const char c : text)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '.' || c == '_' || c == ':' || c == '-'))
            return false;
    return true;
}

/// The keys of one stream. They share a slot of a cluster: what stands in the braces decides it.
/// Of a name only letters, digits and ._/- are written as they are, everything else as %XX: no name
/// closes the braces, and no two names share a key.
class redis_keys {
public:
    redis_keys(std::string_view prefix, std::string_view stream) {
        std::string tag{"{"};
        tag += prefix;
        tag += ':';
        for (const char c : stream) append(tag, c);
        tag += '}';
        meta = tag + ":meta";
        log = tag + ":log";
        snapshots = tag + ":snapshots";
        copy = tag + ":copy";
    }

    std::string meta;       ///< a hash: format, purpose, incarnation, oldest, idle, rewritten
    std::string log;        ///< a stream: record n has the id n-0, and the fields append and record
    std::string snapshots;  ///< a hash: OWNER:SEQUENCE
    std::string copy;       ///< of the log, while it is rewritten

private:
    static void append(std::string& out, char c) {
        constexpr std::string_view digits = "0123456789ABCDEF";
        const auto byte = static_cast<unsigned char>(c);
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
            c == '.' || c == '_' || c == '/' || c == '-') {
            out += c;
            return;
        }
        out += '%';
        out += digits[byte >> 4U];
        out += digits[byte & 15U];
    }
};

/// The key of the names of all streams, a hash that is in another slot than most of them.
[[nodiscard]] inline std::string redis_registry(std::string_view prefix) {
    return std::string{prefix} + ":streams";
}

}  // namespace workmem::journal
