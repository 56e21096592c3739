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

/// Draws plans as `text`, `mermaid`, `dot` or `json`, one after the other, or as one page of
/// `html`, and says on `log` what of them cannot be read; 1 if there is any, else 0. Writes nothing
/// to the store. Throws `workmem::error` for a plan that cannot be read at all, or is not there.
int run_show(std::ostream& out, std::ostream& log, const show_options& options);

}  // namespace workmem_program
