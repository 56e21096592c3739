#pragma once

#include <workmem_http/random.hpp>
#include <workmem_http/tokens.hpp>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace workmem::http {

/// The tokens in a file that only its owner reads (mode 0600). What others write into it counts a
/// second later. Thread-safe.
class token_file {
public:
    explicit token_file(std::filesystem::path path) : path_{std::move(path)} {}

    /// Reads it; no file is a table without tokens. Errors: `storage_error` where it cannot be
    /// read, or where others than its owner could read it; `validation_error` for its text.
    [[nodiscard]] result<token_table> read() const;
    /// Whether there is such a file, though it may hold no token.
    [[nodiscard]] bool exists() const {
        struct stat is {};
        return ::stat(path_.c_str(), &is) == 0 || errno != ENOENT;
    }
    /// Makes a token and keeps its hash: it is told this once. Errors: those of `read`;
    /// `validation_error` for a tenant's name; `storage_error`.
    [[nodiscard]] result<std::string> add(const std::string& tenant, role may) const;
    /// True if there was one with this id. Errors: those of `read`; `storage_error`.
    [[nodiscard]] result<bool> remove(std::string_view id) const;

    /// Who shows a token, as the file says now. Where it cannot be read any more, nobody.
    [[nodiscard]] std::optional<principal> find(std::string_view token) {
        const std::lock_guard lock{mutex_};
        refresh();
        return last_.find(token);
    }

private:
    [[nodiscard]] error problem(std::string_view what, int number) const {
        return {error_code::storage_error, "cannot " + std::string{what} + ' ' +
                                               text::quoted(path_.string()) + ": " +
                                               std::system_category().message(number)};
    }
    [[nodiscard]] result<void> write(const token_table& tokens) const;
    /// Held from reading to writing, that nobody else's change is lost: a lock on a file beside it.
    class change {
    public:
        explicit change(const std::filesystem::path& of)
            : file_{::open((of.string() + ".lock").c_str(),
                           O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)} {
            if (file_ < 0 || ::flock(file_, LOCK_EX) != 0) number_ = errno;
        }
        change(const change&) = delete;
        change& operator=(const change&) = delete;
        ~change() {
            if (file_ >= 0) ::close(file_);
        }
        [[nodiscard]] int problem() const noexcept { return number_; }

    private:
        int file_;
        int number_ = 0;
    };
    void refresh() {
        const auto now = std::chrono::steady_clock::now();
        if (looked_ && now - *looked_ < std::chrono::seconds{1}) return;
        looked_ = now;
        auto found = read();
        last_ = found ? std::move(*found) : token_table{};
    }

    std::filesystem::path path_;
    std::mutex mutex_;
    token_table last_;
    std::optional<std::chrono::steady_clock::time_point> looked_;
};

inline result<token_table> token_file::read() const {
    const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        if (errno == ENOENT) return token_table{};
        return problem("read", errno);
    }
    struct stat is {};
    std::string text;
    int number = ::fstat(file, &is) == 0 ? 0 : errno;
    const bool is_open_to_others = (is.st_mode & 077U) != 0;
    for (std::array<char, 4'096> piece; number == 0 && !is_open_to_others;) {
        const auto got = ::read(file, piece.data(), piece.size());
        if (got == 0) break;
        if (got > 0)
            text.append(piece.data(), static_cast<std::size_t>(got));
        else if (errno != EINTR)
            number = errno;
    }
    ::close(file);
    if (number != 0) return problem("read", number);
    if (is_open_to_others)
        return error{error_code::storage_error,
                     "others can read " + text::quoted(path_.string()) + "; chmod 600 it"};
    return token_table::parse(text);
}

inline result<void> token_file::write(const token_table& tokens) const {
    const auto text = tokens.to_text();
    const std::string fresh = path_.string() + ".new";
    const int file =
        ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return problem("write", errno);
    std::string_view rest = text;
    int number = ::fchmod(file, 0600) == 0 ? 0 : errno;
    while (!rest.empty() && number == 0) {
        const auto done = ::write(file, rest.data(), rest.size());
        if (done >= 0)
            rest.remove_prefix(static_cast<std::size_t>(done));
        else if (errno != EINTR)
            number = errno;
    }
    if (number == 0 && ::fsync(file) != 0) number = errno;
    ::close(file);
    if (number == 0 && ::rename(fresh.c_str(), path_.c_str()) != 0) number = errno;
    if (number != 0) return problem("write", number);
    return {};
}

inline result<std::string> token_file::add(const std::string& tenant, role may) const {
    if (!is_tenant_name(tenant))
        return error{error_code::validation_error,
                     "a tenant must be 1 to 64 of a-z, 0-9, - and _, is " +
                         text::quoted(tenant.substr(0, 64))};
    const change alone{path_};
    if (alone.problem() != 0) return problem("lock", alone.problem());
    auto tokens = read();
    if (!tokens) return tokens.error();
    auto token = "wm_" + secret_hex(32);
    tokens->add({text::sha256_of(token), tenant, may});
    if (auto done = write(*tokens); !done) return done.error();
    return token;
}

inline result<bool> token_file::remove(std::string_view id) const {
    const change alone{path_};
    if (alone.problem() != 0) return problem("lock", alone.problem());
    auto tokens = read();
    if (!tokens) return tokens.error();
    if (!tokens->remove(id)) return false;
    if (auto done = write(*tokens); !done) return done.error();
    return true;
}

}  // namespace workmem::http
