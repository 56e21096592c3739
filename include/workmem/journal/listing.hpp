#pragma once

#include <workmem/error.hpp>

#include <string>
#include <vector>

namespace workmem::journal {

/// The streams below a journal's folder.
struct listing {
    std::vector<std::string> streams{};  ///< their names, in order
    std::vector<error> problems{};       ///< of folders that do not tell whose they are, or lie
};

}  // namespace workmem::journal
