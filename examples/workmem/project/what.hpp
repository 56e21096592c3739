// `workmem what` and `workmem forget`: what is known in a project and from where, for a person.
#pragma once

#include <ostream>
#include <string>

namespace workmem_program {

struct what_options {
    std::string store{};  ///< a folder, `sqlite:FILE` or URL; else the usual one
    std::string folder{"."};
    std::size_t most = 20;  ///< things of each conversation
};
int run_what(std::ostream& out, const what_options& options);

struct forget_options {
    std::string store{};
    std::string folder{"."};
    bool all = false;  ///< of all projects, with plans and sessions; else of this project
};
int run_forget(std::ostream& out, const forget_options& options);

}  // namespace workmem_program
