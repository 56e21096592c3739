#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/command_line.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>

#include <algorithm>
#include <utility>

namespace workmem::extraction::printed {

namespace detail {

class shell_parser {
public:
    static constexpr std::size_t most_bytes = 1 << 16, most_programs = 32, most_words = 256,
                                 most_depth = 3;

    explicit shell_parser(std::size_t depth = 0) noexcept : depth_{depth} {}

    void read(std::string_view line) {
        line = line.substr(0, most_bytes);
        for (std::size_t i = 0; i < line.size(); ++i) {
            const char c = line[i];
            if (c == '\\' && i + 1 < line.size()) {
                if (line[++i] != '\n') put(line[i]);
            } else if (c == '\'' || c == '"') {
                open_ = true;
                for (++i; i < line.size() && line[i] != c; ++i) {
                    if (c == '"' && line[i] == '\\' && i + 1 < line.size()) ++i;
                    put(line[i]);
                }
            } else if (c == '#' && !open_) {
                i = (std::min)(line.find('\n', i), line.size()) - 1;
            } else if (c == ' ' || c == '\t') {
                end_word();
            } else if (c == '<' && line.substr(i).starts_with("<<")) {
                end_word();
                i = skip_here_document(line, i);
            } else if (c == '>' || c == '<') {
                redirect(line, i);
            } else if (c == '\n' || c == ';' || c == '|' || c == '&') {
                const bool twice = i + 1 < line.size() && line[i + 1] == c;
                i += twice;
                end_program();
                piped_ = c == '|' && !twice;
            } else if ((c == '(' || c == ')' || c == '{' || c == '}') && !open_) {
                end_word();
            } else {
                put(c);
            }
        }
        end_program();
    }

    void take(std::vector<std::string> words) {
        words_ = std::move(words);
        end_program();
    }

    [[nodiscard]] std::vector<shell_command> programs() && { return std::move(out_); }

private:
    void put(char c) {
        open_ = true;
        word_ += c;
    }
    void end_word() {
        if (open_) {
            if (redirects_) {
                if (writes_ && !word_.starts_with('&') && word_ != "/dev/null")
                    written_.push_back(word_);
            } else if (words_.size() < most_words) {
                words_.push_back(word_);
            }
            redirects_ = false;
        }
        word_.clear();
        open_ = false;
    }
    // `2>&1`, `> file`, `>> file`, `< file`
    void redirect(std::string_view line, std::size_t& i) {
        const bool writes = line[i] == '>';
        bool errors = false;
        if (word_.size() == 1 && is_digit(word_[0])) {
            errors = word_[0] == '2';
            word_.clear();
            open_ = false;
        }
        end_word();
        while (i + 1 < line.size() && line[i + 1] == '>') ++i;
        if (i + 1 < line.size() && line[i + 1] == '&') {
            ++i;
            put('&');
        }
        redirects_ = true;
        writes_ = writes && !errors;
    }
    // What stands between `<<END` and a line with END alone is no part of the command.
    static std::size_t skip_here_document(std::string_view line, std::size_t i) {
        auto word = line.substr(i + 2);
        word = word.substr(word.starts_with('-') || word.starts_with('<') ? 1 : 0);
        word = trimmed(word.substr(0, word.find_first_of("\n;|&>")));
        if (word.size() > 1 && (word.front() == '\'' || word.front() == '"'))
            word = word.substr(1, word.size() - 2);
        const auto end_of_line = line.find('\n', i);
        if (end_of_line == std::string_view::npos || word.empty()) return i + 1;
        for (auto at = end_of_line; at != std::string_view::npos; at = line.find('\n', at + 1))
            if (const auto next = line.substr(at + 1);
                trimmed(next.substr(0, next.find('\n'))) == word)
                return at + 1 + next.find(word) + word.size() - 1;
        return line.size();
    }

    void end_program() {
        end_word();
        auto words = std::exchange(words_, {});
        auto written = std::exchange(written_, {});
        const bool piped = std::exchange(piped_, false);
        take_off_runners(words);
        if (words.empty() || out_.size() >= most_programs) return;
        if (words[0] == "cd" || words[0] == "pushd") {
            if (words.size() > 1) directory_ = join(directory_, words[1]);
            return;
        }
        if (depth_ < most_depth && words.size() > 2 && is_shell(words[0])) {
            const auto option = std::find_if(words.begin() + 1, words.end(), [](const auto& each) {
                return each.starts_with('-') && !each.starts_with("--") && each.ends_with('c');
            });
            if (option != words.end() && option + 1 != words.end()) {
                shell_parser inner{depth_ + 1};
                inner.directory_ = directory_;
                inner.read(option[1]);
                for (auto& each : inner.out_)
                    if (out_.size() < most_programs) out_.push_back(std::move(each));
                return;
            }
        }
        shell_command made;
        made.program = base_name(words[0]);
        made.words.assign(std::make_move_iterator(words.begin() + 1),
                          std::make_move_iterator(words.end()));
        made.directory = directory_;
        made.written = std::move(written);
        made.piped = piped;
        out_.push_back(std::move(made));
    }
    static bool is_shell(std::string_view program) {
        program = base_name(program);
        return program == "bash" || program == "sh" || program == "zsh" || program == "dash";
    }
    // `sudo`, `FOO=1`, `timeout 10`
    static void take_off_runners(std::vector<std::string>& words) {
        static constexpr std::string_view runners[]{"sudo",  "time", "nohup", "env",
                                                    "xargs", "npx",  "exec",  "timeout"};
        while (!words.empty()) {
            const bool is_timeout = words[0] == "timeout";
            if (std::find(std::begin(runners), std::end(runners), words[0]) == std::end(runners) &&
                (words[0].find('=') == std::string::npos || words[0].starts_with('=')))
                return;
            auto keeps = words.begin() + 1;
            while (keeps != words.end() && keeps->starts_with('-')) ++keeps;
            if (is_timeout && keeps != words.end()) ++keeps;
            words.erase(words.begin(), keeps);
        }
    }

    std::size_t depth_;
    std::string word_;
    bool open_ = false;       // a word has begun, though it may be empty
    bool redirects_ = false;  // the next word is a file
    bool writes_ = false;
    bool piped_ = false;
    std::vector<std::string> words_, written_;
    std::string directory_;
    std::vector<shell_command> out_;
};

}  // namespace detail

WORKMEM_DECL bool shell_command::has_option(std::string_view name) const noexcept {
    return std::any_of(words.begin(), words.end(), [&](const std::string& each) {
        if (each == name) return true;
        const bool letters =
            name.size() == 2 && each.size() > 2 && each[0] == '-' && each[1] != '-';
        return letters && each.find(name[1], 1) != std::string::npos;
    });
}

WORKMEM_DECL std::vector<std::string_view> shell_command::operands(std::string_view valued) const {
    std::vector<std::string_view> out;
    bool options = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (options && word == "--") {
            options = false;
        } else if (options && word.size() > 1 && word[0] == '-') {
            if (word.size() == 2 && valued.find(word[1]) != std::string_view::npos) ++i;
        } else {
            out.push_back(word);
        }
    }
    return out;
}

WORKMEM_DECL std::vector<shell_command> read_command_line(std::string_view line) {
    detail::shell_parser parser;
    parser.read(line);
    return std::move(parser).programs();
}

WORKMEM_DECL std::vector<shell_command> read_command_line(const text::json_view& argument) {
    if (argument.is_string()) return read_command_line(argument.string());
    std::vector<std::string> words;
    if (argument.is_array())
        for (const auto& each : argument) {
            if (!each.is_string() || words.size() >= detail::shell_parser::most_words) break;
            words.emplace_back(each.string().substr(0, detail::shell_parser::most_bytes));
        }
    detail::shell_parser parser;
    parser.take(std::move(words));
    return std::move(parser).programs();
}

}  // namespace workmem::extraction::printed
