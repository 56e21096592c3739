// `workmem wrap`: stands before a server of tools, passes on every byte, and remembers what its
// results are about.
#pragma once

#include <string>
#include <vector>

namespace workmem_program {

struct wrap_options {
    std::string name{};                    ///< of the server; else what it calls itself
    std::string store{};                   ///< a folder, `sqlite:FILE` or URL; else the usual one
    std::vector<std::string> deny_tool{};  ///< tools that are not looked at; `*` is anything
    std::vector<std::string> command{};
};

/// Runs the command and ends as it ends, by the same status or signal: 127 where there is no such
/// program, 126 where it cannot be run. Nothing that goes wrong with the memory is noticed by
/// anybody; a line in the log says it.
[[noreturn]] void run_wrap(const wrap_options& options);

}  // namespace workmem_program
