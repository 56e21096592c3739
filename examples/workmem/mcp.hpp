// `workmem mcp`: the memories as tools of a Model Context Protocol server on standard input and
// output.
#pragma once

#include "served/memories.hpp"
#include "served/offer.hpp"

#include <ostream>
#include <string>

namespace workmem_program {

struct mcp_options {
    /// A folder, `sqlite:FILE`, a server's URL, or `memory`; empty: SQLite in the data folder.
    std::string store{};
    tool_offer offered{};
    memories_options kept{};
    std::string project{"."};  ///< a folder of the project whose memory it is
};

/// Serves until standard input ends. 0 then; 2 where the store cannot be opened or standard output
/// takes no more, with a line to `log`.
int run_mcp(const mcp_options& options, std::ostream& log);

}  // namespace workmem_program
