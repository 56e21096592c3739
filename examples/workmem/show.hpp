// `workmem show`: the plans of a store, drawn.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>

namespace workmem_program {

struct show_options {
    std::string store{};
    std::string plan{};  ///< only this one; all if empty
    std::string as = "text";
    std::size_t max_tasks = 200;
};

/// Draws plans as `text`, `mermaid`, `dot` or `json`, one after the other. Throws `workmem::error`
/// for what cannot be read, or is not there.
int run_show(std::ostream& out, const show_options& options);

}  // namespace workmem_program
