#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_view.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::extraction::printed {

/// One program of a command line, with what it was given.
struct shell_command {
    std::string program{};               ///< without its path
    std::vector<std::string> words{};    ///< behind the program, without quotes
    std::string directory{};             ///< where a `cd` before it went
    std::vector<std::string> written{};  ///< files that its output goes to
    bool piped = false;                  ///< it reads what the one before it printed

    /// Whether one of its options is `name`, alone or among letters (`-la` has `-l`).
    [[nodiscard]] bool has_option(std::string_view name) const noexcept;
    /// The words that are neither options nor values of those in `valued` (letters).
    [[nodiscard]] std::vector<std::string_view> operands(std::string_view valued = {}) const;
};

/// The programs of a command line as shells take it, in order: words in quotes, `;`, `&&`, `||`,
/// pipes and redirections; variables, substitutions and loops are not followed. What only runs
/// another program (`sudo`, `env`, `npx`, `python -m`, `bash -c`) is taken off. At most 32 programs
/// of 256 words, of no more than 64 KiB. Linear.
[[nodiscard]] std::vector<shell_command> read_command_line(std::string_view line);

/// The same of an argument: a text, or a list of words.
[[nodiscard]] std::vector<shell_command> read_command_line(const text::json_view& argument);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/command_line.ipp>
#endif
