#pragma once

#include <workmem/detail/cxx20.hpp>
#include <workmem/mcp/id_finder.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace workmem::mcp {

/// The longest line that is read.
inline constexpr std::size_t max_line_bytes = std::size_t{4} << 20;

/// A line without its end.
struct read_line {
    std::string_view text{};   ///< until the reader is used again
    bool is_too_long = false;  ///< then it has no text
    found_ids ids{};           ///< of what is too long
};

/// Cuts what comes in pieces into lines, which end with LF or CRLF; blank ones are left out. Of a
/// line that is too long only the ids of its messages are kept. Not thread-safe.
class line_reader {
public:
    /// Everything that has come before is to be read first.
    void feed(std::string_view piece) {
        held_.erase(0, done_);
        searched_ -= done_;
        done_ = 0;
        held_.append(piece);
    }
    /// The next whole line, if there is one.
    [[nodiscard]] std::optional<read_line> next() {
        for (;;) {
            const auto end = held_.find('\n', searched_);
            if (end == std::string::npos) {
                searched_ = held_.size();
                if (is_too_long_ || held_.size() - done_ > max_line_bytes) {
                    // It will be told when its end has come.
                    is_too_long_ = true;
                    id_.feed(std::string_view{held_}.substr(done_));
                    done_ = held_.size();
                }
                return std::nullopt;
            }
            const auto line = cut(end);
            done_ = searched_ = end + 1;
            if (line) return line;
        }
    }
    /// What is left when nothing more comes.
    [[nodiscard]] std::optional<read_line> finish() {
        const auto line = cut(held_.size());
        done_ = searched_ = held_.size();
        return line;
    }

private:
    std::optional<read_line> cut(std::size_t end) {
        std::string_view line{held_.data() + done_, end - done_};
        if (is_too_long_ || line.size() > max_line_bytes) {
            is_too_long_ = false;
            id_.feed(line);
            return read_line{{}, true, id_.take()};
        }
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) return std::nullopt;
        return read_line{line};
    }

    std::string held_;
    std::size_t done_ = 0;      // of `held_`, what is read
    std::size_t searched_ = 0;  // of `held_`, what holds no end of a line
    id_finder id_;              // of a line that is too long
    bool is_too_long_ = false;  // what was read last is part of a line that goes on
};

}  // namespace workmem::mcp
