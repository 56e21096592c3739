#pragma once

#include <workmem/journal/file/error.hpp>
#include <workmem/journal/file/files.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::journal {

/// Repeats a call for as long as signals interrupt it.
template <class Call>
[[nodiscard]] io uninterrupted(Call&& call) {
    for (;;) {
        const io done = call();
        if (done.problem != EINTR) return done;
    }
}

/// An open file or folder, closed at the end. Neither copyable nor movable. As thread-safe as the
/// operating system's calls.
template <class Files>
class open_file {
public:
    [[nodiscard]] static result<std::shared_ptr<open_file>> open(Files files, std::string path,
                                                                 file_use use) {
        auto opened = std::make_shared<open_file>(std::move(files), std::move(path));
        const auto done = uninterrupted([&] { return opened->files_.open(opened->path_, use); });
        if (!done) return io_problem(opened->path_, "open it", done.problem);
        opened->descriptor_ = static_cast<int>(done.value);
        return opened;
    }

    open_file(Files files, std::string path) : files_{std::move(files)}, path_{std::move(path)} {}
    open_file(const open_file&) = delete;
    open_file& operator=(const open_file&) = delete;
    ~open_file() {
        if (descriptor_ >= 0) files_.close(descriptor_);
    }

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

    /// Reads up to `size` bytes, fewer only at the end of the file; the value is how many.
    [[nodiscard]] io read(char* to, std::size_t size, std::uint64_t offset) {
        std::size_t filled = 0;
        while (filled < size) {
            const auto done = uninterrupted([&] {
                return files_.read(descriptor_, to + filled, size - filled, offset + filled);
            });
            if (!done) return done;
            if (done.value == 0) break;
            filled += static_cast<std::size_t>(done.value);
        }
        return {static_cast<std::int64_t>(filled), 0};
    }
    /// Writes all of it, or fails.
    [[nodiscard]] io write(std::string_view bytes, std::uint64_t offset) {
        while (!bytes.empty()) {
            const auto done = uninterrupted(
                [&] { return files_.write(descriptor_, bytes.data(), bytes.size(), offset); });
            if (!done) return done;
            if (done.value == 0) return {0, EIO};
            bytes.remove_prefix(static_cast<std::size_t>(done.value));
            offset += static_cast<std::uint64_t>(done.value);
        }
        return {};
    }
    [[nodiscard]] io sync() {
        return uninterrupted([&] { return files_.sync(descriptor_); });
    }
    [[nodiscard]] io sync_data() {
        return uninterrupted([&] { return files_.sync_data(descriptor_); });
    }
    [[nodiscard]] io truncate(std::uint64_t size) {
        return uninterrupted([&] { return files_.truncate(descriptor_, size); });
    }
    [[nodiscard]] io size() {
        return uninterrupted([&] { return files_.size(descriptor_); });
    }
    [[nodiscard]] io lock() {
        return uninterrupted([&] { return files_.lock(descriptor_); });
    }
    /// Whether the path it was opened by still names it, where the system tells.
    [[nodiscard]] bool is_named() const {
        if constexpr (requires { files_.is_named(descriptor_, path_); })
            return files_.is_named(descriptor_, path_);
        else
            return true;
    }

private:
    Files files_;
    std::string path_;
    int descriptor_ = -1;
};

template <class Files>
using file_pointer = std::shared_ptr<open_file<Files>>;

template <class Files>
[[nodiscard]] result<bool> has_file(const Files& files, const std::string& path) {
    auto use = files;
    const auto opened = uninterrupted([&] { return use.open(path, file_use::read); });
    if (opened) use.close(static_cast<int>(opened.value));
    if (opened) return true;
    if (opened.problem == ENOENT) return false;
    return io_problem(path, "open it", opened.problem);
}

/// Appends bytes `begin` to `end` of a file, or what there is of them, to another, empty one. Not
/// synced.
template <class Files>
[[nodiscard]] result<void> copy_bytes(open_file<Files>& from, std::uint64_t begin,
                                      std::uint64_t end, open_file<Files>& to) {
    std::string piece;
    for (std::uint64_t at = begin; at < end;) {
        piece.resize(static_cast<std::size_t>((std::min)(end - at, std::uint64_t{1} << 20U)));
        const auto got = from.read(piece.data(), piece.size(), at);
        if (!got) return io_problem(from.path(), "read it", got.problem);
        piece.resize(static_cast<std::size_t>(got.value));
        if (piece.empty()) break;
        if (const auto put = to.write(piece, at - begin); !put)
            return io_problem(to.path(), "write it", put.problem);
        at += piece.size();
    }
    return {};
}

/// Makes the entries of a folder durable.
template <class Files>
[[nodiscard]] result<void> sync_folder(const Files& files, const std::string& path,
                                       file_use use = file_use::folder) {
    auto folder = open_file<Files>::open(files, path, use);
    if (!folder) return folder.error();
    if (const auto done = (*folder)->sync(); !done)
        return io_problem(path, "sync the folder", done.problem);
    return {};
}

/// Makes a folder; one that exists is fine.
template <class Files>
[[nodiscard]] result<void> make_folder(Files files, const std::string& path) {
    const auto made = uninterrupted([&] { return files.mkdir(path); });
    if (!made && made.problem != EEXIST) return io_problem(path, "make the folder", made.problem);
    return {};
}

/// Removes a file; one that is not there is fine.
template <class Files>
[[nodiscard]] result<void> remove_file(Files files, const std::string& path) {
    const auto done = uninterrupted([&] { return files.unlink(path); });
    if (!done && done.problem != ENOENT) return io_problem(path, "remove it", done.problem);
    return {};
}

/// Gives a file that was just written its name, in place of what had it: synced first, so that
/// nobody ever finds half of it. The folder is the caller's to sync.
template <class Files>
[[nodiscard]] result<void> put_in_place(Files files, open_file<Files>& written,
                                        const std::string& path, bool syncs) {
    if (syncs)
        if (const auto done = written.sync(); !done)
            return io_problem(written.path(), "sync it", done.problem);
    const auto done = uninterrupted([&] { return files.rename(written.path(), path); });
    if (!done) return io_problem(path, "put the new file in its place", done.problem);
    return {};
}

}  // namespace workmem::journal
