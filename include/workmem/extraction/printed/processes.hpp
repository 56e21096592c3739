#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/things.hpp>

#include <string_view>

namespace workmem::extraction::printed {

/// The processes of a table with a column PID, as `ps` and `lsof` print it, or of the rows of `ps
/// aux` without its head. The id is the number, the name the command. False for any other text.
/// Linear.
bool read_processes(std::string_view text, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/processes.ipp>
#endif
