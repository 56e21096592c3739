// `workmem hook`: one event of a client, seen and answered.
#pragma once

#include <string>
#include <vector>

namespace workmem_program {

struct hook_options {
    std::string client{};
    std::string store{};                   ///< a folder, `sqlite:FILE` or URL; else the usual one
    std::vector<std::string> deny_tool{};  ///< tools that are not looked at; `*` is anything
    int milliseconds = 2'000;              ///< from the start of the process; then it ends
};

/// Reads an event on standard input, answers on standard output, and ends the process with status
/// 0, whatever happens.
[[noreturn]] void run_hook(const hook_options& options);

/// The same where it was called wrongly.
[[noreturn]] void refuse_hook(const std::string& problem);

}  // namespace workmem_program
