// `workmem mcp`: the memories as tools of a Model Context Protocol server on standard input and
// output.
#pragma once

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

namespace workmem_program {

/// What `--tools` and `--deny` take: groups of tools, `core` (the default), `all`, and the name of
/// any tool.
[[nodiscard]] std::vector<std::string> tool_choices();

struct mcp_options {
    std::string store{};  ///< a folder, `sqlite:FILE` or `memory`; empty: SQLite in the data folder
    std::chrono::milliseconds sweep_every = std::chrono::minutes{5};
    bool read_only = false;
    bool output_schemas = true;
    std::vector<std::string> tools{};  ///< of `tool_choices`; empty: core
    std::vector<std::string> deny{};   ///< likewise; none of these
    std::string project{"."};     ///< a folder of the project whose memory it is
    std::string artifact_root{};  ///< below which artifacts have checksums; empty: none has one
};

/// Serves until standard input ends. 0 then; 2 where the store cannot be opened or standard output
/// takes no more, with a line to `log`.
int run_mcp(const mcp_options& options, std::ostream& log);

/// Writes the tools as Markdown: the reference of the README.
void write_tool_reference(std::ostream& out);

}  // namespace workmem_program
