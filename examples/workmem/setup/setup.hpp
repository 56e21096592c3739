// `workmem setup`: writes the memory into a client's own configuration.
#pragma once

#include "../hook/clients.hpp"

#include <workmem/error.hpp>

#include <optional>
#include <ostream>
#include <string>

namespace workmem_program {

struct setup_options {
    std::string client{};
    bool print = false;       ///< only show what would be written
    bool remove = false;      ///< take it out again
    bool force = false;       ///< also in the place of another server of the name
    bool in_project = false;  ///< in the project's files; else in the user's
};

/// Writes, prints or takes out the server of tools and the hooks of a client; four lines say what
/// was done. What else stands in the files stays as it is, byte for byte, and what was there is
/// beside them. A file that only this has made goes with what is taken out. Doing it twice changes
/// nothing. Throws `workmem::error` for a file that is not as its client wants it; then nothing was
/// written.
int run_setup(std::ostream& out, const setup_options& options);

/// Why it could not be written into a client's files, which writes nothing; nothing where it could.
/// The detail `path` is the file.
[[nodiscard]] std::optional<workmem::error> setup_problem(const hook_client& client,
                                                          bool in_project);

}  // namespace workmem_program
