#include "setup.hpp"

#include "clients.hpp"
#include "json_edit.hpp"
#include "toml_edit.hpp"

#include "../project/places.hpp"
#include "../project/project.hpp"
#include "../store.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace workmem_program {
namespace {

namespace fs = std::filesystem;
using workmem::text::escaped;

constexpr std::string_view server_name = "workmem";

[[noreturn]] void refuse(const std::string& why) {
    throw workmem::error(workmem::error_code::validation_error, why);
}
[[noreturn]] void fail(const fs::path& file, const std::string& why) {
    throw workmem::error(workmem::error_code::storage_error,
                         workmem::text::quoted(file.string()) + ": " + why);
}

// This program, as a client finds it: by its name where that is the one in the path.
std::string own_path() {
    std::error_code problem;
    const auto self = fs::read_symlink("/proc/self/exe", problem);
    const std::string path = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
    for (std::size_t at = 0; at <= path.size();) {
        const auto end = std::min(path.find(':', at), path.size());
        const auto found = fs::path{path.substr(at, end - at)} / "workmem";
        if (fs::exists(found, problem)) {
            const bool is_this = self.empty() || fs::equivalent(found, self, problem);
            if (is_this) return "workmem";
            break;
        }
        at = end + 1;
    }
    return self.empty() ? "workmem" : self.string();
}

// As a shell reads it.
std::string shell_word(const std::string& text) {
    if (text.find_first_not_of(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-") == text.npos)
        return text;
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string{"'\\''"} : std::string{c};
    return out + '\'';
}

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
    /// \param call what is called, with the options of the user's
    [[nodiscard]] ordered_json hook(const std::string& call) const {
        constexpr std::uint32_t patience = 5;
        const auto command = shell_word(program) + call;
        if (client.form == answer_form::plain) return {{"command", command}};
        const ordered_json one{{"type", "command"},
                               {"command", command},
                               {"timeout", patience * client.ticks_a_second}};
        return {{"hooks", ordered_json::array({one})}};
    }
    // The command of a call that an earlier setup has written, for any place of the program.
    [[nodiscard]] std::optional<std::string> our_command(const ordered_json& call) const {
        if (!call.is_object()) return std::nullopt;
        const auto text = call.value("command", ordered_json{});
        if (!text.is_string()) return std::nullopt;
        auto command = text.get<std::string>();
        const auto program_ends = command.find(called());
        if (program_ends == command.npos || command.find("workmem") > program_ends)
            return std::nullopt;
        return command;
    }
    // Those of a list of calls, or of groups of calls.
    [[nodiscard]] std::vector<std::string> our_commands(const ordered_json& list) const {
        std::vector<std::string> out;
        if (!list.is_array()) return out;
        for (const auto& each : list) {
            if (auto command = our_command(each)) out.push_back(std::move(*command));
            if (each.is_object() && each.contains("hooks"))
                for (auto& command : our_commands(each["hooks"])) out.push_back(std::move(command));
        }
        return out;
    }
};

// What becomes of the files, all of it before anything is written.
class edited_files {
public:
    template <class Edit>
    void edit(const fs::path& file, Edit&& edit) {
        auto& text = texts_.try_emplace(file, read(file)).first->second;
        try {
            text.after = edit(text.after);
        } catch (const workmem::error& problem) {
            refuse(workmem::text::quoted(file.string()) + ", " + std::string{problem.message()});
        }
    }
    struct change {
        fs::path file{}, backup{};
        bool is_changed = false;
    };
    std::vector<change> write() const {
        std::vector<change> out;
        for (const auto& [file, text] : texts_) {
            change made{file, {}, text.after != text.before};
            if (made.is_changed) {
                if (text.is_there) made.backup = back_up(file, text.before);
                replace(file, text.after);
            }
            out.push_back(std::move(made));
        }
        return out;
    }
    [[nodiscard]] const auto& texts() const noexcept { return texts_; }

private:
    struct content {
        std::string before{}, after{};
        bool is_there = false;
    };
    static content read(const fs::path& file) {
        std::ifstream in{file, std::ios::binary};
        std::error_code problem;
        if (!in) {
            if (fs::exists(file, problem)) fail(file, "it cannot be read");
            return {};
        }
        std::string text{std::istreambuf_iterator<char>{in}, {}};
        return {text, text, true};
    }
    static fs::path back_up(const fs::path& file, const std::string& text) {
        for (int i = 0;; ++i) {
            auto beside = file;
            beside += i == 0 ? ".before-workmem" : ".before-workmem-" + std::to_string(i);
            if (put(beside, text, O_EXCL)) return beside;
            if (errno != EEXIST) fail(beside, "it cannot be written");
        }
    }
    static bool put(const fs::path& file, const std::string& text, int flags) {
        const int to = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);
        if (to < 0) return false;
        const auto written = ::write(to, text.data(), text.size());
        const bool is_good = written == static_cast<ssize_t>(text.size()) && ::fsync(to) == 0;
        return ::close(to) == 0 && is_good;
    }
    // At once, or not at all; where the file is a link, what it leads to.
    static void replace(const fs::path& file, const std::string& text) {
        std::error_code problem;
        auto real = file;
        constexpr int most_links = 40;
        for (int i = 0; i < most_links && fs::is_symlink(real, problem); ++i)
            real = real.parent_path() / fs::read_symlink(real, problem);
        fs::create_directories(real.parent_path(), problem);
        auto next = real;
        // Others may do the same at the same time.
        next += ".workmem-" + std::to_string(::getpid());
        struct stat is {};
        const bool has_mode = ::stat(real.c_str(), &is) == 0;
        if (!put(next, text, O_TRUNC)) fail(real, "it cannot be written");
        if (has_mode) ::chmod(next.c_str(), is.st_mode & 07777);
        fs::rename(next, real, problem);
        if (problem) fail(real, problem.message());
    }

    std::map<fs::path, content> texts_;
};

std::string edit_hooks(const std::string& text, const wanted& want, bool remove) {
    json_edit edit{text};
    for (const auto& event : want.events()) {
        const json_edit::path at{"hooks", event};
        const auto there = edit.find(at).value_or(ordered_json{});
        const auto ours = want.our_commands(there);
        // What the user has added to the call stays with it.
        const auto call =
            ours.empty() ? want.called() : ours.front().substr(ours.front().find(want.called()));
        if (!remove && ours.size() == 1 && ours.front() == shell_word(want.program) + call)
            continue;
        // Beside others in its group it alone is taken out, else the group.
        for (std::size_t i = 0; there.is_array() && i < there.size(); ++i) {
            if (!there[i].is_object() || !there[i].contains("hooks")) continue;
            const auto& calls = there[i]["hooks"];
            if (const auto count = want.our_commands(calls).size(); count < calls.size())
                edit.erase_if({"hooks", event, std::to_string(i), "hooks"},
                              [&](const ordered_json& each) { return want.our_command(each); });
        }
        edit.erase_if(at, [&](const ordered_json& each) {
            return want.our_command(each) ||
                   !want.our_commands(ordered_json::array({each})).empty();
        });
        if (!remove) edit.append(at, want.hook(call));
    }
    if (!remove && want.client.form == answer_form::plain && !edit.find({"version"}))
        edit.set({"version"}, 1);
    return edit.text();
}

std::string edit_server(const std::string& text, const wanted& want, bool remove, bool is_toml) {
    if (is_toml) {
        toml_edit edit{text};
        if (remove)
            edit.erase("mcp_servers", server_name);
        else if (!edit.set_program("mcp_servers", server_name, "command",
                                   ordered_json(want.program).dump()))
            edit.set("mcp_servers", server_name, want.server_lines());
        return edit.text();
    }
    json_edit edit{text};
    const json_edit::path at{"mcpServers", std::string{server_name}};
    if (remove) {
        edit.erase(at);
        return edit.text();
    }
    auto server = want.server();
    // Arguments and environment of one that runs the program already are the user's.
    if (const auto there = edit.find(at); there && there->is_object())
        if (const auto command = there->value("command", ordered_json{});
            command.is_string() && fs::path{command.get<std::string>()}.filename() == server_name) {
            server = *there;
            server["command"] = want.program;
        }
    edit.set(at, server);
    return edit.text();
}

bool has_server(const std::string& text, bool is_toml) {
    if (is_toml) return toml_edit{text}.contains("mcp_servers", server_name);
    return json_edit{text}.find({"mcpServers", std::string{server_name}}).has_value();
}

}  // namespace

int run_setup(std::ostream& out, const setup_options& options) {
    const auto* const client = find_hook_client(options.client);
    const auto home = path_from("HOME");
    const auto here = project_of(".");
    if (!options.in_project && !home.is_absolute())
        refuse("HOME says no folder; use --project for the files of this project");
    const auto files =
        files_of(*client, home, path_from("CODEX_HOME"), here.root, options.in_project);
    // What others check out has no paths of this machine.
    const wanted want{*client, options.in_project ? "workmem" : own_path()};
    if (options.print) {
        const auto server = files.server_is_toml ? "[mcp_servers.workmem]\n" + want.server_lines()
                                                 : edit_server("", want, false, false);
        out << fmt::format("{}\n{}\n{}\n{}", escaped(files.server.string()), server,
                           escaped(files.hooks.string()), edit_hooks("", want, false));
        return 0;
    }
    edited_files edited;
    const auto take = [&](const fs::path& file, auto&& edit) {
        std::error_code ignored;
        if (!options.remove || fs::exists(file, ignored)) edited.edit(file, edit);
    };
    bool had_server = false;
    take(files.server, [&](const std::string& text) {
        had_server = has_server(text, files.server_is_toml);
        return edit_server(text, want, options.remove, files.server_is_toml);
    });
    take(files.hooks,
         [&](const std::string& text) { return edit_hooks(text, want, options.remove); });
    // So that the first hook need not make it: it has no time for that.
    if (!options.remove) (void)open_any_store(default_store().value(), {}).value();
    std::string backups;
    const auto says = client->is_verified ? "" : " (experimental: not tried with this client)";
    std::map<fs::path, bool> is_changed;
    for (const auto& each : edited.write()) {
        is_changed[each.file] = each.is_changed;
        if (!each.backup.empty())
            backups += (backups.empty() ? "" : ", ") + escaped(each.backup.string());
    }
    const auto verb = [&](const fs::path& file) {
        return is_changed[file] ? (options.remove ? "taken out of" : "written to") : "as it was in";
    };
    // An entry of that name may have been somebody's own; the backup has it.
    const bool is_replaced = had_server && !options.remove && is_changed[files.server];
    out << fmt::format("server   workmem, {} {}{}\n",
                       is_replaced ? "in the place of another one in" : verb(files.server),
                       escaped(files.server.string()), says);
    out << fmt::format("hooks    {}, {} {}\n", fmt::join(want.events(), ", "), verb(files.hooks),
                       escaped(files.hooks.string()));
    out << fmt::format("before   {}\n", backups.empty() ? "nothing had to be kept" : backups);
    out << fmt::format(
        "now      {}\n",
        options.remove ? "nothing is seen or told any more; `workmem forget --all` forgets the rest"
        : options.in_project && own_path() != "workmem"
            ? "put workmem into the PATH of all who use the project, then start a new session"
        : client->name == "codex" ? "start a new session and trust the hooks with /hooks; `workmem "
                                    "what` shows what is known"
                                  : "start a new session; `workmem what` shows what is known");
    return 0;
}

}  // namespace workmem_program
