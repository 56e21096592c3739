#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::mcp {

/// Finds the id of a message that is not read as a whole, because it is too long or no JSON. Takes
/// its bytes in pieces, and keeps no more than an id may have. Not thread-safe.
class id_finder {
public:
    /// The longest id that is found, in bytes of its JSON.
    static constexpr std::size_t most = 1'024;

    /// O(bytes).
    void feed(std::string_view piece) {
        for (const char c : piece) feed(c);
    }
    /// Returns the JSON of the id, empty where none was found; begins with another message.
    [[nodiscard]] std::string take() { return std::exchange(*this, {}).id_; }

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
                // Only a message itself has an id: not a batch, and nothing that stands in one.
                if (depth_ == 0 && c == '[') is_over_ = true;
                keep(c);
                ++depth_;
                if (depth_ == 1) seen_.clear();
                return;
            case '}':
            case ']':
                if (depth_ == 1) end_member(), is_over_ = true;
                if (depth_ > 0) --depth_;
                return;
            case ':':
                if (depth_ != 1) return;
                is_id_ = seen_ == "\"id\"";
                return seen_.clear();
            case ',':
                if (depth_ == 1) end_member();
                return;
            case ' ':
            case '\t':
            case '\r':
            case '\n': return;
            default: return keep(c);
        }
    }
    void keep(char c) {
        if (depth_ == 1 && seen_.size() <= most) seen_ += c;
    }
    void end_member() {
        if (is_id_ && !is_over_ && seen_.size() <= most) id_ = seen_;
        is_id_ = false;
        seen_.clear();
    }

    std::string id_;
    std::string seen_;  // of the member that is read: its name, then its value
    std::size_t depth_ = 0;
    bool in_text_ = false;
    bool is_escaped_ = false;
    bool is_id_ = false;
    bool is_over_ = false;  // what follows belongs to another message
};

}  // namespace workmem::mcp
