#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace workmem::journal {

/// What an engine found when it read everything it keeps of a stream.
struct examination {
    std::uint64_t oldest = 0;
    std::uint64_t last = 0;  ///< the last record that is good
    std::size_t snapshots = 0;
    std::vector<std::string> notes{};     ///< what the next opening mends by itself
    std::vector<std::string> problems{};  ///< what somebody has to decide about
    std::string backup{};                 ///< where a repair put what was there before
};

}  // namespace workmem::journal
