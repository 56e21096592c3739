// What a stream says of each thing up to a moment.
#pragma once

#include "../log/told_change.hpp"

#include <workmem/journal/any.hpp>
#include <workmem/result.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace workmem_program {

/// Up to where a stream is looked at; all of it where neither is said.
struct history_end {
    std::optional<std::uint64_t> sequence{};
    std::optional<workmem::timestamp> time{};
};

/// A change of which a history keeps what it says.
struct told_event {
    std::uint64_t sequence = 0;
    std::optional<workmem::timestamp> time{};
    std::string sentence{};
};

/// What happened to one thing.
struct thing_story {
    told_thing what{};
    std::optional<told_event> came{};  ///< first; nothing where that is forgotten
    told_event last{};                 ///< before it left
    std::optional<told_event> left{};  ///< nothing while it is there
    std::string reason{};              ///< why it left
    std::size_t changes = 0;           ///< that speak of it
};

/// The changes of one stream up to a moment, by what they are about. Copyable.
class stream_history {
public:
    /// Errors: `not_found` where the moment cannot be reached, those of the journal.
    [[nodiscard]] static workmem::result<stream_history> read(workmem::journal::any journal,
                                                              const std::string& stream,
                                                              const history_end& end);

    [[nodiscard]] const std::string& stream() const noexcept { return stream_; }
    /// The last change that counts, and when that was.
    [[nodiscard]] std::uint64_t sequence() const noexcept { return sequence_; }
    [[nodiscard]] std::optional<workmem::timestamp> time() const noexcept { return time_; }
    /// Changes up to this one are forgotten.
    [[nodiscard]] std::uint64_t forgotten() const noexcept { return forgotten_; }

    /// In the order in which they were first spoken of.
    [[nodiscard]] const std::vector<thing_story>& stories() const noexcept { return stories_; }
    /// Results of tools that were not understood.
    [[nodiscard]] const std::vector<told_event>& unread() const noexcept { return unread_; }

private:
    void take(const workmem::text::json_view& change, const told_change& told,
              std::uint64_t sequence);
    void take_all_out(thing_kind kind, const told_event& event);
    thing_story& story_of(const told_thing& what);

    std::string stream_;
    std::uint64_t sequence_ = 0, forgotten_ = 0;
    std::optional<workmem::timestamp> time_;
    std::vector<thing_story> stories_;
    std::unordered_map<std::string, std::size_t> places_;
    std::vector<told_event> unread_;
};

}  // namespace workmem_program
