#pragma once

#include <workmem/config.hpp>
#include <workmem/text/visible.hpp>

namespace workmem::text {

WORKMEM_DECL bool has_visible(std::string_view text) noexcept {
    while (!text.empty()) {
        const auto next = decode(text);
        if (is_visible(next.value)) return true;
        text.remove_prefix(next.bytes);
    }
    return false;
}

}  // namespace workmem::text
