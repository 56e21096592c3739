// How long a hook of this program takes: some are run, in a folder that is removed afterwards.
#pragma once

#include "../project/places.hpp"
#include "../setup/entries.hpp"

#include <workmem/text/quote.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>

extern char** environ;

namespace workmem_program {

/// A folder that is removed with all that is in it. Its path is empty where none can be made.
class scratch_folder {
public:
    scratch_folder() {
        std::error_code problem;
        auto name = (std::filesystem::temp_directory_path(problem) / "workmem-XXXXXX").string();
        if (!problem && ::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    ~scratch_folder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
};

/// The processor time of the slowest of some hooks, and what was wrong with them.
struct hook_trial {
    std::optional<std::chrono::microseconds> longest{};
    std::string problem{};
};

namespace detail {

// Waits for the end of a program that was started with this input and home folder, and answers the
// time that it had of a processor.
inline std::optional<std::chrono::microseconds> time_of(std::vector<std::string> command,
                                                        const std::string& input,
                                                        const std::string& home) {
    std::vector<std::string> variables{"HOME=" + home};
    for (char** each = environ; *each != nullptr; ++each) {
        const std::string_view variable{*each};
        // What a user has said to hooks and clients is not what is tried.
        const bool is_left_out =
            variable.starts_with("HOME=") || variable.starts_with("XDG_DATA_HOME=") ||
            variable.starts_with("WORKMEM_") || variable.find("_PROJECT_DIR=") != variable.npos;
        if (!is_left_out) variables.emplace_back(variable);
    }
    const auto pointers = [](std::vector<std::string>& texts) {
        std::vector<char*> out;
        for (auto& each : texts) out.push_back(each.data());
        out.push_back(nullptr);
        return out;
    };
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, input.c_str(), O_RDONLY, 0);
    for (const int each : {STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&files, each, "/dev/null", O_WRONLY, 0);
    const auto program = command.front();
    pid_t started = 0;
    const int refused = ::posix_spawn(&started, program.c_str(), &files, nullptr,
                                      pointers(command).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&files);
    int status = 0;
    struct rusage used {};
    pid_t ended = -1;
    if (refused == 0) do
            ended = ::wait4(started, &status, 0, &used);
        while (ended < 0 && errno == EINTR);
    if (ended != started || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
    const auto microseconds = [](const timeval& time) {
        return std::chrono::seconds{time.tv_sec} + std::chrono::microseconds{time.tv_usec};
    };
    return microseconds(used.ru_utime) + microseconds(used.ru_stime);
}

}  // namespace detail

/// Runs the hook of this program for a session that starts, a result and a prompt.
[[nodiscard]] inline hook_trial try_hooks() {
    const scratch_folder scratch;
    const auto home = scratch.path().string();
    if (home.empty()) return {{}, "there is no folder for what is only tried; TMPDIR names one"};
    const auto begins =
        R"({"session_id":"doctor","cwd":)" +
        ordered_json(home).dump(-1, ' ', false, ordered_json::error_handler_t::replace) +
        R"(,"hook_event_name":)";
    const std::string_view events[] = {
        R"("SessionStart","source":"startup"})",
        R"("PostToolUse","tool_name":"list_pages","tool_input":{},)"
        R"("tool_response":[{"id":"p-1","title":"Home"},{"id":"p-2","title":"About"}]})",
        R"("UserPromptSubmit","prompt":"open the second page"})"};
    hook_trial out;
    for (const auto event : events) {
        const auto input = home + "/event.json";
        std::ofstream{input} << begins << event;
        const auto took =
            detail::time_of({own_file().string(), "hook", "--client", "claude", "--store",
                             "sqlite:" + home + "/memory.db", "--milliseconds", "60000"},
                            input, home);
        if (!took) return {{}, "the hook of this program did not end as it should"};
        out.longest = std::max(out.longest.value_or(*took), *took);
    }
    std::error_code ignored;
    for (const auto& each : std::filesystem::recursive_directory_iterator{scratch.path(), ignored})
        if (each.path().filename() == "workmem.log")
            std::getline(std::ifstream{each.path()}, out.problem);
    return out;
}

}  // namespace workmem_program
