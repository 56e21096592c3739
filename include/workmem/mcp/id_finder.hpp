#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::mcp {

/// The ids of what is not read, as JSON.
struct found_ids {
    std::string one{};                 ///< of a message; empty: not found
    std::vector<std::string> batch{};  ///< of the messages of a batch
};

/// Finds the id of a message, or those of a batch, that is not read as a whole, because it is too
/// long or no JSON. Takes its bytes in pieces, and keeps no more than an id may have. Not
/// thread-safe.
class id_finder {
public:
    /// The longest id that is found, in bytes of its JSON.
    static constexpr std::size_t most = 1'024;
    /// The most ids that are found in a batch.
    static constexpr std::size_t most_of_batch = 256;

    /// O(bytes).
    void feed(std::string_view piece) {
        for (const char c : piece) feed(c);
    }
    /// Returns what was found; begins with another message.
    [[nodiscard]] found_ids take() { return std::exchange(*this, {}).found_; }

private:
    void feed(char c) {
        if (in_text_) {
            keep(c);
            if (!is_escaped_ && c == '"') in_text_ = false;
            is_escaped_ = !is_escaped_ && c == '\\';
            return;
        }
        switch (c) {
            case '"': in_text_ = true; return keep(c);
            case '{':
            case '[':
                if (depth_ == 0 && c == '[') level_ = 2;
                keep(c);
                ++depth_;
                if (depth_ == level_) seen_.clear();
                return;
            case '}':
            case ']':
                if (depth_ == level_) end_member();
                if (depth_ > 0 && --depth_ == 0) is_over_ = true;
                return;
            case ':':
                if (depth_ != level_) return;
                is_id_ = seen_ == "\"id\"";
                return seen_.clear();
            case ',':
                if (depth_ == level_) end_member();
                return;
            case ' ':
            case '\t':
            case '\r':
            case '\n': return;
            default: return keep(c);
        }
    }
    void keep(char c) {
        if (depth_ == level_ && seen_.size() <= most) seen_ += c;
    }
    void end_member() {
        if (is_id_ && !is_over_ && seen_.size() <= most) {
            if (level_ == 1)
                found_.one = seen_;
            else if (found_.batch.size() < most_of_batch)
                found_.batch.push_back(seen_);
        }
        is_id_ = false;
        seen_.clear();
    }

    found_ids found_;
    std::string seen_;  // of the member that is read: its name, then its value
    std::size_t depth_ = 0;
    std::size_t level_ = 1;  // the depth of members of a message: a batch stands around its own
    bool in_text_ = false;
    bool is_escaped_ = false;
    bool is_id_ = false;
    bool is_over_ = false;  // what follows belongs to another message
};

}  // namespace workmem::mcp
