#pragma once

#include <workmem/config.hpp>
#include <workmem/error.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/recent_calls.hpp>
#include <workmem/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::journal {

/// How far a state has come in its stream, and how it goes on. Journal, stream and, once it is
/// open, incarnation never change; the rest is not synchronised.
///
/// A state brings `owner` and `purpose`, `blank()`, which gives an empty one with the same options,
/// and what journal/replay.hpp asks for.
template <class Journal, bool Records = Journal::records>
class stream_position {
public:
    static constexpr std::uint64_t newest = ~std::uint64_t{0};

    stream_position(Journal journal, std::string stream)
        : journal_{std::move(journal)}, stream_{std::move(stream)} {}

    /// The beginning of the same stream: what it holds is read with the next change.
    [[nodiscard]] stream_position at_begin() const {
        stream_position out{journal_, stream_};
        out.incarnation_ = incarnation_;
        out.rollbacks_ = out.stream_rollbacks_ = stream_rollbacks_;
        return out;
    }
    [[nodiscard]] Journal& journal() noexcept { return journal_; }
    [[nodiscard]] const Journal& journal() const noexcept { return journal_; }
    [[nodiscard]] const std::string& stream() const noexcept { return stream_; }
    [[nodiscard]] std::uint64_t sequence() const noexcept { return sequence_; }
    [[nodiscard]] stream_point point() const noexcept { return {sequence_, rollbacks_}; }
    [[nodiscard]] const std::string& incarnation() const noexcept { return incarnation_; }
    [[nodiscard]] recent_calls& calls() noexcept { return calls_; }
    [[nodiscard]] const recent_calls& calls() const noexcept { return calls_; }

    /// Finds or creates the stream.
    result<void> open(std::string_view purpose);

    /// Brings an empty state to where the stream was after record `up_to`, by the newest snapshot
    /// before it and the records since. `not_found` if records it takes are forgotten.
    template <class State>
    result<void> load(State& state, std::uint64_t up_to = newest);

    /// Brings a state up to the end of the stream: `replay(record)` answers a `result<replayed>`.
    /// Where it cannot go on, the state is built anew; if that fails it stays as it is.
    template <class State, class Replay>
    result<void> follow(State& state, Replay&& replay);

    /// Builds the state anew from the stream, up to record `up_to`; what it had beyond it is gone.
    /// `even_in_part`: also if only a part can be read.
    template <class State>
    result<void> rebuild(State& state, bool even_in_part, std::uint64_t up_to = newest);

    /// Of the records the state came from, the last that stands, where the stream has taken some
    /// back since; nothing where it has not.
    [[nodiscard]] std::optional<std::uint64_t> last_standing();

    /// Appends the records of one change. An answer that was lost is looked up in the stream:
    /// what comes back is recorded, conflict or failed.
    [[nodiscard]] append_outcome append(std::span<const std::string_view> lines, bool& lost);
    /// Why the last answer was lost.
    [[nodiscard]] error lost_answer() const;
    /// What was appended has been applied.
    void advance(std::size_t records, std::size_t bytes) noexcept;

    /// Whether the stream is the one that was opened, or another of this name; and whether records
    /// of it were taken back, which `follow` has to know first.
    [[nodiscard]] result<void> verify_incarnation();

    /// Where the stream is another one of this name, or ends before what the state came from,
    /// builds the state from what it holds now. Whether it was so.
    template <class State>
    result<bool> begin_anew(State& state);

    /// The log is longer than 1 MiB and than twice the newest snapshot.
    [[nodiscard]] bool snapshot_due() const noexcept {
        return log_bytes_ > (std::size_t{1} << 20U) && log_bytes_ > 2 * snapshot_bytes_;
    }
    /// A snapshot was taken here, or cannot be taken: the log counts from 0 again.
    void snapshot_taken(std::size_t bytes) noexcept;

private:
    template <class Replay>
    result<void> read(std::uint64_t up_to, bool& outdated, Replay&& replay);
    // Goes on behind records that are forgotten, where none of them was this memory's; whether so.
    result<bool> passes_over_others(std::string_view owner, std::uint64_t up_to);

    // Whether the records stand where they were to stand. If they do not, they may still come: then
    // their key says so before anything is decided again.
    append_outcome look_up(std::span<const std::string_view> lines, append_outcome lost);

    Journal journal_;
    std::string stream_;
    std::string incarnation_;
    std::uint64_t sequence_ = 0;
    std::uint64_t rollbacks_ = 0;         // those before the state was read
    std::uint64_t stream_rollbacks_ = 0;  // those known of the stream
    recent_calls calls_;
    std::optional<error> lost_;
    std::size_t log_bytes_ = 0;       // since the newest snapshot
    std::size_t snapshot_bytes_ = 0;  // of the newest
};

/// Where nothing is recorded: the number of changes, and the last calls.
template <class Journal>
class stream_position<Journal, false> {
    using call_list = basic_recent_calls<basic_made_call<answer_value>>;

public:
    stream_position() = default;
    stream_position(Journal, std::string) noexcept {}
    [[nodiscard]] stream_position at_begin() const { return {}; }
    [[nodiscard]] std::uint64_t sequence() const noexcept { return sequence_; }
    [[nodiscard]] stream_point point() const noexcept { return {sequence_, 0}; }
    [[nodiscard]] std::string stream() const { return {}; }
    [[nodiscard]] call_list& calls() noexcept { return calls_; }
    [[nodiscard]] const call_list& calls() const noexcept { return calls_; }
    void advance() noexcept { ++sequence_; }

private:
    std::uint64_t sequence_ = 0;
    call_list calls_;
};

}  // namespace workmem::journal

#if defined(WORKMEM_TEMPLATES)
#include <workmem/journal/stream_position.ipp>
#endif
