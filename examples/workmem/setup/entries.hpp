// What stands in a client's files where it uses the memory: the server of tools, and calls of the
// hook.
#pragma once

#include "clients.hpp"
#include "hook_call.hpp"
#include "json_edit.hpp"
#include "toml_edit.hpp"

#include "../project/places.hpp"
#include "../project/project.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

namespace workmem_program {

inline constexpr std::string_view server_name = "workmem";

/// The file of this program; empty where the system does not tell.
[[nodiscard]] inline std::filesystem::path own_file() {
    std::error_code problem;
    return std::filesystem::read_symlink("/proc/self/exe", problem);
}

/// The file that a shell runs for a name; empty where there is none.
[[nodiscard]] inline std::filesystem::path find_in_path(std::string_view name) {
    const auto path = path_from("PATH").string();
    std::error_code problem;
    for (std::size_t at = 0; at <= path.size();) {
        const auto end = std::min(path.find(':', at), path.size());
        auto found = std::filesystem::path{path.substr(at, end - at)} / name;
        if (std::filesystem::is_regular_file(found, problem) && ::access(found.c_str(), X_OK) == 0)
            return found;
        at = end + 1;
    }
    return {};
}

/// This program, as a client finds it: by its name where that is the one in the path.
[[nodiscard]] inline std::string own_path() {
    const auto self = own_file();
    std::error_code problem;
    const auto found = find_in_path(server_name);
    if (self.empty() || (!found.empty() && std::filesystem::equivalent(found, self, problem)))
        return std::string{server_name};
    return self.string();
}

/// Empty where there is no such text.
[[nodiscard]] inline std::string member_text(const ordered_json& object, const std::string& name) {
    if (!object.is_object()) return {};
    const auto text = object.value(name, ordered_json{});
    return text.is_string() ? text.get<std::string>() : std::string{};
}

/// What is to stand in the files of a client.
struct wanted {
    const hook_client& client;
    std::string program;

    [[nodiscard]] std::array<std::string, 3> events() const {
        return {std::string{client.session_starts}, std::string{client.prompt},
                std::string{client.tool_answered}};
    }
    [[nodiscard]] ordered_json server() const {
        ordered_json out;
        if (client.name == "claude") out["type"] = "stdio";
        out["command"] = program;
        out["args"] = {"mcp"};
        return out;
    }
    [[nodiscard]] std::string server_lines() const {
        return "command = " + ordered_json(program).dump() + "\nargs = [\"mcp\"]\n";
    }
    /// What is called, without the program.
    [[nodiscard]] std::string called() const {
        return " hook --client " + std::string{client.name};
    }
    [[nodiscard]] ordered_json hook() const {
        constexpr std::uint32_t patience = 5;
        auto command = shell_word(program) + called();
        // It is not in every checkout of the project.
        if (program == server_name) command.insert(0, "command -v workmem >/dev/null || exit 0; ");
        if (client.form == answer_form::plain) return {{"command", command}};
        const ordered_json one{{"type", "command"},
                               {"command", command},
                               {"timeout", patience * client.ticks_a_second}};
        return {{"hooks", ordered_json::array({one})}};
    }
    /// The word of a call of ours that says the program, as a shell reads it; nothing for a call
    /// of another program.
    [[nodiscard]] std::optional<std::string> program_of(const ordered_json& call) const {
        const auto command = member_text(call, "command");
        const auto word = find_call(command, server_name, called());
        if (!word) return std::nullopt;
        return command.substr(word->begin, word->end - word->begin);
    }
    /// The command of a call of ours with the wanted program in it, and all else as the user has
    /// it; nothing for a call of another program.
    [[nodiscard]] std::optional<std::string> command_of(const ordered_json& call) const {
        auto command = member_text(call, "command");
        const auto word = find_call(command, server_name, called());
        if (!word) return std::nullopt;
        const auto size = word->end - word->begin;
        const auto said = command.substr(word->begin, size);
        if (!is_made(said) && unquoted(said) != program)
            command.replace(word->begin, size, shell_word(program, word->around));
        return command;
    }
    /// Whether another command makes the path, which is the user's then.
    [[nodiscard]] static bool is_made(std::string_view word) {
        return word.find_first_of(")`") != word.npos;
    }
};

/// Where the calls of ours stand for an event: in its list, or in a group of the list.
[[nodiscard]] inline std::vector<json_edit::path> our_calls(const json_edit& edit,
                                                            const wanted& want,
                                                            const std::string& event) {
    std::vector<json_edit::path> out;
    const auto list = edit.find({"hooks", event}).value_or(ordered_json{});
    for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
        const json_edit::path at{"hooks", event, std::to_string(i)};
        if (want.command_of(list[i])) {
            out.push_back(at);
            continue;
        }
        const auto calls =
            list[i].is_object() ? list[i].value("hooks", ordered_json{}) : ordered_json{};
        for (std::size_t j = 0; calls.is_array() && j < calls.size(); ++j)
            if (want.command_of(calls[j]))
                out.push_back({"hooks", event, std::to_string(i), "hooks", std::to_string(j)});
    }
    return out;
}

[[nodiscard]] inline json_edit::path server_place() {
    return {"mcpServers", std::string{server_name}};
}

[[nodiscard]] inline bool runs_workmem(const ordered_json& server) {
    return std::filesystem::path{member_text(server, "command")}.filename() == server_name;
}

/// Where Codex, which alone has a switch for hooks, has them switched off in the file of its
/// server: the number of the line. 0 where they are on. The switch has two names.
[[nodiscard]] inline std::size_t hooks_off_at(const std::string& text, bool is_toml) {
    if (!is_toml) return 0;
    const toml_edit config{text};
    const auto line = config.said_at("features", "hooks", "false");
    return line != 0 ? line : config.said_at("features", "codex_hooks", "false");
}

/// The files of a client: of the user, or of the project of this folder. Throws `validation_error`
/// where HOME says no folder.
[[nodiscard]] inline client_files files_of(const hook_client& client, bool in_project) {
    if (in_project) return project_files_of(client, project_of(".").root);
    const auto home = path_from("HOME");
    if (!home.is_absolute())
        throw workmem::error(workmem::error_code::validation_error,
                             "HOME says no folder; use --project for the files of this project");
    const auto* const variable = folder_variable(client);
    return user_files_of(client, home,
                         variable == nullptr ? std::filesystem::path{} : path_from(variable));
}

}  // namespace workmem_program
