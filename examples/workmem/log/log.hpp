// `workmem log`: what a store says that happened, one change a line.
#pragma once

#include "filter.hpp"

#include <cstdint>
#include <ostream>
#include <string>

namespace workmem_program {

struct log_options {
    std::string store{};
    std::string stream{};  ///< only this one; all if empty
    std::uint64_t after = 0;
    change_filter filter{};
    bool json = false;    ///< the records as they are
    bool follow = false;  ///< go on with what comes
};

/// Prints a store's streams and their changes, and on `log` what of them cannot be read; 1 if there
/// is any, else 0. Names that a change does not say are those of the records before it. Writes
/// nothing to the store. One that follows ends when its output does. Throws `workmem::error` where
/// there is no store.
int run_log(std::ostream& out, std::ostream& log, const log_options& options);

}  // namespace workmem_program
