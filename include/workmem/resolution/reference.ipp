#pragma once

#include <workmem/error.hpp>
#include <workmem/resolution/reference.hpp>

namespace workmem::detail {

WORKMEM_DECL void raise_unresolved(const std::string& message) {
    raise({error_code::not_found, message});
}

}  // namespace workmem::detail
