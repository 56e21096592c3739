#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

enum class append_status : std::uint8_t {
    recorded,
    conflict,  ///< others have appended since; read them and decide again
    failed,    ///< nothing was recorded; `problem` says why
    unknown    ///< the engine cannot tell; read the stream back before anything else
};

struct append_outcome {
    append_status status = append_status::recorded;
    std::optional<error> problem{};
};

/// One record of a stream: the JSON of a change.
struct record {
    std::uint64_t sequence = 0;  ///< 1 for the first
    std::string_view bytes{};
};

/// How reading went.
struct read_end {
    bool compacted = false;    ///< records above `from` are forgotten; nothing was visited
    std::uint64_t oldest = 0;  ///< records up to this one are forgotten
};

/// A memory's state after a record, in the memory's own format.
struct snapshot {
    std::uint64_t sequence = 0;  ///< the last record that is in it
    std::string bytes{};
};

struct stream_info {
    std::string purpose{};      ///< what the stream is for, as `open_stream` was told
    std::string incarnation{};  ///< 32 hexadecimal digits, new for each stream that is created
    std::uint64_t oldest = 0;   ///< records oldest + 1 to last can be read
    std::uint64_t last = 0;
    /// How often records that could not be written were taken back since the stream was opened:
    /// others may stand in their places now.
    std::uint64_t rollbacks = 0;
};

/// Where in a stream somebody is, and after how many rollbacks he came there.
struct stream_point {
    std::uint64_t sequence = 0;
    std::uint64_t rollbacks = 0;
};

/// The stream that somebody means to append to: this incarnation, or any if it is empty, after so
/// many rollbacks, or any number. Engines that take nothing back look at the incarnation alone.
struct stream_course {
    std::string_view incarnation{};
    std::optional<std::uint64_t> rollbacks{};

    constexpr stream_course() = default;
    template <std::convertible_to<std::string_view> Text>
    constexpr stream_course(const Text& of) noexcept : incarnation{of} {}
    constexpr stream_course(std::string_view of, std::uint64_t after) noexcept
        : incarnation{of}, rollbacks{after} {}
    constexpr operator std::string_view() const noexcept { return incarnation; }
};

/// The snapshots that a rewrite removes, because what it takes out of the records may be in them:
/// those of one owner, or of all if it is empty, below a record.
struct outdated_snapshots {
    std::string_view owner{};
    std::uint64_t below = ~std::uint64_t{0};
};

struct archetype_visitor {
    void operator()(const record&) const {}
};
struct archetype_rewrite {
    std::optional<std::string> operator()(const record&) const { return {}; }
};

/// Keeps streams of records. `append` is all or nothing and succeeds only while the stream ends at
/// `expected`; `read` visits every record above `from`, unless some of them are forgotten; `commit`
/// returns once everything up to a sequence is durable. A handle; copies share the streams.
template <class Journal>
concept engine = std::copy_constructible<Journal> &&
    requires(Journal& journal, std::string_view stream, std::uint64_t sequence,
             std::span<const std::string_view> records, archetype_visitor visit) {
    { journal.append(stream, sequence, records) } -> std::same_as<append_outcome>;
    { journal.read(stream, sequence, visit) } -> std::same_as<result<read_end>>;
    { journal.commit(stream, sequence) } -> std::same_as<result<void>>;
};

/// An engine with everything that keeps streams for long:
/// - `append` may say which incarnation of the stream it means: another one is a conflict. Where
///   records that were appended can be taken back, `stream_info` counts that, `append` takes a
///   `stream_course`, and `commit` a `stream_point`.
/// - `open_stream` finds or creates a stream; one made for another purpose is a `storage_error`
///   naming both. An empty purpose, which `append` gives a stream it creates, fits every other.
///   `find_stream` tells of a stream, and nothing of one that is not there; it creates nothing and
///   asks for no other stream.
/// - `save_snapshot` keeps the state of `owner`, which names a memory on the stream
///   ([a-z0-9_]{1,64}): `conflict` below the owner's newest one, `validation_error` above the last
///   record. `newest_snapshot` finds the newest one up to a sequence.
/// - `truncate` forgets the records up to a sequence, and the snapshots below it except each
///   owner's newest. Which snapshots still need what is the caller's business.
/// - `rewrite` asks for other bytes for each record there is, and replaces them at once together
///   with the removal of outdated snapshots. Afterwards nothing that was replaced is in any file.
/// - `streams` names those there are, in order; `erase_stream` removes one with everything it
///   holds, whether it was there or not: who appends to it again begins at 0, in another
///   incarnation.
/// - `flush` makes everything appended durable; `wait_for_changes` returns true once there is a
///   durable record above `after`, false after `timeout`.
///
/// One that knows what time it is may say so, see `keeps_time`.
template <class Journal>
concept full_engine = engine<Journal> &&
    requires(Journal& journal, std::string_view text, std::string bytes, std::uint64_t sequence,
             std::span<const std::string_view> records, archetype_rewrite rewrite,
             outdated_snapshots outdated, std::chrono::milliseconds timeout) {
    { journal.append(text, sequence, records, text) } -> std::same_as<append_outcome>;
    { journal.open_stream(text, text) } -> std::same_as<result<stream_info>>;
    { journal.find_stream(text) } -> std::same_as<result<std::optional<stream_info>>>;
    { journal.save_snapshot(text, text, sequence, text) } -> std::same_as<result<void>>;
    {
        journal.newest_snapshot(text, text, sequence)
        } -> std::same_as<result<std::optional<snapshot>>>;
    { journal.truncate(text, sequence) } -> std::same_as<result<void>>;
    { journal.rewrite(text, rewrite, outdated) } -> std::same_as<result<void>>;
    { journal.streams() } -> std::same_as<result<std::vector<std::string>>>;
    { journal.erase_stream(text) } -> std::same_as<result<bool>>;
    { journal.flush(text) } -> std::same_as<result<void>>;
    { journal.wait_for_changes(text, sequence, timeout) } -> std::same_as<bool>;
};

/// Whether a record may be there, or still come, of which `append` could not say so: engines of
/// which that is true have a member `loses_answers`, a function in those that hold another engine.
template <class Journal>
[[nodiscard]] constexpr bool may_lose_answers(const Journal& journal) {
    if constexpr (requires { journal.loses_answers(); })
        return journal.loses_answers();
    else
        return requires { Journal::loses_answers; };
}

/// Commits up to a point. Fails for records that were taken back, whatever stands there now.
template <class Journal>
[[nodiscard]] result<void> commit(Journal& journal, std::string_view stream, stream_point point) {
    if constexpr (requires { journal.commit(stream, point); })
        return journal.commit(stream, point);
    else
        return journal.commit(stream, point.sequence);
}

/// A journal that records, with everything.
template <class Journal>
concept full_engine_policy = Journal::records && full_engine<Journal>;

template <class Journal>
concept policy = requires {
    { Journal::records } -> std::convertible_to<bool>;
}
&&(!Journal::records || engine<Journal>);

}  // namespace workmem::journal
