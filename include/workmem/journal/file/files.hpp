#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <workmem/config.hpp>
#include <workmem/time/timestamp.hpp>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace workmem::journal {

/// What a call of the operating system answered: a value, or the errno of its failure.
struct io {
    std::int64_t value = 0;
    int problem = 0;
    [[nodiscard]] explicit operator bool() const noexcept { return problem == 0; }
};

/// What a file is opened for.
enum class file_use : std::uint8_t {
    read,
    write,   ///< reading and writing what exists
    create,  ///< an empty one, whatever stood there
    lock,    ///< what exists, or an empty one
    folder,  ///< to list or sync it
    root     ///< a folder that may be a symbolic link
};

/// The operating system as the file journal sees it: one call each, unadorned; retries are the
/// caller's. Another class with these members takes its place in tests and simulations. Folders
/// are made with mode 0700, files with 0600; symbolic links are not followed. Copyable; empty;
/// thread-safe.
struct posix_files {
    using time_point = std::chrono::steady_clock::time_point;

    /// The descriptor.
    [[nodiscard]] io open(const std::string& path, file_use use) {
        return answer(::open(path.c_str(), flags(use), 0600));
    }
    io close(int descriptor) { return answer(::close(descriptor)); }
    /// How many bytes were read; 0 at the end.
    [[nodiscard]] io read(int descriptor, char* to, std::size_t size, std::uint64_t offset) {
        return answer(::pread(descriptor, to, size, static_cast<off_t>(offset)));
    }
    /// How many bytes were written.
    [[nodiscard]] io write(int descriptor, const char* from, std::size_t size,
                           std::uint64_t offset) {
        return answer(::pwrite(descriptor, from, size, static_cast<off_t>(offset)));
    }
    /// Content and all that describes it; of a folder its entries.
    [[nodiscard]] io sync(int descriptor) {
#if defined(__APPLE__)
        return answer(::fcntl(descriptor, F_FULLFSYNC));  // fsync leaves it in the drive's cache
#else
        return answer(::fsync(descriptor));
#endif
    }
    /// Content, and what is needed to read it.
    [[nodiscard]] io sync_data(int descriptor) {
#if defined(__APPLE__)
        return sync(descriptor);
#else
        return answer(::fdatasync(descriptor));
#endif
    }
    [[nodiscard]] io truncate(int descriptor, std::uint64_t size) {
        return answer(::ftruncate(descriptor, static_cast<off_t>(size)));
    }
    /// Bytes of the file.
    [[nodiscard]] io size(int descriptor) {
        struct stat status {};
        const auto done = answer(::fstat(descriptor, &status));
        return done ? io{status.st_size, 0} : done;
    }
    [[nodiscard]] io rename(const std::string& from, const std::string& to) {
        return answer(std::rename(from.c_str(), to.c_str()));
    }
    [[nodiscard]] io unlink(const std::string& path) { return answer(::unlink(path.c_str())); }
    [[nodiscard]] io mkdir(const std::string& path) { return answer(::mkdir(path.c_str(), 0700)); }
    [[nodiscard]] io rmdir(const std::string& path) { return answer(::rmdir(path.c_str())); }
    /// The names in a folder, without "." and "..", in any order.
    [[nodiscard]] io list(const std::string& path, std::vector<std::string>& names);
    /// Takes the exclusive lock, or fails at once with EWOULDBLOCK. It lasts until the descriptor
    /// is closed, and shuts out other descriptors of the same process as well.
    [[nodiscard]] io lock(int descriptor) { return answer(::flock(descriptor, LOCK_EX | LOCK_NB)); }

    /// Whether the path names the file that is open.
    [[nodiscard]] bool is_named(int descriptor, const std::string& path) const noexcept {
        struct stat mine {
        }, there{};
        return ::fstat(descriptor, &mine) == 0 && ::lstat(path.c_str(), &there) == 0 &&
               mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
    }
    /// How many files the process may have open.
    [[nodiscard]] std::size_t most_files() const noexcept {
        rlimit files{};
        if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return ~std::size_t{0};
        return static_cast<std::size_t>(files.rlim_cur);
    }

    /// The time by which files there are dated, which on a disk of the network is its server's, to
    /// the second; nothing where none can be made. `path` is the folder's, with a slash.
    [[nodiscard]] std::optional<timestamp> time_below(const std::string& path);

    [[nodiscard]] time_point now() { return std::chrono::steady_clock::now(); }
    void sleep(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }
    /// This process, for people: its id and its program.
    [[nodiscard]] std::string process();

private:
    [[nodiscard]] static io answer(std::int64_t value) noexcept {
        return value < 0 ? io{0, errno} : io{value, 0};
    }
    [[nodiscard]] static int flags(file_use use) noexcept;
};

}  // namespace workmem::journal

#if !defined(WORKMEM_COMPILED)
#include <workmem/journal/file/files.ipp>
#endif
