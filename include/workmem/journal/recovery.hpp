#pragma once

#include <workmem/journal/journal.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// How the end of a stream was found.
enum class log_end : std::uint8_t {
    closed,    ///< as it was left, or by a version that closed none
    unclosed,  ///< its writer crashed; records that nobody was told of may be missing
    missing    ///< its writer closed it, and what it ended with is gone
};

/// What was found when a stream was opened, and mended unless it was for reading only.
struct recovery {
    /// Bytes at the end of the log that are no whole records: what an interrupted write left, or
    /// the last records if they are damaged.
    std::uint64_t cut_bytes = 0;
    std::string kept_in{};               ///< the file that has these bytes now, if they were cut
    std::vector<std::string> removed{};  ///< files that an interrupted call left behind
    log_end end = log_end::closed;       ///< says so, too, where it ends between two records
    /// Why newer snapshots were passed over, for an older one or for the records themselves.
    std::vector<std::string> passed_over{};
    /// Why the log was written anew while the stream was open, after a sync that failed.
    std::vector<std::string> copied{};

    /// Whether a person should hear of it.
    [[nodiscard]] bool is_remarkable() const noexcept {
        return cut_bytes != 0 || end == log_end::missing || !passed_over.empty() || !copied.empty();
    }
    /// What to tell: a sentence without its end, about a stream. Text of files is escaped.
    [[nodiscard]] std::string message(std::string_view stream) const {
        auto out = "stream " + text::quoted(stream);
        std::string_view between = " ";
        const auto say = [&](const std::string& what) {
            out += std::exchange(between, "; ");
            out += what;
        };
        if (end == log_end::missing) say("has lost its end");
        if (cut_bytes != 0 && end != log_end::missing) say("was not closed");
        if (cut_bytes != 0)
            say("the last " + std::to_string(cut_bytes) + " bytes are no whole records" +
                (kept_in.empty() ? std::string{} : ", they are in " + text::quoted(kept_in)));
        for (const auto& each : passed_over) say("a snapshot was passed over: " + each);
        for (const auto& each : copied) say("its log was written anew: " + each);
        return out;
    }
};

/// Who wants to hear once of what was found and mended in a stream.
using recovery_listener = std::function<void(std::string_view stream, const recovery&)>;

/// Which snapshots may stand in for a newer one that is damaged.
struct stand_ins {
    std::uint64_t least = 0;       ///< the records above it are there, and nothing was erased since
    bool records_suffice = false;  ///< all records are there, as they were written
};

/// The newest snapshot up to `at_most` that can be read, or none where the records will do; the
/// problem of the newest if nothing may stand in for it. `find(at_most, sequence)` gives the newest
/// one, sets its number as soon as it is known, and fails where that one is damaged. `passed_over`
/// gets the problems of those that were.
template <class Find>
[[nodiscard]] result<std::optional<snapshot>> newest_good_snapshot(
    std::uint64_t at_most, stand_ins allowed, Find&& find, std::vector<std::string>& passed_over) {
    std::optional<error> first;
    std::vector<std::string> problems;
    const auto stands_in = [&](result<std::optional<snapshot>> found) {
        passed_over.insert(passed_over.end(), problems.begin(), problems.end());
        return found;
    };
    for (;;) {
        std::optional<std::uint64_t> sequence;
        auto found = find(at_most, sequence);
        if (found && !first) return found;
        if (found && *found && (*found)->sequence >= allowed.least)
            return stands_in(std::move(found));
        if (found && !*found && allowed.records_suffice) return stands_in(std::move(found));
        if (found || !sequence) return first ? std::move(*first) : found.error();
        problems.push_back(found.error().message());
        if (!first) first.emplace(found.error());
        if (*sequence == 0) {
            if (allowed.records_suffice) return stands_in(std::optional<snapshot>{});
            return std::move(*first);
        }
        at_most = *sequence - 1;
    }
}

}  // namespace workmem::journal
