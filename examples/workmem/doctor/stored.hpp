// Whether a store opens, can be read to its end, and can be written.
#pragma once

#include "finding.hpp"
#include "modules.hpp"
#include "permissions.hpp"

#include "../check.hpp"
#include "../store.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace workmem_program {

namespace detail {

// A name beside a path that nothing has.
inline std::string free_name(const std::string& path, const std::string& ending) {
    auto out = path + ending;
    struct stat is {};
    for (int i = 2; ::lstat(out.c_str(), &is) == 0; ++i) out = path + ending + std::to_string(i);
    return out;
}

// What takes a database away from its name, and loses nothing of it.
inline std::string set_aside(const std::string& file) {
    std::vector<std::string> there;
    struct stat is {};
    for (const auto& each : files_of_database(file))
        if (::lstat(each.c_str(), &is) == 0) there.push_back(each);
    const auto folder = command_word(free_name(file, ".damaged"));
    return "mkdir -m 700 " + folder + " && mv" + command_words(there) + ' ' + folder;
}

// What makes a store, where nothing else has its name.
inline std::string make_store(const examined& what) {
    const std::filesystem::path path{sqlite_file(what.store).value_or(what.store)};
    std::error_code problem;
    if (std::filesystem::symlink_status(path, problem).type() !=
        std::filesystem::file_type::not_found)
        return {};
    const bool has_folder = std::filesystem::exists(path.parent_path(), problem);
    return (has_folder ? ""
                       : "mkdir -p -m 700 " + command_word(path.parent_path().string()) + " && ") +
           what.command("mcp --store " + command_word(what.store) + " </dev/null");
}

// The topmost folder of the disk that a path is on.
inline std::string mount_point(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code problem;
    auto at = fs::canonical(path, problem);
    struct stat here {
    }, above{};
    while (!problem && at.has_relative_path() && ::stat(at.c_str(), &here) == 0 &&
           ::stat(at.parent_path().c_str(), &above) == 0 && here.st_dev == above.st_dev)
        at = at.parent_path();
    return at.string();
}

// What the engines say where another process keeps a reader out, and of what a later version wrote.
inline bool is_busy(const std::string& message) {
    return message.find("the stream is open in ") != message.npos ||
           message.find("wait for who holds its lock") != message.npos;
}
inline bool is_newer(const std::string& message) {
    return message.find("written by a newer version, in format ") != message.npos ||
           message.find("; use a newer version of workmem") != message.npos;
}

// What is wrong with a store, and the command that mends it.
inline finding stored_problem(const examined& what, const std::string& message) {
    finding out{finding_level::problem, "store", one_line(message), {}};
    if (is_newer(message)) {
        out.fix = "install the version of workmem that wrote it, or a newer one";
    } else if (is_busy(message)) {
        out.level = finding_level::note;
        out.fix = what.command("doctor") + (what.is_own ? "" : ' ' + command_word(what.store));
    } else if (is_server(what.store)) {
        // The message says what to do; a missing module is told of by its own check.
    } else if (const auto file = sqlite_file(what.store)) {
        // What a person names may be another program's: it stays in its place.
        if (what.is_own || is_known_store(what.store)) out.fix = set_aside(*file);
    } else {
        out.fix = what.command("check --repair " + command_word(what.store));
    }
    return out;
}

inline finding not_opened(const examined& what, const workmem::error& problem) {
    auto out = stored_problem(what, problem.message());
    // The message says what to do where it is no store of files, and where it may be whole:
    // SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_AUTH.
    constexpr int primary = 0xFF, refused[] = {3, 8, 14, 23};
    const int code = std::atoi(fact_of(problem, "sqlite").c_str()) & primary;
    const bool is_refused =
        std::find(std::begin(refused), std::end(refused), code) != std::end(refused);
    const bool is_other = !sqlite_file(what.store) && !is_newer(problem.message());
    if (is_refused || is_other) out.fix = {};
    return out;
}

// What one command mends is told once.
inline void tell_found(const examined& what, const std::vector<std::string>& found, findings& out) {
    std::map<std::string, std::pair<finding, std::size_t>> by_fix;
    for (const auto& message : found) {
        auto made = stored_problem(what, message);
        const auto fix = made.fix;
        ++by_fix.try_emplace(fix, std::move(made), 0).first->second.second;
    }
    for (auto& [fix, made] : by_fix) {
        auto& [told, count] = made;
        if (count > 1) told.says += ", and " + std::to_string(count - 1) + " more";
        out.push_back(std::move(told));
    }
}

// Whether hooks and servers can write it.
inline void look_whether_writable(const examined& what, findings& out) {
    if (is_server(what.store)) return;
    const auto path = sqlite_file(what.store).value_or(what.store);
    const auto level = what.is_own ? finding_level::problem : finding_level::note;
    const auto says = workmem::text::quoted(path);
    if (is_on_read_only_disk(path)) {
        const auto disk = mount_point(path);
        out.push_back(
            {level, "store",
             says + " is on a disk that can only be read, " + workmem::text::quoted(disk),
             (::geteuid() == 0 ? "" : "sudo ") + ("mount -o remount,rw " + command_word(disk))});
        return;
    }
    const auto folder = std::filesystem::path{path}.parent_path().string();
    for (const auto& each : {path, folder})
        if (::access(each.c_str(), W_OK) != 0) {
            out.push_back({level, "store",
                           workmem::text::quoted(each) + " cannot be written by this user",
                           "chmod u+w " + command_word(each)});
            return;
        }
}

}  // namespace detail

[[nodiscard]] inline findings check_store(const examined& what) {
    findings out;
    const auto shown = quoted_store(what.store);
    if (const auto there = has_store(what.store); !there) {
        if (what.is_own)
            out.push_back({finding_level::ok, "store", "none yet; the first session makes one"});
        else
            out.push_back({finding_level::problem, "store", one_line(there.error().message()),
                           detail::make_store(what)});
        return out;
    }
    const check_options reading{what.store};
    std::ostream nowhere{nullptr};
    checker look{nowhere, reading};
    try {
        look.run();
    } catch (const workmem::error& problem) {
        out.push_back(detail::not_opened(what, problem));
        return out;
    }
    detail::tell_found(what, look.found(), out);
    if (out.empty())
        out.push_back({finding_level::ok, "store",
                       shown + " with " + std::to_string(look.streams()) + " streams"});
    detail::look_whether_writable(what, out);
    return out;
}

}  // namespace workmem_program
