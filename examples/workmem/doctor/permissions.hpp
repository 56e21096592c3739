// Whether only its owner can read what is kept: files 0600, folders 0700.
#pragma once

#include "finding.hpp"

#include "../project/places.hpp"
#include "../project/spool.hpp"
#include "../store.hpp"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace workmem_program {

/// Whether the disk of a path cannot be written, whatever its mode says.
[[nodiscard]] inline bool is_on_read_only_disk(const std::string& path) {
    struct statvfs is {};
    return ::statvfs(path.c_str(), &is) == 0 && (is.f_flag & ST_RDONLY) != 0;
}

/// The folders of the streams in a store of files.
[[nodiscard]] inline std::vector<std::filesystem::path> streams_below(const std::string& store) {
    namespace fs = std::filesystem;
    // `ef/cd/…cdef`, 32 digits of a hash.
    constexpr std::string_view digits = "0123456789abcdef";
    const auto has_name = [&](const fs::directory_entry& each, std::size_t size) {
        const auto name = each.path().filename().string();
        std::error_code ignored;
        return name.size() == size && name.find_first_not_of(digits) == name.npos &&
               each.symlink_status(ignored).type() == fs::file_type::directory;
    };
    std::error_code ignored;
    std::vector<fs::path> at{store};
    for (const std::size_t size : {2U, 2U, 32U}) {
        std::vector<fs::path> next;
        for (const auto& folder : at)
            for (const auto& each : fs::directory_iterator{folder, ignored})
                if (has_name(each, size)) next.push_back(each.path());
        at = std::move(next);
    }
    std::erase_if(at, [](const fs::path& each) {
        const auto name = each.filename().string(), above = each.parent_path().string();
        return !above.ends_with(name.substr(30) + '/' + name.substr(28, 2));
    });
    return at;
}

/// Whether what a person names is a store, and no other file or folder.
[[nodiscard]] inline bool is_known_store(const std::string& store) {
    const auto file = sqlite_file(store);
    if (!file) return !streams_below(store).empty();
    // Bytes 68 to 71 say whose database it is. Source: sqlite.org/fileformat2.html
    constexpr std::string_view begins{"SQLite format 3", 16}, application = "wkmm";
    constexpr std::size_t application_at = 68;
    char head[application_at + application.size()] = {};
    std::ifstream{*file, std::ios::binary}.read(head, sizeof head);
    const std::string_view read{head, sizeof head};
    return read.starts_with(begins) && read.ends_with(application);
}

/// Collects files and folders with another mode or owner than they should have.
class permission_check {
public:
    explicit permission_check(uid_t owner) : owner_{owner} {}

    /// A file or folder that is named by a person, also over a link.
    void look_at(const std::string& path) {
        struct stat is {};
        if (::stat(path.c_str(), &is) != 0 || is_on_read_only_disk(path)) return;
        looked_in_.push_back(command_word(path));
        judge(path, is);
    }
    /// The same with all that is in the folder.
    void look_below(const std::string& folder) {
        struct stat is {};
        if (::stat(folder.c_str(), &is) != 0 || is_on_read_only_disk(folder)) return;
        look_at(folder);
        judge_below(folder);
    }
    /// The streams of a store of files, and its folder where it has any: what else stands there is
    /// another's business.
    void look_at_streams(const std::string& folder) {
        const auto streams = streams_below(folder);
        if (streams.empty() || is_on_read_only_disk(folder)) return;
        struct stat is {};
        std::set<std::string> folders{folder};
        for (const auto& each : streams)
            for (auto above = each; above != folder; above = above.parent_path())
                folders.insert(above.string());
        for (const auto& each : folders)
            if (::stat(each.c_str(), &is) == 0) judge(each, is);
        for (const auto& each : streams) judge_below(each.string());
        looked_in_.push_back(command_word(folder) + "/[0-9a-f][0-9a-f]");
    }
    [[nodiscard]] bool is_clean() const {
        return files_.empty() && folders_.empty() && foreign_.empty();
    }
    [[nodiscard]] std::size_t looked_at() const noexcept { return looked_at_; }

    [[nodiscard]] findings found() const {
        findings out;
        // The owner first: others cannot change a mode.
        if (!foreign_.empty())
            out.push_back(
                {finding_level::problem, "permissions",
                 and_more(foreign_.front().text, foreign_.size(), "things"),
                 mend((::geteuid() == 0 ? "" : "sudo ") + ("chown " + std::to_string(owner_)),
                      foreign_, "! -user " + std::to_string(owner_))});
        if (!folders_.empty())
            out.push_back({finding_level::problem, "permissions",
                           and_more(folders_.front().text, folders_.size(), "folders"),
                           mend("chmod 700", folders_, "-type d ! -perm 700")});
        if (!files_.empty())
            out.push_back({finding_level::problem, "permissions",
                           and_more(files_.front().text, files_.size(), "files"),
                           mend("chmod 600", files_, "-type f ! -perm 600")});
        return out;
    }

private:
    struct wrong {
        std::string path, text;
    };

    void judge_below(const std::string& folder) {
        namespace fs = std::filesystem;
        struct stat is {};
        std::error_code problem;
        for (fs::recursive_directory_iterator
                 each{folder, fs::directory_options::skip_permission_denied, problem},
             end;
             !problem && each != end; each.increment(problem)) {
            const auto path = each->path().string();
            if (::lstat(path.c_str(), &is) == 0) judge(path, is);
        }
    }

    void judge(const std::string& path, const struct stat& is) {
        const bool is_folder = S_ISDIR(is.st_mode);
        if (!is_folder && !S_ISREG(is.st_mode)) return;
        ++looked_at_;
        const mode_t mode = is.st_mode & 0777U, right = is_folder ? 0700U : 0600U;
        if (is.st_uid != owner_)
            foreign_.push_back({path, workmem::text::quoted(path) + " belongs to user " +
                                          std::to_string(is.st_uid) + ", not to " +
                                          std::to_string(owner_)});
        if (mode == right) return;
        char digits[16];
        std::snprintf(digits, sizeof digits, "%04o, not %04o", static_cast<unsigned>(mode),
                      static_cast<unsigned>(right));
        (is_folder ? folders_ : files_)
            .push_back({path, workmem::text::quoted(path) + " has the mode " + digits});
    }
    // Of few things by their names, else of those for which the condition of find(1) holds.
    [[nodiscard]] std::string mend(const std::string& command, const std::vector<wrong>& things,
                                   const std::string& condition) const {
        constexpr std::size_t few = 10;
        std::vector<std::string> paths;
        for (const auto& each : things) paths.push_back(each.path);
        if (paths.size() <= few) return command + command_words(paths);
        return "find" + listed_places() + ' ' + condition + " -exec " + command + " {} +";
    }

    [[nodiscard]] std::string listed_places() const {
        std::string out;
        for (const auto& each : looked_in_) out.append(" ").append(each);
        return out;
    }

    uid_t owner_;
    std::vector<std::string> looked_in_;  // words of a shell
    std::vector<wrong> files_, folders_, foreign_;
    std::size_t looked_at_ = 0;
};

namespace detail {

// The owner that things should have. What root looks after for another owner stays that one's.
inline uid_t owner_of(const std::string& path) {
    struct stat is {};
    const bool is_root = ::geteuid() == 0;
    return is_root && ::stat(path.c_str(), &is) == 0 ? is.st_uid : ::geteuid();
}

inline std::vector<std::string> files_of_database(const std::string& file) {
    return {file, file + "-wal", file + "-shm", file + "-turn"};
}

}  // namespace detail

/// All that is kept in a store, and beside it.
[[nodiscard]] inline findings check_permissions(const examined& what) {
    const auto file = sqlite_file(what.store);
    const bool is_in_data_folder = what.is_own || is_server(what.store);
    const auto top = is_in_data_folder ? path_from("HOME").string() : file.value_or(what.store);
    permission_check look{detail::owner_of(top)};
    if (is_in_data_folder) {
        look.look_below(data_folder().string());
    } else if (is_known_store(what.store)) {
        if (file)
            for (const auto& each : detail::files_of_database(*file)) look.look_at(each);
        else
            look.look_at_streams(what.store);
        look.look_below(spool_folder(what.store).string());
    }
    if (!look.is_clean() || look.looked_at() == 0) return look.found();
    return {{finding_level::ok, "permissions",
             std::to_string(look.looked_at()) + " files and folders are their owner's alone"}};
}

/// Whether what stands at the top of a store lets others in: a few calls, whatever the store holds.
[[nodiscard]] inline bool lets_others_in(const std::string& store) {
    if (is_server(store) || (store != own_store() && !is_known_store(store))) return false;
    const auto file = sqlite_file(store);
    permission_check look{detail::owner_of(file.value_or(store))};
    if (store == own_store()) look.look_at(data_folder().string());
    if (file)
        for (const auto& each : detail::files_of_database(*file)) look.look_at(each);
    else
        look.look_at(store);
    look.look_at(spool_folder(store).string());
    return !look.is_clean();
}

}  // namespace workmem_program
