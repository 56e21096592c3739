#include "setup.hpp"

#include "entries.hpp"

#include "../project/places.hpp"
#include "../store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace workmem_program {
namespace {

namespace fs = std::filesystem;
using workmem::text::escaped;

[[noreturn]] void fail(const fs::path& file, const std::string& why) {
    throw workmem::error(workmem::error_code::storage_error,
                         workmem::text::quoted(file.string()) + ": " + why,
                         {{"path", file.string()}});
}

// A file that is changed: where it is, also over links, and its owner.
struct edited_file {
    fs::path real{};
    std::string text{};
    bool is_there = false;
    struct stat is {};  // of the file, else of the folder it will stand in

    explicit edited_file(const fs::path& file) : real{file} {
        constexpr int most_links = 40;
        std::error_code problem;
        int links = 0;
        for (; fs::is_symlink(real, problem) && links < most_links; ++links)
            real = real.parent_path() / fs::read_symlink(real, problem);
        if (links == most_links || (::stat(file.c_str(), &is) != 0 && errno == ELOOP))
            fail(file, "its links lead in a circle; mend them, or remove the file");
        is_there = ::stat(real.c_str(), &is) == 0;
        if (is_there)
            read();
        else
            find_folder();
    }

    /// Keeps what was there beside it.
    [[nodiscard]] fs::path back_up(const fs::path& file) const {
        for (int i = 0;; ++i) {
            const auto beside = backup_of(file, i);
            if (put(beside, text, O_EXCL, 0600)) return beside;
            if (errno != EEXIST) fail(beside, "it cannot be written");
        }
    }
    /// What was kept before, the latest first.
    [[nodiscard]] static std::vector<std::string> backups(const fs::path& file) {
        std::vector<std::string> out;
        for (int i = 0;; ++i) {
            std::ifstream in{backup_of(file, i), std::ios::binary};
            if (!in) break;
            out.emplace_back(std::istreambuf_iterator<char>{in}, std::istreambuf_iterator<char>{});
        }
        std::reverse(out.begin(), out.end());
        return out;
    }
    /// At once, or not at all. Owner and mode stay; a new file belongs to the owner of its folder.
    void replace(const std::string& by) const {
        std::error_code problem;
        make_folders(real.parent_path());
        auto next = real;
        // Others may do the same at the same time.
        next += ".workmem-" + std::to_string(::getpid());
        if (!put(next, by, O_TRUNC, is_there ? is.st_mode & 07777U : 0600U)) {
            const int why = errno;
            ::unlink(next.c_str());
            // A user may lack the right to keep another owner: then the content is replaced in
            // place.
            if (why != EPERM || !is_there || !put_in_place(by)) fail(real, "it cannot be written");
            return;
        }
        fs::rename(next, real, problem);
        if (problem) fail(real, problem.message());
    }

    void remove() const {
        std::error_code problem;
        fs::remove(real, problem);
        if (problem) fail(real, problem.message());
    }

private:
    static fs::path backup_of(const fs::path& file, int number) {
        auto out = file;
        out += number == 0 ? ".before-workmem" : ".before-workmem-" + std::to_string(number);
        return out;
    }
    void read() {
        if (!S_ISREG(is.st_mode)) fail(real, "it is no file");
        std::ifstream in{real, std::ios::binary};
        if (!in) fail(real, "it cannot be read");
        text.assign(std::istreambuf_iterator<char>{in}, {});
    }
    void find_folder() {
        for (auto above = real.parent_path();; above = above.parent_path())
            if (::stat(above.c_str(), &is) == 0 || above == above.parent_path()) return;
    }
    bool give(int file) const {
        struct stat mine {};
        if (::fstat(file, &mine) != 0) return false;
        // Root leaves no file of its own in another user's home.
        if (!is_there && ::geteuid() != 0) return true;
        const bool is_same = mine.st_uid == is.st_uid && mine.st_gid == is.st_gid;
        return is_same || ::fchown(file, is.st_uid, is.st_gid) == 0;
    }
    bool put(const fs::path& file, const std::string& by, int flags, mode_t mode) const {
        const int to =
            ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
        if (to < 0) return false;
        const bool is_given = give(to);
        const int refused = errno;
        const auto written = ::write(to, by.data(), by.size());
        const bool is_good = is_given && written == static_cast<ssize_t>(by.size()) &&
                             ::fchmod(to, mode) == 0 && ::fsync(to) == 0;
        const bool is_closed = ::close(to) == 0;
        if (!is_given) errno = refused;
        return is_closed && is_good;
    }
    bool put_in_place(const std::string& by) const {
        const int to = ::open(real.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
        if (to < 0) return false;
        const auto written = ::write(to, by.data(), by.size());
        const bool is_good = written == static_cast<ssize_t>(by.size()) && ::fsync(to) == 0;
        return ::close(to) == 0 && is_good;
    }
    void make_folders(const fs::path& folder) const {
        std::error_code problem;
        if (folder.empty() || fs::exists(folder, problem)) return;
        make_folders(folder.parent_path());
        if (::mkdir(folder.c_str(), 0777) == 0 && ::geteuid() == 0)
            (void)!::chown(folder.c_str(), is.st_uid, is.st_gid);
    }
};

using edit_of_text = std::function<std::string(const std::string&)>;

// What becomes of the files, all of it before anything is written.
class edited_files {
public:
    /// \param add puts what is ours into a text
    /// \param remove takes it out
    void edit(const fs::path& file, edit_of_text add, edit_of_text remove) {
        auto& edits = files_[file];
        edits.add.push_back(std::move(add));
        edits.remove.push_back(std::move(remove));
    }
    struct change {
        fs::path file{}, backup{};
        bool is_changed = false;
    };
    struct planned {
        fs::path path;
        edited_file file;
        std::string after;
        bool is_gone = false;  ///< it goes: nothing but what is ours was ever in it
        bool is_ours = false;  ///< it is, byte for byte, what was made of nothing
    };
    /// What they will say. Writes nothing.
    [[nodiscard]] std::vector<planned> plan(bool removes) const {
        std::vector<planned> out;
        for (const auto& [path, edits] : files_) {
            edited_file file{path};
            if (removes && !file.is_there) continue;
            try {
                auto after =
                    removes ? before_ours(path, file, edits) : all_of(edits.add, file.text);
                const bool is_gone = removes && is_made_by_us(path, file, edits, after);
                const bool is_ours = is_gone && was_before("", file.text, edits);
                out.push_back({path, std::move(file), std::move(after), is_gone, is_ours});
            } catch (const workmem::error& problem) {
                if (problem.code() == workmem::error_code::storage_error) throw;
                throw workmem::error(
                    problem.code(), workmem::text::quoted(path.string()) + ", " + problem.message(),
                    {{"path", path.string()}});
            }
        }
        return out;
    }
    static std::vector<change> write(const std::vector<planned>& plan) {
        std::vector<change> out;
        for (const auto& [path, file, after, is_gone, is_ours] : plan) {
            change made{path, {}, is_gone || after != file.text || !file.is_there};
            if (made.is_changed) {
                if (file.is_there && !is_ours) made.backup = file.back_up(path);
                is_gone ? file.remove() : file.replace(after);
            }
            out.push_back(std::move(made));
        }
        return out;
    }

private:
    struct edits_of_file {
        std::vector<edit_of_text> add{}, remove{};
    };
    static std::string all_of(const std::vector<edit_of_text>& edits, std::string text) {
        for (const auto& each : edits) text = each(text);
        return text;
    }
    // Whether a text has nothing of ours, and is this one when that is added.
    static bool was_before(const std::string& text, const std::string& now,
                           const edits_of_file& edits) {
        try {
            const bool is_empty = text.find_first_not_of(" \t\r\n") == text.npos;
            return (is_empty || all_of(edits.remove, text) == text) &&
                   all_of(edits.add, text) == now;
        } catch (const workmem::error&) {
            return false;
        }
    }
    // Whether a text says nothing to a client: what setup leaves of a file that it made.
    static bool is_blank(std::string text) {
        std::erase_if(text, [](char c) {
            return std::string_view{" \t\r\n"}.find(c) != std::string_view::npos;
        });
        return text.empty() || text == "{}" || text == R"({"version":1})";
    }
    // Whether there was no file before: nor in what was kept, nor behind a link, is anything else.
    static bool is_made_by_us(const fs::path& path, const edited_file& file,
                              const edits_of_file& edits, const std::string& after) {
        if (path != file.real || after == file.text || !is_blank(after)) return false;
        const auto all = edited_file::backups(path);
        return std::all_of(all.begin(), all.end(), [&](const std::string& each) {
            try {
                return !is_blank(each) && is_blank(all_of(edits.remove, each));
            } catch (const workmem::error&) {
                return false;
            }
        });
    }
    // Byte for byte what was there, where nothing else was changed since.
    static std::string before_ours(const fs::path& path, const edited_file& file,
                                   const edits_of_file& edits) {
        for (const auto& each : edited_file::backups(path))
            if (was_before(each, file.text, edits)) return each;
        return all_of(edits.remove, file.text);
    }

    std::map<fs::path, edits_of_file> files_;
};

json_edit::path group_of(const json_edit::path& call) {
    constexpr std::size_t group_depth = 3;
    return {call.begin(), call.begin() + group_depth};
}

// With its group where nothing else is in that.
void take_out(json_edit& edit, const json_edit::path& call) {
    const auto group = edit.find(group_of(call)).value_or(ordered_json{});
    const bool is_alone = group_of(call) == call || group.at("hooks").size() == 1;
    edit.erase(is_alone ? group_of(call) : call);
}

// Of two calls for which this is the same, one does nothing.
ordered_json described(const json_edit& edit, const json_edit::path& call) {
    auto group = edit.find(group_of(call)).value_or(ordered_json{});
    group.erase("hooks");
    return ordered_json::array({group, edit.find(call).value_or(ordered_json{})});
}

void take_duplicates_out(json_edit& edit, const std::vector<json_edit::path>& calls) {
    for (auto i = calls.size(); i-- > 1;) {
        const auto same = [&, one = described(edit, calls[i])](const json_edit::path& other) {
            return described(edit, other) == one;
        };
        const auto end = calls.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::any_of(calls.begin(), end, same)) take_out(edit, calls[i]);
    }
}

// Of a call that is there only the program is set: what it is narrowed by is the user's.
void add_hook(json_edit& edit, const wanted& want, const std::string& event) {
    const auto calls = our_calls(edit, want, event);
    if (calls.empty()) return edit.append({"hooks", event}, want.hook());
    for (auto command : calls) {
        const auto text = want.command_of(edit.find(command).value_or(ordered_json{}));
        command.emplace_back("command");
        edit.set(command, *text);
    }
    take_duplicates_out(edit, calls);
}

void remove_hook(json_edit& edit, const wanted& want, const std::string& event) {
    // From the last to the first, so that the numbers of the others stay.
    const auto calls = our_calls(edit, want, event);
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) take_out(edit, *call);
}

std::string edit_hooks(const std::string& text, const wanted& want, bool remove) {
    json_edit edit{text};
    for (const auto& event : want.events())
        remove ? remove_hook(edit, want, event) : add_hook(edit, want, event);
    if (!remove && want.client.form == answer_form::plain && !edit.find({"version"}))
        edit.set({"version"}, 1);
    return edit.text();
}

// Whether something else has the name.
bool has_another_server(const std::string& text, bool is_toml) {
    if (is_toml) {
        const toml_edit edit{text};
        return edit.contains("mcp_servers", server_name) &&
               !edit.has_program("mcp_servers", server_name, "command");
    }
    const auto there = json_edit{text}.find(server_place());
    return there && !runs_workmem(*there);
}

std::string edit_server(const std::string& text, const wanted& want, bool remove, bool is_toml) {
    if (remove && has_another_server(text, is_toml)) return text;
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
    if (remove) {
        edit.erase(server_place());
        return edit.text();
    }
    auto server = want.server();
    // Arguments and environment of one that runs the program already are the user's.
    if (const auto there = edit.find(server_place()); there && runs_workmem(*there)) {
        server = *there;
        server["command"] = want.program;
    }
    edit.set(server_place(), server);
    return edit.text();
}

bool is_own_home() {
    struct stat is {};
    const auto home = path_from("HOME");
    return ::stat(home.c_str(), &is) == 0 && is.st_uid == ::geteuid();
}

// What the user does after it was added.
std::string next_steps(const hook_client& client, const fs::path& switched_off_in,
                       bool needs_path) {
    std::string out;
    if (!switched_off_in.empty())
        out += "hooks are off in " + escaped(switched_off_in.string()) +
               ": set hooks = true under [features], then ";
    if (needs_path) out += "put workmem into the PATH of all who use the project, then ";
    out += "start a new session";
    if (client.name == "codex") out += " and trust the hooks with /hooks";
    return needs_path ? out : out + "; `workmem what` shows what is known";
}

// \param see what the file of the server says before it is edited
edited_files edits_of(const client_files& files, const wanted& want,
                      const std::function<void(const std::string&)>& see) {
    edited_files out;
    out.edit(
        files.server,
        [&files, want, see](const std::string& text) {
            see(text);
            return edit_server(text, want, false, files.server_is_toml);
        },
        [&files, want](const std::string& text) {
            return edit_server(text, want, true, files.server_is_toml);
        });
    out.edit(
        files.hooks, [want](const std::string& text) { return edit_hooks(text, want, false); },
        [want](const std::string& text) { return edit_hooks(text, want, true); });
    return out;
}

// What others check out has no paths of this machine.
wanted wanted_by(const hook_client& client, bool in_project) {
    return {client, in_project ? std::string{server_name} : own_path()};
}

}  // namespace

std::optional<workmem::error> setup_problem(const hook_client& client, bool in_project) {
    try {
        const auto files = files_of(client, in_project);
        (void)edits_of(files, wanted_by(client, in_project), [](const std::string&) {}).plan(false);
        return std::nullopt;
    } catch (const workmem::error& problem) {
        return problem;
    }
}

int run_setup(std::ostream& out, const setup_options& options) {
    const auto* const client = find_hook_client(options.client);
    const auto files = files_of(*client, options.in_project);
    const auto want = wanted_by(*client, options.in_project);
    if (options.print) {
        const auto server = files.server_is_toml ? "[mcp_servers.workmem]\n" + want.server_lines()
                                                 : edit_server("", want, false, false);
        out << fmt::format("{}\n{}\n{}\n{}", escaped(files.server.string()), server,
                           escaped(files.hooks.string()), edit_hooks("", want, false));
        return 0;
    }
    bool is_replaced = false, are_hooks_ignored = false;
    const auto edited = edits_of(files, want, [&](const std::string& text) {
        is_replaced = !options.remove && has_another_server(text, files.server_is_toml);
        if (is_replaced && !options.force)
            throw workmem::error(
                workmem::error_code::conflict,
                "a server called workmem that runs another program is there already; give it "
                "another name, or put this one in its place with --force");
        are_hooks_ignored = hooks_off_at(text, files.server_is_toml) != 0;
    });
    const auto plan = edited.plan(options.remove);
    // So that the first session need not make it; never in another user's home, where root would
    // own it.
    if (!options.remove && !is_switched_off() && is_own_home())
        (void)open_any_store(default_store().value(), {}).value();
    std::string backups;
    const auto says = client->is_verified ? "" : " (experimental: not tried with this client)";
    std::map<fs::path, bool> is_changed;
    for (const auto& each : edited_files::write(plan)) {
        is_changed[each.file] = each.is_changed;
        if (!each.backup.empty())
            backups += (backups.empty() ? "" : ", ") + escaped(each.backup.string());
    }
    const auto verb = [&](const fs::path& file) {
        return is_changed[file] ? (options.remove ? "taken out of" : "written to") : "as it was in";
    };
    // What had the name is in the backup.
    out << fmt::format("server   workmem, {} {}{}\n",
                       is_replaced ? "in the place of another one in" : verb(files.server),
                       escaped(files.server.string()), says);
    out << fmt::format("hooks    {}, {} {}\n", fmt::join(want.events(), ", "), verb(files.hooks),
                       escaped(files.hooks.string()));
    out << fmt::format("before   {}\n", backups.empty() ? "nothing had to be kept" : backups);
    const bool needs_path = options.in_project && own_path() != "workmem";
    out << fmt::format(
        "now      {}\n",
        options.remove ? "nothing is seen or told any more; `workmem forget --all` "
                         "forgets the rest"
                       : next_steps(*client, are_hooks_ignored ? files.server : "", needs_path));
    return 0;
}

}  // namespace workmem_program
