#pragma once

#include <workmem/detail/crc32c.hpp>
#include <workmem/detail/little_endian.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::journal {

/// A stream as its row describes it, and its last record.
struct sqlite_stream {
    std::uint64_t id = 0;
    std::string purpose{};
    std::string incarnation{};
    std::uint64_t oldest = 0;
    std::uint64_t last = 0;
};

/// CRC-32C of a row: SQLite finds damaged pages, not damaged content.
[[nodiscard]] inline std::uint64_t sqlite_checksum(std::uint64_t id, std::uint64_t sequence,
                                                   std::string_view bytes,
                                                   std::string_view owner = {}) noexcept {
    char head[16];
    detail::store_little(head, id);
    detail::store_little(head + 8, sequence);
    const auto crc = detail::crc32c(owner, detail::crc32c({head, sizeof head}));
    return detail::crc32c(bytes, crc);
}
[[nodiscard]] inline std::uint64_t sqlite_checksum(std::string_view name,
                                                   const sqlite_stream& of) noexcept {
    const auto crc = sqlite_checksum(name.size(), of.oldest, name);
    return sqlite_checksum(of.purpose.size(), crc, of.purpose, of.incarnation);
}

/// Whose snapshot says with which record a stream was closed, by standing there. Memories have
/// names without parentheses.
inline constexpr std::string_view sqlite_closing = "(closed)";

/// Some records of a stream, as it was at one moment.
struct sqlite_page {
    struct entry {
        std::uint64_t sequence;
        std::size_t size;
    };
    sqlite_stream stream{};  ///< id 0: there is none
    std::string bytes{};
    std::vector<entry> entries{};
};

}  // namespace workmem::journal
