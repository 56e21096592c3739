#pragma once

#include <workmem/detail/cxx20.hpp>

#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <system_error>

namespace workmem::journal {

/// Of each memory on a stream the last record that was forgotten. It stands beside the stream as the
/// snapshot of this owner, at the last record that is gone: a memory without one there need not have
/// lost anything, and then goes on behind what others have forgotten.
class forgotten_records {
public:
    static constexpr std::string_view owner = "forgotten";

    forgotten_records() = default;
    /// What `text` wrote. What is not of that form is passed over.
    explicit forgotten_records(std::string_view text) {
        while (!text.empty()) {
            const auto line = text.substr(0, text.find('\n'));
            text.remove_prefix(line.size() + (line.size() < text.size() ? 1 : 0));
            const auto blank = line.rfind(' ');
            if (blank == std::string_view::npos) continue;
            std::uint64_t sequence = 0;
            const auto* const end = line.data() + line.size();
            const auto read = std::from_chars(line.data() + blank + 1, end, sequence);
            if (read.ec == std::errc{} && read.ptr == end) note(line.substr(0, blank), sequence);
        }
    }

    void note(std::string_view memory, std::uint64_t sequence) {
        auto& last = last_[std::string{memory}];
        if (last < sequence) last = sequence;
    }
    /// 0 where none is.
    [[nodiscard]] std::uint64_t last_of(std::string_view memory) const {
        const auto found = last_.find(memory);
        return found == last_.end() ? 0 : found->second;
    }
    /// A line each: the memory, and the number of the record.
    [[nodiscard]] std::string text() const {
        std::string out;
        for (const auto& [memory, sequence] : last_)
            out.append(memory).append(" ").append(std::to_string(sequence)).append("\n");
        return out;
    }

private:
    std::map<std::string, std::uint64_t, std::less<>> last_;
};

}  // namespace workmem::journal
