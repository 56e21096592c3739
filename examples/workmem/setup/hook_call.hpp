// Finds the word of a hook's command that says which program is called, as a shell reads it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace workmem_program {

/// Where a command says which program it calls.
struct program_word {
    std::size_t begin = 0, end = 0;
    char around = '\0';  ///< the quote it stands inside of, as in `sh -c '…'`
};

/// A text as one word; `around` is the quote that the word stands inside of.
[[nodiscard]] inline std::string shell_word(const std::string& text, char around = '\0') {
    if (text.find_first_not_of(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-") == text.npos)
        return text;
    const char quote = around == '\'' ? '"' : '\'';
    std::string out{quote};
    for (const char c : text) {
        if (quote == '\'' && c == '\'')
            out += R"('\')";
        else if (quote == '"' && std::string_view{"\"\\$`"}.find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out + quote;
}

/// What a word says, without its quotes.
[[nodiscard]] inline std::string unquoted(std::string_view word) {
    std::string out;
    for (const char c : word)
        if (c != '"' && c != '\'' && c != '\\') out += c;
    return out;
}

/// Where the quote that opens at `at` is closed.
[[nodiscard]] inline std::size_t closing_quote(std::string_view command, std::size_t at) {
    const char quote = command[at];
    auto close = command.find(quote, at + 1);
    while (quote == '"' && close != command.npos && command[close - 1] == '\\')
        close = command.find(quote, close + 1);
    return close;
}

/// The word of a command that ends at `end`.
[[nodiscard]] inline program_word word_before(std::string_view command, std::size_t end) {
    program_word out{0, end};
    for (std::size_t at = 0; at < end;) {
        const char c = command[at];
        if (c == '\\') {
            // Inside of double quotes this is a quote of the inner command.
            const std::string_view inner{"\\\""};
            const bool opens = out.around == '"' && command.substr(at).starts_with(inner);
            const auto close = opens ? command.find(inner, at + 2) : command.npos;
            at = (close < end ? close : at) + 2;
        } else if (c == '"' || c == '\'') {
            const auto close = closing_quote(command, at);
            if (close < end) {
                at = close + 1;
            } else {
                out.begin = ++at;
                out.around = c;
            }
        } else {
            ++at;
            if (std::string_view{" \t\n;&|("}.find(c) != std::string_view::npos) out.begin = at;
        }
    }
    return out;
}

/// Where a command calls a program of that file name with these arguments; nothing where it
/// calls none. More arguments may follow.
[[nodiscard]] inline std::optional<program_word> find_call(std::string_view command,
                                                           std::string_view name,
                                                           std::string_view arguments) {
    for (auto at = command.find(arguments); at != command.npos;
         at = command.find(arguments, at + 1)) {
        const auto behind = command.substr(at + arguments.size());
        const bool is_whole = behind.empty() || std::string_view{" \t\n'\";&|()<>"}.find(
                                                    behind.front()) != std::string_view::npos;
        const auto word = word_before(command, at);
        const auto said = unquoted(command.substr(word.begin, word.end - word.begin));
        if (is_whole && std::filesystem::path{said}.filename() == name) return word;
    }
    return std::nullopt;
}

}  // namespace workmem_program
