#pragma once

#include <workmem/detail/cxx20.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::http {

/// Checks how a body that comes in chunks is framed, as RFC 9112, 7.1 has it: what two servers read
/// differently is where a second request hides in the first one. Not thread-safe.
class chunk_framing {
public:
    /// False, from then on, where a piece of the body goes on wrongly. What follows the body is
    /// not looked at. O(bytes of framing).
    [[nodiscard]] bool accepts(std::string_view piece) noexcept {
        while (!piece.empty() && now_ != part::wrong && now_ != part::over) {
            if (now_ == part::data) {
                const auto passed = std::min<std::uint64_t>(left_, piece.size());
                left_ -= passed;
                piece.remove_prefix(static_cast<std::size_t>(passed));
                if (left_ == 0) now_ = part::data_end;
            } else {
                now_ = after(piece.front());
                piece.remove_prefix(1);
            }
        }
        return now_ != part::wrong;
    }

private:
    enum class part : std::uint8_t {
        size,
        extension,
        size_end,  // the LF
        data,
        data_end,  // the CR, and the LF
        data_line_end,
        trailer_begin,
        trailer,
        trailer_end,
        last_end,
        over,
        wrong,
    };
    static constexpr std::size_t most_digits = 8, most_beside = 8'192;

    // -1 for what is no digit.
    [[nodiscard]] static int digit(char c) noexcept {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        if (c >= 'A' && c <= 'F') return c - 'A' + 10;
        return -1;
    }
    // Extensions and trailers are passed over, but may not go on for ever.
    [[nodiscard]] part beside(char c, part in, part end) noexcept {
        if (c == '\r') return end;
        const bool is_text = c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != '\x7f');
        return is_text && ++beside_ <= most_beside ? in : part::wrong;
    }
    [[nodiscard]] part after_size(char c) noexcept {
        if (const int value = digit(c); value >= 0) {
            left_ = left_ * 16 + static_cast<std::uint64_t>(value);
            return ++digits_ <= most_digits ? part::size : part::wrong;
        }
        if (digits_ == 0) return part::wrong;
        if (c == ';') return part::extension;
        return c == '\r' ? part::size_end : part::wrong;
    }
    [[nodiscard]] part after(char c) noexcept {
        const auto line_end = [&](part next) { return c == '\n' ? next : part::wrong; };
        switch (now_) {
            case part::size: return after_size(c);
            case part::extension: return beside(c, part::extension, part::size_end);
            case part::size_end:
                digits_ = 0;
                return line_end(left_ == 0 ? part::trailer_begin : part::data);
            case part::data_end: return c == '\r' ? part::data_line_end : part::wrong;
            case part::data_line_end: return line_end(part::size);
            case part::trailer_begin: return beside(c, part::trailer, part::last_end);
            case part::trailer: return beside(c, part::trailer, part::trailer_end);
            case part::trailer_end: return line_end(part::trailer_begin);
            case part::last_end: return line_end(part::over);
            case part::data:
            case part::over:
            case part::wrong: break;
        }
        return now_;
    }

    part now_ = part::size;
    std::uint64_t left_ = 0;  // of the chunk
    std::size_t digits_ = 0;  // of its size
    std::size_t beside_ = 0;  // bytes of extensions and trailers
};

}  // namespace workmem::http
