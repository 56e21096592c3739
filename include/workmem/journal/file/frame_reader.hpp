#pragma once

#include <workmem/journal/file/frame.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace workmem::journal {

/// Reads a file frame by frame, a piece at a time. Not thread-safe.
template <class Files>
class frame_reader {
    static constexpr std::size_t piece = std::size_t{256} << 10U;

public:
    /// Reads from `begin` up to `end`, which need not exist any more.
    frame_reader(open_file<Files>& from, std::uint64_t begin, std::uint64_t end) noexcept
        : file_{from}, offset_{begin}, end_{end} {}

    /// The next frame, valid until the next call; nothing where no good frame begins.
    [[nodiscard]] result<std::optional<batch>> next(std::uint32_t magic = batch_magic) {
        using state = decoded_frame::state;
        for (;;) {
            const auto found = decode_frame(window(), magic);
            if (found.is == state::good) {
                used_ += found.size;
                offset_ += found.size;
                return std::optional{found.content};
            }
            if (found.is == state::bad) return std::optional<batch>{};
            const auto had = window().size();
            if (auto filled = fill(found.size); !filled) return filled.error();
            if (window().size() == had) return std::optional<batch>{};
        }
    }

    /// Where the next frame begins; those before it were good.
    [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }
    /// Everything from `offset` to the end.
    [[nodiscard]] result<std::string_view> rest() {
        if (auto filled = fill(static_cast<std::size_t>(end_ - offset_)); !filled)
            return filled.error();
        return window();
    }

private:
    [[nodiscard]] std::string_view window() const noexcept {
        return std::string_view{buffer_}.substr(used_);
    }

    // Until the window holds `wanted` bytes or the file ends.
    [[nodiscard]] result<void> fill(std::size_t wanted) {
        buffer_.erase(0, used_);
        used_ = 0;
        const auto had = buffer_.size();
        const auto there = static_cast<std::size_t>(
            (std::min)(end_ - offset_, std::uint64_t{(std::max)(wanted, piece)}));
        if (there <= had) return {};
        buffer_.resize(there);
        const auto done = file_.read(buffer_.data() + had, there - had, offset_ + had);
        if (!done) {
            buffer_.resize(had);
            return io_problem(file_.path(), "read it", done.problem);
        }
        buffer_.resize(had + static_cast<std::size_t>(done.value));
        return {};
    }

    open_file<Files>& file_;
    std::uint64_t offset_;
    std::uint64_t end_;
    std::string buffer_;
    std::size_t used_ = 0;
};

}  // namespace workmem::journal
