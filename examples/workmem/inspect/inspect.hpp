// `workmem inspect`: everything in a store, as it was after each change, as one page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

namespace workmem_program {

struct inspect_options {
    std::string store{};
    std::string html{};    ///< the file to write; the output if empty
    std::string stream{};  ///< only this one; all if empty
    std::size_t megabytes = 8;
    std::optional<std::uint64_t> at{};  ///< print the stream's memories as JSON instead
    std::optional<int> port{};   ///< serve the page there instead, and go on; 0: one that is free
    bool allow_changes = false;  ///< from the page that is served
    std::string person{};        ///< in whose name they are made
};

/// Writes one page of HTML that needs nothing else, or what the memories of a stream held after a
/// change, and says on `log` what cannot be read; 1 if there is any, else 0. Writes nothing to the
/// store. Throws `workmem::error` where there is no such store, stream or change, or the file
/// cannot be written.
int run_inspect(std::ostream& out, std::ostream& log, const inspect_options& options);

/// Serves the page until the program is told to stop. Throws `workmem::error` where there is no
/// such store or stream.
int serve_inspect(std::ostream& log, const inspect_options& options);

}  // namespace workmem_program
