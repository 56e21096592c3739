#pragma once

#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/log_header.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::journal {

/// What a lock's file says: who has the stream, or how large its log was when it was closed.
class lock_text {
    static constexpr std::string_view closed = "closed at byte ";

public:
    lock_text() = default;
    explicit lock_text(std::string text) : text_{std::move(text)} {}
    using buffer = std::array<char, closed.size() + 21>;
    /// The line that says so, in `into`: letting go of a lock allocates nothing.
    [[nodiscard]] static std::string_view of_closed(std::uint64_t size, buffer& into) noexcept {
        char* const digits = into.data() + closed.copy(into.data(), closed.size());
        char* const end = std::to_chars(digits, into.data() + into.size() - 1, size).ptr;
        *end = '\n';
        return {into.data(), static_cast<std::size_t>(end + 1 - into.data())};
    }
    /// Nothing while somebody has the stream, or after he crashed.
    [[nodiscard]] std::optional<std::uint64_t> closed_at() const noexcept {
        if (!text_.starts_with(closed)) return {};
        return number_of(std::string_view{text_}.substr(closed.size()));
    }
    /// Who has it, or had it.
    [[nodiscard]] std::string holder() const {
        if (text_.empty() || closed_at()) return "another process";
        return "process " + workmem::text::escaped(text_);
    }

private:
    std::string text_;  // the first line
};

template <class Files>
[[nodiscard]] lock_text read_lock_text(open_file<Files>& lock) {
    char text[200];
    const auto read = lock.read(text, sizeof text, 0);
    const std::string_view all{text, static_cast<std::size_t>(read.value)};
    return lock_text{std::string{all.substr(0, all.find('\n'))}};
}

/// A full disk is no reason to refuse a lock, or to keep it: failures are passed over.
template <class Files>
void write_lock_text(open_file<Files>& lock, std::string_view line) {
    if (lock.truncate(0)) (void)lock.write(line, 0);
}
template <class Files>
void write_closed(open_file<Files>& lock, std::uint64_t log_size) {
    lock_text::buffer line;
    write_lock_text(lock, lock_text::of_closed(log_size, line));
}

/// Takes the lock that a file stands for, or waits up to `wait` for it; the error names who holds
/// it. The file says who: process id and program. Held until the last pointer goes; the file
/// stays, since removing it would let two others lock two files of one name.
///
/// `file_use::read` writes nothing, not even who has it. Where there is no such file nobody ever
/// wrote here: the pointer is null then. `before` gets what the file said.
template <class Files>
[[nodiscard]] result<file_pointer<Files>> take_lock(Files files, std::string path,
                                                    std::chrono::milliseconds wait,
                                                    file_use use = file_use::lock,
                                                    lock_text* before = nullptr) {
    if (use == file_use::read) {
        const auto there = has_file(files, path);
        if (!there) return there.error();
        if (!*there) return file_pointer<Files>{};
    }
    auto opened = open_file<Files>::open(files, std::move(path), use);
    if (!opened) return opened.error();
    auto& taken = **opened;
    const auto begin = files.now();
    for (auto pause = std::chrono::milliseconds{1};; pause = (std::min)(pause * 2, wait)) {
        const auto locked = taken.lock();
        if (locked) break;
        if (locked.problem != EWOULDBLOCK)
            return io_problem(taken.path(), "lock it", locked.problem);
        const auto waited =
            std::chrono::duration_cast<std::chrono::milliseconds>(files.now() - begin);
        if (waited >= wait) {
            return file_problem(taken.path(),
                                "the stream is open in " + read_lock_text(taken).holder() +
                                    ", waited " + std::to_string(wait.count()) + " ms",
                                "close it there, or wait longer");
        }
        pause = (std::min)(pause, std::chrono::milliseconds{20});
        files.sleep((std::min)(pause, wait - waited));
    }
    if (before != nullptr) *before = read_lock_text(taken);
    if (use != file_use::read) write_lock_text(taken, files.process() + '\n');
    return std::move(*opened);
}

}  // namespace workmem::journal
