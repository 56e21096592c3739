#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/printed/subject.hpp>
#include <workmem/text/ascii.hpp>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace workmem::extraction::printed {

namespace detail {

template <class List>
[[nodiscard]] bool is_any(std::string_view word, const List& list) {
    return std::find(std::begin(list), std::end(list), word) != std::end(list);
}
[[nodiscard]] inline bool is_any(std::string_view word,
                                 std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

// What programs do to the files that they are given.
class command_reader {
public:
    explicit command_reader(subject& out) : out_{out} {}

    void read(const std::vector<shell_command>& commands) {
        out_.runs = true;
        bool before = false;  // what programs before this pipeline printed
        for (const auto& each : commands) {
            if (!each.piped) before = shows_;
            // what a program makes of it is no content any more
            else if (!is_filter(each.program))
                shows_ = before;
            out_.programs.push_back(each.program);
            for (const auto& path : each.written) {
                add(out_.files, each, path);
                out_.acts = true;
            }
            one(each);
            out_.rows = out_.rows || asks_for_rows(each);
        }
        out_.content = out_.content || shows_ || (says_ && !reports_);
        if (!commands.empty()) ask(commands);
    }

private:
    static constexpr std::size_t most = 64;

    static void add(std::vector<std::string>& to, const shell_command& in, std::string_view path) {
        if (to.size() < most && !path.empty() && path.size() <= longest_path &&
            path.find_first_of("$`\n") == std::string_view::npos)
            to.push_back(join(in.directory, path));
    }
    // a pattern is no path
    static bool is_plain(std::string_view path) noexcept {
        return path.find_first_of("*?$`\n") == std::string_view::npos;
    }
    void add_files(const shell_command& in, std::string_view valued, std::size_t from = 0) {
        const auto paths = in.operands(valued);
        for (auto i = from; i < paths.size(); ++i)
            if (is_plain(paths[i])) add(out_.files, in, paths[i]);
    }

    void one(const shell_command& in) {
        const auto is = [&](std::initializer_list<std::string_view> list) {
            return is_any(in.program, list);
        };
        if (is({"cat", "bat", "less", "more", "nl", "tac", "xxd", "strings", "file", "stat", "du",
                "md5sum", "sha256sum", "wc", "od", "realpath", "readlink"})) {
            print(in, in.program == "stat" ? "c" : "");
        } else if (is({"head", "tail"})) {
            print(in, "nc");
        } else if (is({"sed", "perl"})) {
            edit_stream(in);
        } else if (is({"awk", "cut", "sort", "uniq", "tr", "jq", "yq", "diff", "cmp", "column"})) {
            shows_ = shows_ || (!in.piped && !is({"diff"}));
        } else if (is({"touch", "tee", "chmod", "chown", "unzip", "source", "."})) {
            add_files(in, "", is({"chmod", "chown"}) ? 1 : 0);
            out_.acts = true;
        } else if (is({"mkdir", "rmdir"})) {
            for (const auto path : in.operands("m"))
                if (is_plain(path))
                    add(in.program == "mkdir" ? out_.directories : out_.gone, in, path);
            out_.acts = true;
        } else if (is({"rm", "unlink", "shred", "trash"})) {
            for (const auto path : in.operands(""))
                if (is_plain(path)) add(out_.gone, in, path);
            out_.acts = true;
        } else if (is({"mv", "cp", "ln", "install", "rsync"})) {
            place(in);
        } else if (is({"ls", "dir", "tree", "find", "fd", "fdfind"})) {
            list(in);
        } else if (is({"grep", "egrep", "fgrep", "rg", "ag", "ack"})) {
            search(in);
        } else if (is({"git"})) {
            version_control(in);
        } else if (is({"echo", "printf", "pwd", "which", "type", "date", "whoami", "env", "true",
                       "sleep", "export", "test", "[", "id", "uname", "hostname", "man"})) {
            says_ = true;
            return;
        } else if (is({"psql", "sqlite3", "mysql", "duckdb", "bq"})) {
            for (const auto& word : in.words)
                if (word.size() > 6) query(word);
        }
        reports_ = true;
    }
    static bool asks_for_rows(const shell_command& in) {
        static constexpr std::string_view words[]{"list", "ls", "ps", "images", "tag", "remote"};
        return in.has_option("-l") || in.has_option("--list") ||
               std::any_of(in.words.begin(), in.words.end(),
                           [](const std::string& each) { return is_any(each, words); });
    }
    static bool is_filter(std::string_view program) {
        return is_any(program, {"grep", "egrep", "fgrep", "rg",  "head",   "tail", "sort",
                                "uniq", "sed",   "awk",   "cut", "tr",     "wc",   "less",
                                "more", "cat",   "nl",    "tee", "column", "jq",   "yq"});
    }
    void print(const shell_command& in, std::string_view valued) {
        if (in.piped && in.operands(valued).empty()) return;
        add_files(in, valued);
        if (in.written.empty()) shows_ = true;
    }
    // sed -n 1,5p a.txt; sed -i s/a/b/ a.txt
    void edit_stream(const shell_command& in) {
        const bool scripted = in.has_option("-e") || in.has_option("-f");
        const auto paths = in.operands("ef");
        const std::size_t from = scripted ? 0 : 1;
        if (paths.size() <= from) return;
        add_files(in, "ef", from);
        if (in.has_option("-i") || in.has_option("--in-place"))
            out_.acts = true;
        else
            shows_ = true;
    }
    // mv a b: what is there now is b, or b/a where that is said to be a directory
    void place(const shell_command& in) {
        const auto paths = in.operands("tm");
        if (paths.size() < 2) return;
        out_.acts = true;
        const auto target = paths.back();
        const bool into = target.ends_with('/') || target == "." || paths.size() > 2;
        for (std::size_t i = 0; i + 1 < paths.size(); ++i)
            if (is_plain(paths[i]) && is_plain(target))
                add(out_.files, in, into ? join(target, base_name(paths[i])) : std::string{target});
    }
    void list(const shell_command& in) {
        out_.listed = true;
        const auto paths = in.operands(in.program == "tree" ? "LPI" : "");
        out_.how.base = in.directory;
        if (in.program == "ls" || in.program == "dir" || in.program == "tree") {
            out_.how.names = true;
            // of several directories each is named before what it holds
            if (paths.size() == 1 && is_plain(paths[0]) && !in.has_option("-d"))
                out_.how.base = join(in.directory, paths[0]);
            return;
        }
        const auto type = std::find(in.words.begin(), in.words.end(), "-type");
        const bool typed = type != in.words.end() && type + 1 != in.words.end();
        out_.how.directories = typed && type[1] == "d";
        out_.how.files = typed && type[1] == "f";
    }
    void search(const shell_command& in) {
        out_.how.base = in.directory;
        const auto words = in.operands("ABCmegftT");
        const bool given = in.has_option("-e") || in.has_option("-f") || in.has_option("--files");
        const std::size_t from = given ? 0 : 1;
        if (in.piped && words.size() <= from) return;
        out_.listed = out_.how.searched = true;
        if (words.size() == from + 1 && is_plain(words[from]) && !in.has_option("-r") &&
            !in.has_option("-R"))
            out_.how.file = join(in.directory, words[from]);
        out_.how.files = in.has_option("--files");
    }
    void version_control(const shell_command& in) {
        std::vector<std::string_view> words;
        for (const auto word : in.operands("Cc")) words.push_back(word);
        if (words.empty()) return;
        const auto what = words[0];
        out_.how.base = in.directory;
        const auto last = words.size() > 1 ? words.back() : std::string_view{};
        if (what == "merge" || what == "rebase") {
            if (!last.empty() && is_branch(last)) out_.branches.emplace_back(last);
        } else if (what == "add" || what == "stage") {
            for (std::size_t i = 1; i < words.size(); ++i)
                if (is_plain(words[i]) && is_path_line(words[i])) add(out_.files, in, words[i]);
            out_.acts = true;
        } else if (what == "mv" && words.size() == 3) {
            add(out_.files, in, last);
            out_.acts = true;
        } else if (what == "rm") {
            for (std::size_t i = 1; i < words.size(); ++i)
                if (is_plain(words[i])) add(out_.gone, in, words[i]);
            out_.acts = true;
        } else if (what == "branch" && (in.has_option("-d") || in.has_option("-D"))) {
            if (!last.empty()) out_.gone_branches.emplace_back(last);
            out_.content = true;
        } else if ((what == "branch" && in.has_option("--show-current")) ||
                   (what == "rev-parse" && in.has_option("--abbrev-ref"))) {
            out_.prints_branch = true;
        } else if (what == "branch" && words.size() > 1 && in.words.size() == words.size()) {
            out_.branches.emplace_back(words[1]);
        } else if (what == "diff" || what == "show") {
            out_.listed = in.has_option("--name-only");
            out_.how.files = true;
        }
    }
    static bool is_branch(std::string_view word) noexcept {
        return !is_hash(word) && word.find_first_of("~^:@") == std::string_view::npos &&
               word != "HEAD";
    }
    void query(std::string_view text);

    // `kubectl get pods -n shop` → `kubectl_get_pods`
    void ask(const std::vector<shell_command>& commands) {
        const auto& in = commands.front();
        static constexpr std::string_view clients[]{"kubectl", "gh",    "glab", "aws",
                                                    "gcloud",  "az",    "helm", "oc",
                                                    "heroku",  "doctl", "fly",  "flyctl"};
        if (!is_any(in.program, clients)) return;
        out_.asks = in.program;
        out_.rows = true;
        // "gcloud compute instances list"; of the others a third word is a thing's name.
        const std::size_t most_words = is_any(in.program, {"gcloud", "az", "doctl"}) ? 3 : 2;
        const auto words = words_of_client(in);
        for (std::size_t i = 0; i < words.size() && i < most_words; ++i)
            if (!text::has_digit(words[i])) (out_.asks += '_') += words[i].substr(0, 40);
    }
    // The words of a client's command line that are no option and no value of one.
    static std::vector<std::string_view> words_of_client(const shell_command& in) {
        static constexpr std::string_view flags[]{
            "--all-namespaces", "--show-labels", "--no-headers", "--watch", "--debug", "--verbose"};
        static constexpr std::string_view valued{"noLlcRsSaqtf"};
        std::vector<std::string_view> out;
        for (std::size_t i = 0; i < in.words.size(); ++i) {
            const std::string_view word = in.words[i];
            if (!word.starts_with('-'))
                out.push_back(word);
            else if (word.starts_with("--")
                         ? word.find('=') == std::string_view::npos && !is_any(word, flags)
                         : word.size() == 2 && valued.find(word[1]) != std::string_view::npos)
                ++i;
        }
        return out;
    }
    subject& out_;
    bool shows_ = false;    // what files hold
    bool says_ = false;     // what the command line has in it
    bool reports_ = false;  // something else
};

// The table behind FROM of a query.
[[nodiscard]] WORKMEM_DECL std::string table_of(std::string_view query) {
    constexpr std::size_t most = 4096;
    query = query.substr(0, most);
    auto rest = query;
    const auto same = [](std::string_view a, std::string_view b) { return same_field(a, b); };
    auto first = take_word(rest = trimmed(rest));
    if (!same(first, "select") && !same(first, "with")) return {};
    while (!rest.empty()) {
        const auto begin = rest.find_first_not_of(" \t\r\n(");
        if (begin == std::string_view::npos) break;
        rest.remove_prefix(begin);
        const auto word = rest.substr(0, rest.find_first_of(" \t\r\n("));
        rest.remove_prefix(word.size());
        if (!same(word, "from")) continue;
        rest = trimmed(rest);
        auto name = rest.substr(0, rest.find_first_of(" \t\r\n,;()"));
        if (const auto dot = name.rfind('.'); dot != std::string_view::npos)
            name = name.substr(dot + 1);
        while (!name.empty() && (name.front() == '"' || name.front() == '`' || name.front() == '['))
            name.remove_prefix(1);
        while (!name.empty() && (name.back() == '"' || name.back() == '`' || name.back() == ']'))
            name.remove_suffix(1);
        const bool word_like = !name.empty() && name.size() <= 64 && is_letter(name[0]) &&
                               std::all_of(name.begin(), name.end(), [](char c) {
                                   return is_letter(c) || is_digit(c) || c == '_';
                               });
        return word_like ? std::string{name} : std::string{};
    }
    return {};
}

inline void command_reader::query(std::string_view text) {
    if (out_.table.empty()) out_.table = table_of(text);
}

class argument_reader {
public:
    argument_reader(const tool_name& tool, const text::json_view& given, subject& out)
        : tool_{tool}, given_{given}, out_{out} {}

    void read() {
        if (!given_.is_object() || given_.size() > 64) return;
        const record fields{given_};
        if (command(fields) || patch(fields)) return;
        queries(fields);
        asked_kind(fields);
        title(fields);
        if (moves(fields) || files(fields) || one_file(fields) || page(fields)) return;
        looked_through(fields);
    }

private:
    static constexpr std::size_t most = 64;

    [[nodiscard]] bool has_word(std::initializer_list<std::string_view> words) const {
        for (std::size_t i = 0; i < tool_.size(); ++i)
            if (is_any(tool_.word(i), words)) return true;
        return false;
    }
    static std::string_view text_of(const record& fields, std::initializer_list<field_name> names) {
        for (const auto& each : names)
            if (const auto* const field = fields.find(each.hash); field && field->value.is_string())
                return field->value.string();
        return {};
    }

    bool command(const record& fields) {
        if (!has_word({"bash", "shell", "sh", "terminal", "command", "cmd", "exec", "execute",
                       "run", "console", "powershell", "process", "cli", "aws", "kubectl", "gcloud",
                       "az"}))
            return false;
        static constexpr field_name names[]{"command", "cmd",  "command_line",
                                            "script",  "argv", "cli_command"};
        for (const auto& each : names) {
            const auto* const field = fields.find(each);
            if (!field || !(field->value.is_string() || field->value.is_array())) continue;
            command_reader{out_}.read(read_command_line(field->value));
            return true;
        }
        return false;
    }

    // "*** Update File: src/a.ts"
    bool patch(const record& fields) {
        const auto text = text_of(fields, {"input", "patch", "diff"});
        if (!trimmed(text.substr(0, 256)).starts_with("*** Begin Patch")) return false;
        line_reader lines{text};
        std::string_view line;
        while (lines.next(line)) {
            if (!line.starts_with("*** ")) continue;
            for (const std::string_view mark : {"*** Update File: ", "*** Add File: "})
                if (const auto path = behind(line, mark); path.data()) add(out_.files, path);
            if (const auto path = behind(line, "*** Delete File: "); path.data())
                add(out_.gone, path);
            if (const auto path = behind(line, "*** Move to: "); path.data() && !out_.files.empty())
                out_.files.back() = join({}, trimmed(path));
        }
        out_.content = out_.acts = true;
        return true;
    }

    void queries(const record& fields) {
        static constexpr field_name names[]{"sql", "query", "statement", "text"};
        for (const auto& each : names)
            if (const auto text = text_of(fields, {each}); !text.empty() && out_.table.empty())
                out_.table = table_of(text);
    }
    // {collection: "movies"}, {resourceType: "deployments"}: what a tool for anything is asked for
    void asked_kind(const record& fields) {
        static constexpr field_name names[]{
            "collection",  "table",    "index", "resource_type", "object_type", "sobject",
            "entity_type", "resource", "kind",  "object",        "type"};
        static constexpr std::string_view anything[]{"object", "resource", "record", "item",
                                                     "entity", "document", "row"};
        const bool vague = tool_.noun().empty() || is_any(tool_.noun(), anything) ||
                           tool_.kind() == verb_kind::query;
        if (!vague || !out_.table.empty()) return;
        for (const auto& each : names) {
            const auto* const field = fields.find(each);
            const auto text = field ? field->value.string() : std::string_view{};
            const auto noun = canonical_noun(text);
            if (noun.empty() || text.find(' ') != std::string_view::npos) continue;
            out_.table = text;
            return;
        }
    }
    void title(const record& fields) {
        out_.title = text_of(fields, {"message", "title", "subject"});
    }

    static void add(std::vector<std::string>& to, std::string_view path) {
        path = trimmed(path);
        if (to.size() < most && !path.empty() && path.size() <= longest_path)
            to.push_back(join({}, path_of_uri(path)));
    }
    [[nodiscard]] bool changes() const noexcept {
        const auto kind = tool_.kind();
        return kind == verb_kind::create || kind == verb_kind::update || kind == verb_kind::remove;
    }
    // Whether the tool's noun names no other thing than files and what is in them.
    [[nodiscard]] bool is_about(std::initializer_list<std::string_view> words) const {
        const std::string_view noun = tool_.noun();
        std::size_t begin = 0;
        while (begin < noun.size()) {
            const auto end = (std::min)(noun.find('_', begin), noun.size());
            if (is_any(noun.substr(begin, end - begin), words)) return true;
            begin = end + 1;
        }
        return false;
    }
    [[nodiscard]] bool is_about_files() const {
        return tool_.noun().empty() || is_about({"file", "notebook", "filesystem"});
    }

    // {source, destination}
    bool moves(const record& fields) {
        if (!has_word({"move", "rename", "copy"}) || !is_about_files()) return false;
        const auto to = text_of(fields, {"destination", "dest", "to", "target", "new_path"});
        if (to.empty()) return false;
        add(out_.files, to);
        out_.acts = out_.content = true;
        return true;
    }
    // {paths: [...]}
    bool files(const record& fields) {
        static constexpr field_name names[]{"paths", "files", "file_paths"};
        for (const auto& each : names) {
            const auto* const field = fields.find(each);
            if (!field || !field->value.is_array() || field->value.empty()) continue;
            const auto kind = tool_.kind();
            if (kind == verb_kind::list || kind == verb_kind::search || kind == verb_kind::query)
                return false;
            out_.content = true;
            for (const auto& path : field->value) {
                const auto text = path.is_object() ? path.find("path").string() : path.string();
                if (text.find_first_of("*?\n") == std::string_view::npos &&
                    text.find("://") == std::string_view::npos)
                    add(kind == verb_kind::remove ? out_.gone : out_.files, text);
            }
            out_.acts = changes();
            return true;
        }
        return false;
    }
    bool one_file(const record& fields) {
        const auto kind = tool_.kind();
        if (kind == verb_kind::list || kind == verb_kind::search || kind == verb_kind::query ||
            kind == verb_kind::count)
            return false;
        auto path = text_of(fields, {"file_path", "absolute_path", "filename", "notebook_path",
                                     "target_file", "target_notebook"});
        const bool certain = !path.empty();
        if (!certain) path = text_of(fields, {"path", "file"});
        if (path.empty()) return false;
        if (is_about({"directory", "folder", "dir"})) {
            if (!changes()) return false;
            add(kind == verb_kind::remove ? out_.gone : out_.directories, path);
        } else if (certain ? !tool_.firm() || is_about_files() || kind == verb_kind::unknown
                           : (is_about_files() && kind != verb_kind::unknown)) {
            add(kind == verb_kind::remove ? out_.gone : out_.files, path);
        } else {
            return false;
        }
        out_.named_file = certain;
        out_.acts = changes();
        out_.content = kind != verb_kind::unknown;
        return true;
    }
    bool page(const record& fields) {
        const auto kind = tool_.kind();
        if (kind == verb_kind::create || kind == verb_kind::update || kind == verb_kind::remove)
            return false;
        const bool web = has_word({"web", "fetch", "url", "browse", "browser", "page", "http",
                                   "scrape", "crawl", "navigate", "visit"});
        if (!web) return false;
        if (const auto url = trimmed(text_of(fields, {"url", "uri", "href", "link"}));
            is_url(url)) {
            out_.urls.emplace_back(url);
        } else if (kind == verb_kind::read) {
            // addresses within what is asked
            auto rest = text_of(fields, {"prompt", "query", "input"}).substr(0, 4096);
            while (!rest.empty() && out_.urls.size() < most) {
                const auto begin = rest.find("http");
                if (begin == std::string_view::npos) break;
                rest.remove_prefix(begin);
                auto one = rest.substr(0, rest.find_first_of(" \t\r\n<>\"'`),"));
                rest.remove_prefix((std::max)(one.size(), std::size_t{1}));
                while (!one.empty() && (one.back() == '.' || one.back() == '?'))
                    one.remove_suffix(1);
                if (is_url(one)) out_.urls.emplace_back(one);
            }
        }
        out_.content = !out_.urls.empty();
        return out_.content;
    }
    // {path: "src", pattern: "x"}
    void looked_through(const record& fields) {
        if (!out_.table.empty()) return;
        const auto kind = tool_.kind();
        const bool searches = kind == verb_kind::search ||
                              has_word({"grep", "rg", "ripgrep", "search", "glob", "find"});
        const bool lists = kind == verb_kind::list || has_word({"ls", "tree", "dir", "directory"});
        if (!searches && !lists) return;
        const auto path = text_of(fields, {"path", "directory", "dir", "dir_path", "folder",
                                           "relative_workspace_path", "absolute_path"});
        if (!path.empty() && path.find("://") != std::string_view::npos) return;
        const bool about = tool_.noun().empty() || is_about_files() ||
                           is_about({"directory", "dir", "folder", "code", "codebase", "content",
                                     "grep", "glob", "ls", "tree", "path", "workspace"});
        if (!about) return;
        out_.listed = true;
        out_.how.searched = searches && !has_word({"glob", "file", "files"});
        out_.how.names = lists && !searches;
        out_.how.base = path;
        if (searches && is_file_name(path) && path.find('.') != std::string_view::npos &&
            path != "." && path != "..")
            out_.how.file = path;
    }

    const tool_name& tool_;
    const text::json_view& given_;
    subject& out_;
};

}  // namespace detail

WORKMEM_DECL subject read_subject(const tool_name& tool, const text::json_view& arguments) {
    subject out;
    detail::argument_reader{tool, arguments, out}.read();
    return out;
}

}  // namespace workmem::extraction::printed
