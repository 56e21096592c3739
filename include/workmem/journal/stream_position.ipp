#pragma once

#include <workmem/journal/forgotten.hpp>
#include <workmem/journal/stream_position.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>

namespace workmem::journal {

template <class Journal, bool Records>
result<void> stream_position<Journal, Records>::open(std::string_view purpose) {
    if constexpr (full_engine<Journal>) {
        auto info = journal_.open_stream(stream_, purpose);
        if (!info) return info.error();
        incarnation_ = std::move(info->incarnation);
        rollbacks_ = stream_rollbacks_ = info->rollbacks;
    } else {
        (void)purpose;
    }
    return {};
}

template <class Journal, bool Records>
template <class State>
result<void> stream_position<Journal, Records>::load(State& state, std::uint64_t up_to) {
    if constexpr (full_engine<Journal>) {
        auto found = journal_.newest_snapshot(stream_, State::owner, up_to);
        if (!found) return found.error();
        if (*found) {
            if (auto done = restore_snapshot(state, (*found)->bytes, calls_); !done) return done;
            sequence_ = (*found)->sequence;
            snapshot_bytes_ = (*found)->bytes.size();
        }
    }
    const auto replay = [&](const record& each) {
        auto done =
            replay_record(state, each.bytes, static_cast<typename State::notice_type*>(nullptr));
        if (done) done->outdated = false;  // it never saw what was erased
        return done;
    };
    bool outdated = false;
    auto done = read(up_to, outdated, replay);
    if (done || done.error().code() != error_code::not_found) return done;
    const auto passed = passes_over_others(State::owner, up_to);
    if (!passed) return passed.error();
    return *passed ? read(up_to, outdated, replay) : std::move(done);
}

template <class Journal, bool Records>
result<bool> stream_position<Journal, Records>::passes_over_others(std::string_view owner,
                                                                   std::uint64_t up_to) {
    if constexpr (full_engine<Journal>) {
        const auto info = journal_.open_stream(stream_, {});
        if (!info) return info.error();
        const auto known = journal_.newest_snapshot(stream_, forgotten_records::owner, newest);
        // One that is damaged says nothing.
        if (!known || !*known || (*known)->sequence < info->oldest) return false;
        if (forgotten_records{(*known)->bytes}.last_of(owner) > sequence_) return false;
        sequence_ = (std::min)(info->oldest, up_to);
        return true;
    } else {
        (void)owner;
        (void)up_to;
        return false;
    }
}

template <class Journal, bool Records>
template <class State, class Replay>
result<void> stream_position<Journal, Records>::follow(State& state, Replay&& replay) {
    if (stream_rollbacks_ != rollbacks_) {
        if (!commit(journal_, stream_, point())) return rebuild(state, false);
        rollbacks_ = stream_rollbacks_;  // nothing of ours was taken back
    }
    bool outdated = false;
    auto done = read(newest, outdated, std::forward<Replay>(replay));
    if (done && !outdated) return done;
    if (!done && done.error().code() != error_code::not_found) return done;
    return rebuild(state, false);
}

template <class Journal, bool Records>
template <class State>
result<void> stream_position<Journal, Records>::rebuild(State& state, bool even_in_part,
                                                        std::uint64_t up_to) {
    auto fresh = state.blank();
    stream_position at{journal_, stream_};
    at.rollbacks_ = rollbacks_;
    if constexpr (full_engine<Journal>)
        if (const auto info = journal_.open_stream(stream_, {})) at.rollbacks_ = info->rollbacks;
    auto loaded = at.load(fresh, up_to);
    if (!loaded && !even_in_part) return loaded;
    state = std::move(fresh);
    sequence_ = at.sequence_;
    rollbacks_ = stream_rollbacks_ = at.rollbacks_;
    calls_ = std::move(at.calls_);
    log_bytes_ = at.log_bytes_;
    snapshot_bytes_ = at.snapshot_bytes_;
    return loaded;
}

template <class Journal, bool Records>
std::optional<std::uint64_t> stream_position<Journal, Records>::last_standing() {
    if constexpr (full_engine<Journal>) {
        const auto info = journal_.open_stream(stream_, {});
        if (!info || info->rollbacks == rollbacks_) return std::nullopt;
        auto at = point();
        while (at.sequence > 0 && !commit(journal_, stream_, at)) --at.sequence;
        return at.sequence;
    } else {
        return std::nullopt;
    }
}

template <class Journal, bool Records>
append_outcome stream_position<Journal, Records>::append(std::span<const std::string_view> lines,
                                                         bool& lost) {
    auto done = [&] {
        if constexpr (full_engine<Journal>)
            return journal_.append(stream_, sequence_, lines,
                                   stream_course{incarnation_, rollbacks_});
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

template <class Journal, bool Records>
error stream_position<Journal, Records>::lost_answer() const {
    if (lost_) return *lost_;
    return {error_code::storage_error,
            "the journal cannot tell whether a change of stream " + text::quoted(stream_) +
                " was recorded, again and again; look after it, then try again"};
}

template <class Journal, bool Records>
void stream_position<Journal, Records>::advance(std::size_t records, std::size_t bytes) noexcept {
    sequence_ += records;
    log_bytes_ += bytes;
}

template <class Journal, bool Records>
result<void> stream_position<Journal, Records>::verify_incarnation() {
    if constexpr (full_engine<Journal>) {
        auto info = journal_.open_stream(stream_, {});
        if (!info) return info.error();
        if (info->incarnation != incarnation_ && !incarnation_.empty())
            return error{
                error_code::storage_error,
                "stream " + text::quoted(stream_) + " was erased meanwhile; open the memory again"};
        // A server that failed over to one that had heard less.
        if (info->last < sequence_ && info->rollbacks == stream_rollbacks_)
            return error{error_code::storage_error,
                         "stream " + text::quoted(stream_) + " ends at " +
                             std::to_string(info->last) + ", and had " + std::to_string(sequence_) +
                             " records: some were taken back; open the memory again"};
        stream_rollbacks_ = info->rollbacks;
    }
    return {};
}

template <class Journal, bool Records>
template <class State>
result<bool> stream_position<Journal, Records>::begin_anew(State& state) {
    if constexpr (full_engine<Journal>) {
        auto info = journal_.open_stream(stream_, State::purpose);
        if (!info) return info.error();
        const bool is_same = incarnation_.empty() || info->incarnation == incarnation_;
        if (is_same && info->last >= sequence_) return false;
        if (auto built = rebuild(state, false); !built) return built.error();
        incarnation_ = std::move(info->incarnation);
        return true;
    } else {
        (void)state;
        return false;
    }
}

template <class Journal, bool Records>
void stream_position<Journal, Records>::snapshot_taken(std::size_t bytes) noexcept {
    snapshot_bytes_ = bytes;
    log_bytes_ = 0;
}

template <class Journal, bool Records>
template <class Replay>
result<void> stream_position<Journal, Records>::read(std::uint64_t up_to, bool& outdated,
                                                     Replay&& replay) {
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
        if (done->erases)
            calls_.forget(erased_subject{*done->erases, std::move(done->erased_ids)});
        if (!done->call.key.empty()) calls_.note(std::move(done->call));
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

template <class Journal, bool Records>
append_outcome stream_position<Journal, Records>::look_up(std::span<const std::string_view> lines,
                                                          append_outcome lost) {
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
    return {same == lines.size() ? append_status::recorded : append_status::conflict, std::nullopt};
}

}  // namespace workmem::journal
