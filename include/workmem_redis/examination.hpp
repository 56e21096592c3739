#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace workmem::journal {

/// What looking at all streams below a prefix found.
struct redis_examination {
    std::vector<std::string> problems{};  ///< sentences; none if all is well
    std::uint64_t streams = 0;
    std::uint64_t records = 0;

    [[nodiscard]] bool sound() const noexcept { return problems.empty(); }
};

}  // namespace workmem::journal
