#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstdint>
#include <string>

namespace workmem::http {

enum class role : std::uint8_t {
    reader,  ///< changes nothing
    writer
};

/// Who makes a request.
struct principal {
    std::string tenant{};  ///< whose memory it is
    role may = role::writer;
    std::string actor{};  ///< what is recorded with his changes

    friend bool operator==(const principal&, const principal&) = default;
};

}  // namespace workmem::http
