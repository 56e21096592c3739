#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/crc32c.hpp>
#include <workmem/detail/little_endian.hpp>
#include <workmem/journal/journal.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace workmem::journal {

/// The framing of a log. One frame holds the records of one append, so that they are there all or
/// not at all. Little-endian:
///
///     u32 magic, u32 payload bytes, u64 first sequence, u64 durable, u32 records, u32 CRC-32C,
///     then for each record u32 bytes, bytes
///
/// The CRC covers everything else of the frame. `durable` is the last record that was known to be
/// on the disk when the frame was written. It tells damage from a torn tail: a disk may finish the
/// writes since the last sync in any order, so a valid frame behind a broken one proves nothing by
/// itself; one that says the broken record was durable proves damage.
///
/// A frame without records closes a log: it says so of the last record, too, and is there unless
/// the writer crashed. The next writer goes on behind it.
inline constexpr std::uint32_t batch_magic = 0xB14D57F7U;   // F7 57 4D B1: no UTF-8
inline constexpr std::uint32_t header_magic = 0xB04D57F7U;  // the first frame of a file
inline constexpr std::size_t frame_head_size = 32;
/// A frame whose payload is larger is damage; a larger append is refused.
inline constexpr std::size_t max_frame_payload = std::size_t{64} << 20U;

/// The records of one append, as views into the bytes that were scanned.
struct batch {
    std::uint64_t first = 0;
    std::uint64_t durable = 0;
    std::uint32_t count = 0;
    std::string_view payload{};

    [[nodiscard]] std::uint64_t last() const noexcept { return first + count - 1; }

    /// `visit(record)` for each, in order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        const char* at = payload.data();
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto size = detail::load_little<std::uint32_t>(at);
            visit(record{first + i, std::string_view{at + 4, size}});
            at += 4 + std::size_t{size};
        }
    }
};

/// The checksum of a frame; a parameter so that tests can leave it out and see what breaks.
struct crc32c_checksum {
    [[nodiscard]] static bool matches(std::uint32_t stored, std::string_view head,
                                      std::string_view payload) noexcept {
        return stored == detail::crc32c(payload, detail::crc32c(head));
    }
};

/// The payload that a frame of these records would have, in bytes.
[[nodiscard]] inline std::size_t payload_size(std::span<const std::string_view> records) noexcept {
    auto size = records.size() * 4;
    for (const auto& each : records) size += each.size();
    return size;
}

/// Appends one frame; one of no records takes `frame_head_size` bytes. The payload must be within
/// `max_frame_payload`. Strong guarantee.
void append_frame(std::string& out, std::uint32_t magic, std::uint64_t first, std::uint64_t durable,
                  std::span<const std::string_view> records);

/// What stands at the begin of some bytes.
struct decoded_frame {
    enum class state : std::uint8_t {
        good,
        incomplete,  ///< may become good with more bytes: `size` in all
        bad
    };
    state is = state::bad;
    std::size_t size = 0;
    batch content{};
};

/// Decodes the frame at the begin of `bytes`. Pure; linear in the frame.
template <class Checksum = crc32c_checksum>
[[nodiscard]] decoded_frame decode_frame(std::string_view bytes, std::uint32_t magic) noexcept {
    using state = decoded_frame::state;
    if (bytes.size() < frame_head_size) return {state::incomplete, frame_head_size, {}};
    const char* const at = bytes.data();
    if (detail::load_little<std::uint32_t>(at) != magic) return {};
    const std::size_t length = detail::load_little<std::uint32_t>(at + 4);
    const auto count = detail::load_little<std::uint32_t>(at + 24);
    if (length > max_frame_payload || length / 4 < count) return {};
    const auto size = frame_head_size + length;
    if (bytes.size() < size) return {state::incomplete, size, {}};
    const auto payload = bytes.substr(frame_head_size, length);
    if (!Checksum::matches(detail::load_little<std::uint32_t>(at + 28), bytes.substr(0, 28),
                           payload))
        return {};
    auto left = payload;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (left.size() < 4) return {};
        const std::size_t record = detail::load_little<std::uint32_t>(left.data());
        if (left.size() - 4 < record) return {};
        left.remove_prefix(4 + record);
    }
    if (!left.empty()) return {};
    return {state::good,
            size,
            {detail::load_little<std::uint64_t>(at + 8),
             detail::load_little<std::uint64_t>(at + 16), count, payload}};
}

/// Sets what the first frame of `frames`, which must be good, says about durability.
void restamp_frame(std::string& frames, std::uint64_t durable) noexcept;

/// How the frames of a log ended.
enum class scan_end : std::uint8_t {
    clean,
    torn,    ///< what an interrupted write leaves; nothing behind it was ever durable
    damaged  ///< something that was durable is broken
};

/// Tells a torn tail from damage: `rest` begins where record `expected` should stand, readable.
/// Damage when a later frame says that the record was durable, or when looking gets too costly
/// (crafted content may look like frames).
template <class Checksum = crc32c_checksum>
[[nodiscard]] scan_end judge_tail(std::string_view rest, std::uint64_t expected) noexcept {
    if (rest.empty()) return scan_end::clean;
    char magic[4];
    detail::store_little(magic, batch_magic);
    auto budget = max_frame_payload + 16 * rest.size();
    // Whole, but not the record that should stand here: no interrupted write leaves that.
    if (decode_frame<Checksum>(rest, batch_magic).is == decoded_frame::state::good)
        return scan_end::damaged;
    for (std::size_t at = 1;;) {
        at = rest.find(std::string_view{magic, 4}, at);
        if (at == std::string_view::npos) return scan_end::torn;
        const auto found = decode_frame<Checksum>(rest.substr(at), batch_magic);
        if (found.is == decoded_frame::state::good && found.content.first >= expected) {
            if (found.content.durable >= expected) return scan_end::damaged;
            at += found.size;
            continue;
        }
        if (found.is == decoded_frame::state::bad && rest.size() - at >= 8) {
            const std::size_t cost = detail::load_little<std::uint32_t>(rest.data() + at + 4);
            if (cost <= max_frame_payload) {
                if (cost > budget) return scan_end::damaged;
                budget -= cost;
            }
        }
        ++at;
    }
}

/// Walks through the batches of a log that lies in memory. A value; a view of the bytes.
template <class Checksum = crc32c_checksum>
class frame_scanner {
public:
    /// The first batch must begin with record `next`.
    frame_scanner(std::string_view bytes, std::uint64_t next) noexcept
        : bytes_{bytes}, next_{next} {}

    /// The next good batch, or nothing at the end.
    [[nodiscard]] std::optional<batch> next() noexcept {
        const auto found = decode_frame<Checksum>(bytes_.substr(offset_), batch_magic);
        if (found.is != decoded_frame::state::good || found.content.first != next_) return {};
        offset_ += found.size;
        next_ += found.content.count;
        return found.content;
    }
    /// Where the good batches end; meaningful once `next` gave nothing.
    [[nodiscard]] std::size_t offset() const noexcept { return offset_; }
    [[nodiscard]] std::uint64_t next_sequence() const noexcept { return next_; }
    [[nodiscard]] scan_end end() const noexcept {
        return judge_tail<Checksum>(bytes_.substr(offset_), next_);
    }

private:
    std::string_view bytes_;
    std::uint64_t next_;
    std::size_t offset_ = 0;
};

}  // namespace workmem::journal

#if !defined(WORKMEM_COMPILED)
#include <workmem/journal/file/frame.ipp>
#endif
