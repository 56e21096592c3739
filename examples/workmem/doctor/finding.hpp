// What a check of `workmem doctor` finds, and the command that mends it.
#pragma once

#include "../project/project.hpp"
#include "../setup/hook_call.hpp"

#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_program {

enum class finding_level : std::uint8_t {
    ok,
    note,    ///< works, and may be otherwise than is meant
    problem  ///< does not work, or not for long, or lets others in
};

[[nodiscard]] constexpr std::string_view to_string(finding_level level) noexcept {
    switch (level) {
        case finding_level::ok: return "ok";
        case finding_level::note: return "note";
        case finding_level::problem: return "problem";
    }
    return "unknown";
}

/// One thing that was looked at. Its texts are of one line, and can stand on a terminal.
struct finding {
    finding_level level = finding_level::ok;
    std::string_view about{};  ///< which check it is of
    std::string says{};        ///< what is so, with the value
    std::string fix{};         ///< the command that mends it, else what a person does; may be empty
};
using findings = std::vector<finding>;

/// What is looked at.
struct examined {
    std::string store{};    ///< with an absolute path, where it has one
    bool is_own = false;    ///< the one that hooks and servers use unless they are told of another
    project here{};         ///< the project in which a person asks
    std::string program{};  ///< how a shell calls this program

    /// A command of this program.
    [[nodiscard]] std::string command(std::string_view arguments) const {
        return program + ' ' + std::string{arguments};
    }
};

/// Whether a text can stand on a line of a terminal: it breaks none, all of it is drawn, and it is
/// UTF-8.
[[nodiscard]] inline bool is_drawn(std::string text) {
    // These two are escaped only where they stand between quotes.
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '"' || c == '\\'; }, ' ');
    return workmem::text::escaped(text) == text;
}

/// A message, whose quotes and escapes stay as they are.
[[nodiscard]] inline std::string one_line(const std::string& message) {
    return is_drawn(message) ? message : workmem::text::escaped(message);
}

/// A text as one word of a command that a terminal shows as it is: with what breaks a line, is not
/// drawn or is no UTF-8 it is in the form `$'\012'`, which bash, zsh and ksh read.
[[nodiscard]] inline std::string command_word(const std::string& text) {
    if (is_drawn(text)) return shell_word(text);
    std::string out = "$'";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F && c != '\'' && c != '\\') {
            out += c;
            continue;
        }
        char digits[5];
        std::snprintf(digits, sizeof digits, "\\%03o", static_cast<unsigned>(byte));
        out += digits;
    }
    return out + '\'';
}

/// The same of several, with a blank before each.
[[nodiscard]] inline std::string command_words(const std::vector<std::string>& texts) {
    std::string out;
    for (const auto& each : texts) out.append(" ").append(command_word(each));
    return out;
}

/// `first`, and how many more there are.
[[nodiscard]] inline std::string and_more(const std::string& first, std::size_t count,
                                          std::string_view things) {
    if (count < 2) return first;
    return first + " and " + std::to_string(count - 1) + " more " + std::string{things};
}

/// The command that takes a variable out of the environment.
[[nodiscard]] inline std::string unset(const char* variable) {
    return std::string{"unset "} + variable;
}

}  // namespace workmem_program
