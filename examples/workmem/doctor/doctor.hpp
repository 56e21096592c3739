// `workmem doctor`: what is wrong, and which command mends it.
#pragma once

#include <ostream>
#include <string>

namespace workmem_program {

struct doctor_options {
    std::string store{};  ///< a folder, `sqlite:FILE` or URL; else the usual one
    bool json = false;
};

/// Prints problems and notes, one a line, then what is fine; 1 if there is a problem, else 0.
/// Changes nothing. Throws `validation_error` for what names no store.
int run_doctor(std::ostream& out, const doctor_options& options);

}  // namespace workmem_program
