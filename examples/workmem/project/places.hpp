// Where the program keeps what it keeps.
#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace workmem_program {

/// A path from the environment; empty where it says none.
inline std::filesystem::path path_from(const char* variable) {
    const char* const value = std::getenv(variable);
    return std::filesystem::path{value == nullptr ? "" : value};
}

/// Whether the user has switched everything off: nothing is seen, stored or told.
inline bool is_switched_off() {
    const char* const value = std::getenv("WORKMEM_OFF");
    return value != nullptr && std::string_view{value} != "" && std::string_view{value} != "0";
}

/// Where the user's programs keep their data; empty where nobody knows.
inline std::filesystem::path data_folder() {
    if (const auto chosen = path_from("XDG_DATA_HOME"); chosen.is_absolute())
        return chosen / "workmem";
    const auto home = path_from("HOME");
    if (!home.is_absolute()) return {};
#ifdef __APPLE__
    return home / "Library" / "Application Support" / "workmem";
#else
    return home / ".local" / "share" / "workmem";
#endif
}

/// The same, made if there is none. Errors: `storage_error`.
inline workmem::result<std::filesystem::path> made_data_folder() {
    const auto folder = data_folder();
    std::error_code problem;
    if (folder.empty())
        return workmem::error{workmem::error_code::storage_error,
                              "HOME says no folder for the data; name a store with --store"};
    const bool is_new = std::filesystem::create_directories(folder, problem);
    // Nobody else's business.
    if (is_new) std::filesystem::permissions(folder, std::filesystem::perms::owner_all, problem);
    if (problem)
        return workmem::error{workmem::error_code::storage_error,
                              "cannot make the folder " + workmem::text::quoted(folder.string()) +
                                  ": " + problem.message()};
    return folder;
}

/// The store of all commands that are told of none, in a folder for data.
inline std::string own_store(const std::filesystem::path& folder = data_folder()) {
    return "sqlite:" + (folder / "memory.db").string();
}
/// The same, where its folder is made if there is none. Errors: `storage_error`.
inline workmem::result<std::string> default_store() {
    auto folder = made_data_folder();
    if (!folder) return folder.error();
    return own_store(*folder);
}

/// A log for those who must not speak: one line for each problem, in `workmem.log` in the data
/// folder. Never an error; of a megabyte it is called `workmem.log.before`, and another one begins.
class quiet_log {
public:
    explicit quiet_log(std::string who) : who_{std::move(who)} {
        const auto folder = data_folder();
        if (folder.empty()) return;
        path_ = (folder / "workmem.log").string();
    }

    /// The files of the log, the older one first.
    [[nodiscard]] static std::vector<std::string> files() {
        const auto folder = data_folder();
        if (folder.empty()) return {};
        const auto path = (folder / "workmem.log").string();
        return {path + ".before", path};
    }

    void note(std::string_view what) const noexcept {
#if WORKMEM_EXCEPTIONS
        try {
            append(what);
        } catch (...) {
        }
#else
        append(what);
#endif
    }
    /// The file, opened now, for who cannot open one later; -1 where there is none.
    [[nodiscard]] int open() const {
        if (path_.empty() || !made_data_folder()) return -1;
        constexpr off_t most = off_t{1} << 20;
        struct stat is {};
        const bool is_full = ::stat(path_.c_str(), &is) == 0 && is.st_size > most;
        if (is_full) (void)std::rename(path_.c_str(), (path_ + ".before").c_str());
        return ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    [[nodiscard]] std::string line(std::string_view what) const {
        std::string out;
        workmem::append_iso8601(
            out, std::chrono::floor<workmem::milliseconds>(std::chrono::system_clock::now()));
        out.append(" ").append(who_).append(": ");
        workmem::text::append_escaped(out, what.substr(0, 500));
        return out + '\n';
    }

private:
    void append(std::string_view what) const {
        const auto text = line(what);
        const int file = open();
        if (file < 0) return;
        (void)!::write(file, text.data(), text.size());
        ::close(file);
    }

    std::string who_;
    std::string path_;
};

}  // namespace workmem_program
