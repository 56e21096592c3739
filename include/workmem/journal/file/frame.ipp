#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/file/frame.hpp>

namespace workmem::journal {

WORKMEM_DECL void append_frame(std::string& out, std::uint32_t magic, std::uint64_t first,
                               std::uint64_t durable, std::span<const std::string_view> records) {
    const auto size = payload_size(records);
    const auto start = out.size();
    const auto end = start + frame_head_size + size;
    if (end > out.capacity()) out.reserve((std::max)(end, out.capacity() * 2));
    out.resize(end);
    char* const head = out.data() + start;
    detail::store_little(head, magic);
    detail::store_little(head + 4, static_cast<std::uint32_t>(size));
    detail::store_little(head + 8, first);
    detail::store_little(head + 16, durable);
    detail::store_little(head + 24, static_cast<std::uint32_t>(records.size()));
    char* at = head + frame_head_size;
    for (const auto& each : records) {
        detail::store_little(at, static_cast<std::uint32_t>(each.size()));
        at += 4 + each.copy(at + 4, each.size());
    }
    const auto crc = detail::crc32c({head + frame_head_size, size}, detail::crc32c({head, 28}));
    detail::store_little(head + 28, crc);
}

WORKMEM_DECL void restamp_frame(std::string& frames, std::uint64_t durable) noexcept {
    if (detail::load_little<std::uint64_t>(frames.data() + 16) == durable) return;
    const auto size = frame_head_size + detail::load_little<std::uint32_t>(frames.data() + 4);
    detail::store_little(frames.data() + 16, durable);
    const std::string_view frame{frames.data(), size};
    detail::store_little(frames.data() + 28, detail::crc32c(frame.substr(frame_head_size),
                                                            detail::crc32c(frame.substr(0, 28))));
}

}  // namespace workmem::journal
