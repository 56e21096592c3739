#pragma once

#include <workmem/journal/file/io.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::journal {

/// Takes the lock that a file stands for, or waits up to `wait` for it; the error names who holds
/// it. The file says who: process id and program. Held until the last pointer goes; the file
/// stays, since removing it would let two others lock two files of one name.
///
/// `file_use::read` writes nothing, not even who has it. Where there is no such file nobody ever
/// wrote here: the pointer is null then.
template <class Files>
[[nodiscard]] result<file_pointer<Files>> take_lock(Files files, std::string path,
                                                    std::chrono::milliseconds wait,
                                                    file_use use = file_use::lock) {
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
            char text[200];
            const auto read = taken.read(text, sizeof text, 0);
            std::string_view holder{text, static_cast<std::size_t>(read.value)};
            holder = holder.substr(0, holder.find('\n'));
            return file_problem(taken.path(),
                                "the stream is open in " +
                                    (holder.empty() ? std::string{"another process"}
                                                    : "process " + workmem::text::escaped(holder)) +
                                    ", waited " + std::to_string(wait.count()) + " ms",
                                "close it there, or wait longer");
        }
        pause = (std::min)(pause, std::chrono::milliseconds{20});
        files.sleep((std::min)(pause, wait - waited));
    }
    // For people only: a full disk is no reason to refuse the lock.
    if (use != file_use::read && taken.truncate(0)) (void)taken.write(files.process() + '\n', 0);
    return std::move(*opened);
}

}  // namespace workmem::journal
