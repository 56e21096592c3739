// Events of hooks, in a file of their project until they are recorded: writing one takes no lock
// that anything waits for, whatever the store is doing.
#pragma once

#include "project.hpp"

#include <workmem/detail/crc32c.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>

namespace workmem_program {

/// The folder in which the events of a store wait: beside it, or for a server in the data folder.
/// Empty where there is none.
[[nodiscard]] std::filesystem::path spool_folder(const std::string& store);

/// A file that is closed by itself.
class open_file {
public:
    open_file(const std::string& path, int how)
        : descriptor_{::open(path.c_str(), how | O_CLOEXEC | O_NOFOLLOW, 0600)} {}
    open_file(const open_file&) = delete;
    open_file& operator=(const open_file&) = delete;
    ~open_file() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    [[nodiscard]] explicit operator bool() const noexcept { return descriptor_ >= 0; }
    [[nodiscard]] int get() const noexcept { return descriptor_; }

    /// Whether the path still names this file.
    [[nodiscard]] bool is_at(const std::string& path) const noexcept {
        struct stat mine {
        }, there{};
        return ::fstat(descriptor_, &mine) == 0 && ::lstat(path.c_str(), &there) == 0 &&
               mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
    }
    [[nodiscard]] bool try_lock(int how) const noexcept {
        return ::flock(descriptor_, how | LOCK_NB) == 0;
    }
    /// Tries until then.
    [[nodiscard]] bool lock(int how, std::chrono::steady_clock::time_point until) const {
        while (!try_lock(how)) {
            if (std::chrono::steady_clock::now() >= until) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds{2});
        }
        return true;
    }

private:
    int descriptor_;
};

/// What became of an event that was taken out of a spool.
enum class event_fate : std::uint8_t {
    recorded,
    refused,  ///< it can never be recorded
    later     ///< it stays
};

/// The events of one project, oldest first. Each is a line
///
///     + <id, 16 hexadecimal digits> <CRC-32C of the id and the event, 8> <the event, JSON>
///
/// between two ends of lines, so that one that was cut off spoils no other; once it is recorded,
/// its first byte is `-`. `KEY.events` is what is written to, by one append an event under a shared
/// lock; `KEY.draining` is what it is called while its events are recorded, under `KEY.lock`.
/// A process that stops at any point leaves both to the next one: an event whose `-` is missing is
/// recorded again, and its id says that it is the same. Any number of threads and processes.
class event_spool {
public:
    using clock = std::chrono::steady_clock;
    /// What waits at most, and one event at most, in bytes.
    static constexpr std::size_t most_bytes = std::size_t{4} << 20;
    static constexpr std::size_t most_event = std::size_t{256} << 10;

    event_spool(const std::string& store, const project& of)
        : event_spool{spool_folder(store), of.key} {}
    event_spool(std::filesystem::path folder, const std::string& key)
        : folder_{std::move(folder)},
          events_{(folder_ / (key + ".events")).string()},
          draining_{(folder_ / (key + ".draining")).string()},
          lock_{(folder_ / (key + ".lock")).string()} {}

    /// Appends an event, one line of JSON. Errors: `capacity` where it finds no room,
    /// `storage_error`.
    workmem::result<void> add(std::string_view event) const;

    /// The file that events are written to.
    [[nodiscard]] const std::string& path() const noexcept { return events_; }
    /// Whether nothing waits.
    [[nodiscard]] bool is_empty() const noexcept {
        return size_of(events_) == 0 && !exists(draining_);
    }
    /// Bytes that wait, those of recorded events among them.
    [[nodiscard]] std::size_t size() const noexcept {
        return size_of(events_) + size_of(draining_);
    }

    struct drained {
        std::size_t recorded = 0, refused = 0;
        std::size_t damaged = 0;   ///< lines that were cut off, which no writer calls written
        bool is_complete = false;  ///< nothing that was there at the beginning waits
    };
    /// Takes events out, oldest first: `take(id, event)` says what became of each. Ends when all
    /// were looked at, or at `until`, also where another one is draining as long.
    template <class Take>
    drained drain(clock::time_point until, Take&& take) const;

    /// `use(id, event)` of all that wait, oldest first; they stay.
    template <class Use>
    void for_each(Use&& use) const {
        // In this order: what is called the second name meanwhile is read twice, not missed.
        const auto newer = read(events_);
        for (const auto& text : {read(draining_), newer})
            for_each_line(text, [&](std::size_t, std::string_view id, std::string_view event) {
                if (!id.empty()) use(id, event);
                return true;
            });
    }

    /// Keeps events from being recorded until what is returned is destroyed. Errors: `conflict`
    /// where another process goes on recording them for ten seconds.
    [[nodiscard]] workmem::result<std::unique_ptr<open_file>> hold() const {
        auto lock = std::make_unique<open_file>(lock_, O_RDWR | O_CREAT);
        if (*lock && !lock->lock(LOCK_EX, clock::now() + std::chrono::seconds{10}))
            return workmem::error{workmem::error_code::conflict,
                                  "events of hooks are being recorded; try again"};
        return lock;
    }
    /// Removes everything that waits; held meanwhile.
    void clear() const noexcept {
        for (const auto* const each : {&events_, &draining_}) ::unlink(each->c_str());
    }

private:
    static constexpr std::size_t id_digits = 16, checksum_digits = 8;
    static constexpr std::size_t head = 2 + id_digits + 1 + checksum_digits + 1;

    [[nodiscard]] static std::size_t size_of(const std::string& path) noexcept {
        struct stat is {};
        return ::lstat(path.c_str(), &is) == 0 ? static_cast<std::size_t>(is.st_size) : 0;
    }
    [[nodiscard]] static bool exists(const std::string& path) noexcept {
        struct stat is {};
        return ::lstat(path.c_str(), &is) == 0;
    }
    [[nodiscard]] static std::string read(const std::string& path) {
        const open_file file{path, O_RDONLY};
        return file ? read(file) : std::string{};
    }
    [[nodiscard]] static std::string read(const open_file& file) {
        std::string out;
        char some[1 << 14];
        for (off_t at = 0;;) {
            const auto size = ::pread(file.get(), some, sizeof some, at);
            if (size < 0 && errno == EINTR) continue;
            if (size <= 0) return out;
            out.append(some, static_cast<std::size_t>(size));
            at += size;
        }
    }
    [[nodiscard]] static std::string digits_of(std::uint64_t number, std::size_t count) {
        char text[17];
        std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
        return std::string{text}.substr(16 - count);
    }
    [[nodiscard]] static std::string checksum_of(std::string_view id, std::string_view event) {
        return digits_of(workmem::detail::crc32c(event, workmem::detail::crc32c(id)),
                         checksum_digits);
    }

    // `use(offset, id, event)` of the lines that are not recorded, until it says false; without an
    // id where a line is damaged. Whether all were used.
    template <class Use>
    static bool for_each_line(std::string_view text, Use&& use) {
        for (std::size_t begin = 0; begin < text.size();) {
            const auto end = std::min(text.find('\n', begin), text.size());
            const auto line = text.substr(begin, end - begin);
            const auto at = begin;
            begin = end + 1;
            if (line.empty() || line.front() == '-') continue;
            const auto is_whole = line.size() > head && line.front() == '+' && end < text.size();
            const auto id = is_whole ? line.substr(2, id_digits) : std::string_view{};
            const auto event = is_whole ? line.substr(head) : std::string_view{};
            const bool is_sound = is_whole && line.substr(2 + id_digits + 1, checksum_digits) ==
                                                  checksum_of(id, event);
            if (!use(at, is_sound ? id : std::string_view{}, event)) return false;
        }
        return true;
    }

    // Whether the file of events is done with.
    enum class waiting : std::uint8_t { nothing, some, unknown };
    template <class Take>
    waiting drain_file(const std::string& path, clock::time_point until, Take& take,
                       drained& out) const;

    std::filesystem::path folder_;
    std::string events_, draining_, lock_;
};

/// Those of all projects that have one.
[[nodiscard]] std::vector<event_spool> spools_of(const std::string& store);

template <class Take>
auto event_spool::drain(clock::time_point until, Take&& take) const -> drained {
    drained out;
    if (is_empty()) {
        out.is_complete = true;
        return out;
    }
    const open_file lock{lock_, O_RDWR | O_CREAT};
    if (!lock || !lock.lock(LOCK_EX, until)) return out;
    // What another one began comes first; then what was there when this one came.
    for (int files = exists(draining_) ? 2 : 1; files > 0; --files) {
        if (!exists(draining_) && ::rename(events_.c_str(), draining_.c_str()) != 0) {
            out.is_complete = errno == ENOENT;
            return out;
        }
        const auto left = drain_file(draining_, until, take, out);
        if (left == waiting::some) {
            // What stays keeps this file; what is newer is taken where it stands.
            (void)drain_file(events_, until, take, out);
            return out;
        }
        if (left == waiting::unknown || ::unlink(draining_.c_str()) != 0) return out;
    }
    out.is_complete = true;
    return out;
}

template <class Take>
auto event_spool::drain_file(const std::string& path, clock::time_point until, Take& take,
                             drained& out) const -> waiting {
    const open_file file{path, O_RDWR};
    if (!file) return waiting::unknown;
    // Hooks that opened it by its other name may be writing; one that was stopped is waited for
    // only so long, and what it writes is found by the next drain.
    const bool is_alone =
        path == draining_ &&
        file.lock(LOCK_EX, std::min(until, clock::now() + std::chrono::milliseconds{200}));
    const auto text = read(file);
    bool stays = false;
    const bool is_done =
        for_each_line(text, [&](std::size_t at, std::string_view id, std::string_view event) {
            if (clock::now() >= until) return false;
            if (id.empty()) {
                // It may not be whole yet.
                out.damaged += is_alone ? 1U : 0U;
                return true;
            }
            const auto fate = take(id, event);
            if (fate == event_fate::later) return stays = true;
            ++(fate == event_fate::recorded ? out.recorded : out.refused);
            return ::pwrite(file.get(), "-", 1, static_cast<off_t>(at)) == 1;
        });
    if (!is_done) return waiting::unknown;
    return stays || !is_alone ? waiting::some : waiting::nothing;
}

}  // namespace workmem_program
