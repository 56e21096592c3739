#pragma once

#include <workmem/error.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/recent_keys.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

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

    [[nodiscard]] Journal& journal() noexcept { return journal_; }
    [[nodiscard]] const Journal& journal() const noexcept { return journal_; }
    [[nodiscard]] const std::string& stream() const noexcept { return stream_; }
    [[nodiscard]] std::uint64_t sequence() const noexcept { return sequence_; }
    [[nodiscard]] const std::string& incarnation() const noexcept { return incarnation_; }
    [[nodiscard]] recent_keys& keys() noexcept { return keys_; }
    [[nodiscard]] const recent_keys& keys() const noexcept { return keys_; }

    /// Finds or creates the stream.
    result<void> open(std::string_view purpose) {
        if constexpr (full_engine<Journal>) {
            auto info = journal_.open_stream(stream_, purpose);
            if (!info) return info.error();
            incarnation_ = std::move(info->incarnation);
        } else {
            (void)purpose;
        }
        return {};
    }

    /// Brings an empty state to where the stream was after record `up_to`, by the newest snapshot
    /// before it and the records since. `not_found` if records it takes are forgotten.
    template <class State>
    result<void> load(State& state, std::uint64_t up_to = newest) {
        if constexpr (full_engine<Journal>) {
            auto found = journal_.newest_snapshot(stream_, State::owner, up_to);
            if (!found) return found.error();
            if (*found) {
                if (auto done = restore_snapshot(state, (*found)->bytes, keys_); !done) return done;
                sequence_ = (*found)->sequence;
                snapshot_bytes_ = (*found)->bytes.size();
            }
        }
        bool outdated = false;
        return read(up_to, outdated, [&](const record& each) {
            auto done = replay_record(state, each.bytes,
                                      static_cast<typename State::notice_type*>(nullptr));
            if (done) done->outdated = false;  // it never saw what was erased
            return done;
        });
    }

    /// Brings a state up to the end of the stream: `replay(record)` answers a `result<replayed>`.
    /// Where it cannot go on, the state is built anew; if that fails it stays as it is.
    template <class State, class Replay>
    result<void> follow(State& state, Replay&& replay) {
        bool outdated = false;
        auto done = read(newest, outdated, std::forward<Replay>(replay));
        if (done && !outdated) return done;
        if (!done && done.error().code() != error_code::not_found) return done;
        return rebuild(state, false);
    }

    /// Builds the state anew from the stream; what it had beyond it is gone. `even_in_part`: also
    /// if only a part can be read.
    template <class State>
    result<void> rebuild(State& state, bool even_in_part) {
        auto fresh = state.blank();
        stream_position at{journal_, stream_};
        auto loaded = at.load(fresh);
        if (!loaded && !even_in_part) return loaded;
        state = std::move(fresh);
        sequence_ = at.sequence_;
        keys_ = std::move(at.keys_);
        log_bytes_ = at.log_bytes_;
        snapshot_bytes_ = at.snapshot_bytes_;
        return loaded;
    }

    /// Appends the records of one change. An answer that was lost is looked up in the stream:
    /// what comes back is recorded, conflict or failed.
    [[nodiscard]] append_outcome append(std::span<const std::string_view> lines, bool& lost) {
        auto done = [&] {
            if constexpr (full_engine<Journal>)
                return journal_.append(stream_, sequence_, lines, incarnation_);
            else
                return journal_.append(stream_, sequence_, lines);
        }();
        if (done.status == append_status::unknown) {
            lost = true;
            lost_ = done.problem;
            done = look_up(lines, std::move(done));
        }
        return done;
    }
    /// Why the last answer was lost.
    [[nodiscard]] error lost_answer() const {
        if (lost_) return *lost_;
        return {error_code::storage_error,
                "the journal cannot tell whether a change of stream " + text::quoted(stream_) +
                    " was recorded, again and again; look after it, then try again"};
    }
    /// What was appended has been applied.
    void advance(std::size_t records, std::size_t bytes) noexcept {
        sequence_ += records;
        log_bytes_ += bytes;
    }

    /// Whether another stream of this name has taken the place of the one that was opened.
    [[nodiscard]] result<void> verify_incarnation() {
        if constexpr (full_engine<Journal>) {
            auto info = journal_.open_stream(stream_, {});
            if (!info) return info.error();
            if (info->incarnation != incarnation_ && !incarnation_.empty())
                return error{error_code::storage_error,
                             "stream " + text::quoted(stream_) +
                                 " was erased meanwhile; open the memory again"};
        }
        return {};
    }

    /// The log is longer than 1 MiB and than twice the newest snapshot.
    [[nodiscard]] bool snapshot_due() const noexcept {
        return log_bytes_ > (std::size_t{1} << 20U) && log_bytes_ > 2 * snapshot_bytes_;
    }
    /// A snapshot was taken here, or cannot be taken: the log counts from 0 again.
    void snapshot_taken(std::size_t bytes) noexcept {
        snapshot_bytes_ = bytes;
        log_bytes_ = 0;
    }

private:
    template <class Replay>
    result<void> read(std::uint64_t up_to, bool& outdated, Replay&& replay) {
        std::optional<error> problem;
        const auto from = sequence_;
        auto read = journal_.read(stream_, from, [&](const record& each) {
            if (problem || outdated || each.sequence > up_to) return;
            auto done = replay(each);
            if (!done) {
                problem.emplace(done.error());
                return;
            }
            outdated = done->outdated;
            if (outdated) return;
            if (!done->idempotency_key.empty()) keys_.note(done->idempotency_key);
            advance(1, each.bytes.size());
        });
        if (problem) return std::move(*problem);
        if (!read) return read.error();
        if (read->compacted && from < up_to)
            return error{error_code::not_found,
                         "stream " + text::quoted(stream_) + " is compacted: record " +
                             std::to_string(from + 1) + " is forgotten, those above " +
                             std::to_string(read->oldest) + " are kept"};
        return {};
    }

    // Whether the records stand where they were to stand. If they do not, they may still come: then
    // their key says so before anything is decided again.
    append_outcome look_up(std::span<const std::string_view> lines, append_outcome lost) {
        std::size_t same = 0, seen = 0;
        auto read = journal_.read(stream_, sequence_, [&](const record& each) {
            if (seen < lines.size() && each.bytes == lines[seen]) ++same;
            ++seen;
        });
        if (!read) {
            if (!lost.problem)
                lost.problem.emplace(error_code::storage_error,
                                     "the journal cannot tell whether a change of stream " +
                                         text::quoted(stream_) +
                                         " was recorded: " + read.error().message() +
                                         "; try again with the same idempotency key");
            return {append_status::failed, std::move(lost.problem)};
        }
        return {same == lines.size() ? append_status::recorded : append_status::conflict,
                std::nullopt};
    }

    Journal journal_;
    std::string stream_;
    std::string incarnation_;
    std::uint64_t sequence_ = 0;
    recent_keys keys_;
    std::optional<error> lost_;
    std::size_t log_bytes_ = 0;       // since the newest snapshot
    std::size_t snapshot_bytes_ = 0;  // of the newest
};

/// Where nothing is recorded: the number of changes.
template <class Journal>
class stream_position<Journal, false> {
public:
    stream_position(Journal, std::string) noexcept {}
    [[nodiscard]] std::uint64_t sequence() const noexcept { return sequence_; }
    [[nodiscard]] std::string stream() const { return {}; }
    void advance() noexcept { ++sequence_; }

private:
    std::uint64_t sequence_ = 0;
};

}  // namespace workmem::journal
