// How clients' configurations stand: which program their hooks and servers call.
#pragma once

#include "finding.hpp"
#include "modules.hpp"
#include "program.hpp"
#include "stored.hpp"

#include "../hook/clients.hpp"
#include "../setup/entries.hpp"
#include "../setup/setup.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

namespace workmem_program {

namespace detail {

// What a word of a shell says: without its quotes, whose kinds it knows.
inline std::string text_of_word(std::string_view word) {
    std::string out;
    char quote = '\0';
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char c = word[i];
        if (c == '\\' && quote != '\'' && i + 1 < word.size())
            out += word[++i];
        else if (quote != '\0' ? c == quote : c == '"' || c == '\'')
            quote = quote == '\0' ? c : '\0';
        else
            out += c;
    }
    return out;
}

enum class called_program : std::uint8_t { this_one, another, none, unknown };

// What is called by a path, by a name, or by a path that begins with the home folder.
inline called_program program_at(std::string said) {
    for (const std::string_view home : {"~/", "$HOME/", "${HOME}/"})
        if (said.starts_with(home)) said = (path_from("HOME") / said.substr(home.size())).string();
    if (said.find_first_of("$`") != said.npos) return called_program::unknown;
    const auto file =
        said.find('/') == said.npos ? find_in_path(said) : std::filesystem::path{said};
    if (file.empty() || ::access(file.c_str(), X_OK) != 0) return called_program::none;
    std::error_code problem;
    return std::filesystem::equivalent(file, own_file(), problem) ? called_program::this_one
                                                                  : called_program::another;
}

}  // namespace detail

/// What of a client's files is ours.
class client_state {
public:
    client_state(const hook_client& client, bool in_project)
        : want_{client, in_project ? std::string{server_name} : own_path()},
          files_{files_of(client, in_project)},
          problem_{setup_problem(client, in_project)} {
        std::error_code ignored;
        is_used_ = std::filesystem::is_directory(files_.hooks.parent_path(), ignored) ||
                   std::filesystem::exists(files_.server, ignored);
        hooks_text_ = content(files_.hooks);
        server_text_ = content(files_.server);
        if (problem_) return;
        look_at_hooks();
        look_at_server();
    }

    [[nodiscard]] const client_files& files() const noexcept { return files_; }
    /// Why nothing can be written into them.
    [[nodiscard]] const std::optional<workmem::error>& problem() const noexcept { return problem_; }
    /// Whether the client has anything here.
    [[nodiscard]] bool is_used() const noexcept { return is_used_; }
    [[nodiscard]] bool names_us() const {
        return (hooks_text_ + server_text_).find(server_name) != std::string::npos;
    }
    [[nodiscard]] bool has_hooks() const noexcept { return has_hooks_; }
    [[nodiscard]] bool is_set_up() const noexcept { return has_hooks_ || has_server_; }
    [[nodiscard]] bool has_another_server() const noexcept { return has_another_server_; }
    /// Where hooks are switched off; 0 where they are on.
    [[nodiscard]] std::size_t hooks_off_at() const {
        return workmem_program::hooks_off_at(server_text_, files_.server_is_toml);
    }
    /// What of ours is not there.
    [[nodiscard]] const std::vector<std::string>& missing() const noexcept { return missing_; }
    /// What is called that is no file that can be run, and what is another one than this program.
    [[nodiscard]] const std::vector<std::string>& without_program() const noexcept { return gone_; }
    [[nodiscard]] const std::vector<std::string>& of_others() const noexcept { return others_; }

private:
    static std::string content(const std::filesystem::path& file) {
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(file, ignored)) return {};
        std::ifstream in{file, std::ios::binary};
        return {std::istreambuf_iterator<char>{in}, {}};
    }
    void look_at_hooks() {
        const json_edit edit{hooks_text_};
        for (const auto& event : want_.events()) {
            const auto calls = our_calls(edit, want_, event);
            if (calls.empty()) missing_.push_back("a hook for " + event);
            for (const auto& each : calls) {
                has_hooks_ = true;
                const auto word = want_.program_of(edit.find(each).value_or(ordered_json{}));
                if (word && !wanted::is_made(*word))
                    judge({detail::text_of_word(*word), unquoted(*word)});
            }
        }
    }
    void look_at_server() {
        std::optional<std::string> program;
        bool is_there = false;
        if (files_.server_is_toml) {
            const toml_edit edit{server_text_};
            is_there = edit.contains("mcp_servers", server_name);
            program = edit.program("mcp_servers", server_name, "command");
        } else if (const auto there = json_edit{server_text_}.find(server_place())) {
            is_there = true;
            if (runs_workmem(*there)) program = member_text(*there, "command");
        }
        has_server_ = program.has_value();
        has_another_server_ = is_there && !has_server_;
        if (!is_there) missing_.emplace_back("the server");
        if (!program) return;
        // TOML writes some characters as JSON does, or all as they are.
        const auto read = ordered_json::parse('"' + *program + '"', nullptr, false);
        judge({*program,
               files_.server_is_toml && read.is_string() ? read.get<std::string>() : *program});
    }
    // Of the ways to read it, one that leads somewhere counts.
    void judge(const std::vector<std::string>& readings) {
        bool is_another = false;
        for (const auto& each : readings) {
            const auto found = detail::program_at(each);
            if (found == detail::called_program::this_one ||
                found == detail::called_program::unknown)
                return;
            is_another = is_another || found == detail::called_program::another;
        }
        auto& into = is_another ? others_ : gone_;
        if (std::find(into.begin(), into.end(), readings.front()) == into.end())
            into.push_back(readings.front());
    }

    wanted want_;
    client_files files_;
    std::optional<workmem::error> problem_;
    bool is_used_ = false, has_hooks_ = false, has_server_ = false, has_another_server_ = false;
    std::string hooks_text_, server_text_;
    std::vector<std::string> missing_, gone_, others_;
};

namespace detail {

// A file that its client cannot read either, or that is read and leaves no place for what is ours.
inline finding not_merged(const std::string& name, const client_state& state,
                          const std::string& setup) {
    const auto& problem = *state.problem();
    const auto path = fact_of(problem, "path");
    finding out{finding_level::problem, "clients", name + ": " + one_line(problem.message()), {}};
    bool is_readable = problem.code() != workmem::error_code::storage_error;
    if (is_readable && !(state.files().server_is_toml && path == state.files().server)) {
        try {
            std::ifstream in{path, std::ios::binary};
            (void)json_edit{{std::istreambuf_iterator<char>{in}, {}}};
        } catch (const workmem::error&) {
            is_readable = false;
        }
    }
    if (path.empty()) return out;
    std::error_code ignored;
    if (is_readable) {
        out.level = finding_level::note;
        out.fix = setup + " --print";
    } else if (std::filesystem::is_regular_file(path, ignored) &&
               ::access(path.c_str(), R_OK) != 0) {
        out.fix = "chmod u+rw " + command_word(path) + " && " + setup;
    } else {
        out.fix = "mv " + command_word(path) + ' ' + command_word(free_name(path, ".unreadable")) +
                  " && " + setup;
    }
    return out;
}

// In the home folder a project's files are the user's.
inline bool has_own_files(const hook_client& client, bool in_project) {
    const bool has_home = path_from("HOME").is_absolute();
    if (!in_project || !has_home) return in_project || has_home;
    std::error_code ignored;
    return !std::filesystem::equivalent(files_of(client, true).hooks, files_of(client, false).hooks,
                                        ignored);
}

inline std::string listed(const std::vector<std::string>& texts) {
    std::string out;
    for (const auto& each : texts) out += (out.empty() ? "" : ", ") + each;
    return out;
}

inline void look_at_entries(const std::string& name, const client_state& state,
                            const std::string& setup, bool in_project, findings& out) {
    const auto add = [&](finding_level level, const std::string& says, const std::string& fix) {
        out.push_back({level, "clients", name + ' ' + says, fix});
    };
    if (const auto& gone = state.without_program(); !gone.empty())
        add(finding_level::problem,
            "calls " + workmem::text::quoted(gone.front()) +
                (gone.front().find('/') == std::string::npos ? ", which is not in the PATH"
                                                             : ", which cannot be run"),
            in_project ? path_first() : setup);
    if (const auto& others = state.of_others(); !others.empty())
        add(finding_level::note,
            "calls " + workmem::text::quoted(others.front()) + ", another program than this one",
            in_project ? path_first() : setup);
    if (!state.missing().empty())
        add(finding_level::note, "is set up in parts, without " + listed(state.missing()), setup);
    if (state.has_another_server())
        add(finding_level::note, "has another server with the name workmem", setup + " --force");
    if (const auto line = state.hooks_off_at(); line != 0 && state.has_hooks()) {
        const auto file = state.files().server.string();
        add(finding_level::problem,
            "has its hooks switched off, in line " + std::to_string(line) + " of " +
                workmem::text::quoted(file),
            "sed -i -E '" + std::to_string(line) + R"(s/(hooks"?[ \t]*=[ \t]*)false/\1true/' )" +
                command_word(file));
    }
}

}  // namespace detail

/// The clients that use the memory, or could: of the user, and of this project.
[[nodiscard]] inline findings check_clients(const examined& what) {
    findings out;
    std::vector<std::string> good;
    for (const bool in_project : {false, true})
        for (const auto& client : hook_clients) {
            if (!detail::has_own_files(client, in_project)) continue;
            const client_state state{client, in_project};
            auto name = std::string{client.name};
            auto setup = what.command("setup " + name);
            if (in_project) {
                name += " in this project";
                setup =
                    "cd " + command_word(what.here.root.string()) + " && " + setup + " --project";
            }
            const auto before = out.size();
            if (state.problem()) {
                if (in_project ? state.names_us() : state.is_used())
                    out.push_back(detail::not_merged(name, state, setup));
            } else if (state.is_set_up()) {
                detail::look_at_entries(name, state, setup, in_project, out);
            } else if (state.is_used() && !in_project) {
                out.push_back({finding_level::note, "clients", name + " is not set up", setup});
            }
            if (state.is_set_up() && out.size() == before) good.push_back(name);
        }
    if (!good.empty())
        out.push_back({finding_level::ok, "clients", detail::listed(good) + " set up"});
    else if (out.empty())
        out.push_back({finding_level::ok, "clients", "none is here"});
    return out;
}

}  // namespace workmem_program
