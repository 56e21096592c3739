#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/error.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/result.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace workmem {

/// What stands in the streams of an agenda.
namespace session_agenda_changes {

/// A session is to be looked at an hour after the stream's hour is over.
struct entry {
    static constexpr std::string_view kind = "session_agenda.entry";
    static constexpr int version = 1;
    timestamp time{};
    std::string_view session{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("session", self.session);
    }
};

/// The sessions of all hours before this one have been looked at.
struct progress {
    static constexpr std::string_view kind = "session_agenda.progress";
    static constexpr int version = 1;
    timestamp time{};
    std::int64_t first_open_hour = 0;  ///< since 1970

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("first_open_hour", self.first_open_hour);
    }
};

}  // namespace session_agenda_changes

/// In which hours the sessions of a journal are to be looked at: an index in the journal itself, so
/// that a sweep opens those in which something may be due, and nobody has to open all of them to
/// find out. Each hour is a stream, `session_agenda/<hours since 1970>`, of the sessions that are
/// to be looked at an hour after it is over; the stream `session_agenda` says which hours are done
/// with.
///
/// A session that is entered twice is looked at twice, which changes nothing, so processes need not
/// agree. What is entered ahead of a change holds while the change takes less than half an hour,
/// and clocks differ by less than that. Thread-safe where `Mutex` is.
template <class Journal, class Mutex>
class session_agenda {
public:
    /// Of no other type: a journal that holds any engine would ask whether this is one.
    template <std::same_as<Journal> Same>
    explicit session_agenda(Same journal) : journal_{std::move(journal)} {}

    /// The session is looked at after the hour of `due`, or that of `now` if it is later. Durable
    /// when it returns; costs nothing where this agenda has entered it for that hour, or for an
    /// earlier one that has not passed. Errors: `storage_error`; `conflict` where others were
    /// faster for too long.
    result<void> enter(const std::string& session, timestamp due, timestamp now);

    /// Whether every session that holds something is in the agenda.
    [[nodiscard]] result<bool> has_begun();
    /// Says that it is, since `now`. Errors as for `enter`.
    result<void> begin(timestamp now);

    /// Calls `visit(session)`, a `result<void>`, for each one that is to be looked at by now; one
    /// of which that fails is entered again. Nothing before it was begun. Errors: the first one.
    /// O(those sessions + hours since the last time).
    template <class Visit>
    result<void> take_due(timestamp now, Visit&& visit);

private:
    using hour = std::int64_t;
    static constexpr std::string_view name = "session_agenda";
    // For how long a change may follow what was entered ahead of it.
    static constexpr hour patience = 1;
    // How many hours that were taken are looked at again.
    static constexpr hour again = 2;
    // Beyond that the hours there are are listed, not counted.
    static constexpr hour most_counted = 1'000;
    // By how much another clock may be ahead; beyond that it was wrong.
    static constexpr hour most_ahead = 24;
    // How many sessions are known to be entered, whatever the store's limit of open ones is.
    static constexpr std::size_t most_entered = 65'536;

    [[nodiscard]] static hour hour_of(timestamp time) {
        return std::chrono::floor<std::chrono::hours>(time.time_since_epoch()).count();
    }
    [[nodiscard]] static std::string stream_of(hour which) {
        return std::string{name} + '/' + std::to_string(which);
    }
    // For this hour, or for one before it that has not passed.
    [[nodiscard]] bool is_entered(const std::string& session, hour at, hour current) const;
    void note(const std::string& session, hour at);

    template <class Change>
    result<void> append(const std::string& stream, const Change& change);
    // The first hour that is not done with; nothing before the agenda is begun.
    result<std::optional<hour>> first_open_hour();
    // Those from `first` on and before `end` that may be there; where `first` is a wrong clock's,
    // all before `end`.
    result<std::vector<hour>> hours(hour first, hour end);
    // Forgets what is before `end`.
    result<void> finish(hour first, hour end, timestamp now);
    template <class Visit>
    result<void> take(hour which, timestamp now, Visit&& visit);

    Journal journal_;
    WORKMEM_NO_UNIQUE_ADDRESS mutable Mutex mutex_;
    // The first hour each was entered for since it passed; entering twice does no harm.
    std::unordered_map<std::string, hour, detail::text_hash> entered_;
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/session/agenda.ipp>
#endif
