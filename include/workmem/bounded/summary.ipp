#pragma once

#include <workmem/bounded/summary.hpp>
#include <workmem/config.hpp>

namespace workmem::detail {

WORKMEM_DECL std::string_view first_sentence(std::string_view text) noexcept {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == '\n') return text.substr(0, i);
        if ((text[i] == '.' || text[i] == '!' || text[i] == '?') && text[i + 1] == ' ')
            return text.substr(0, i + 1);
    }
    return text;
}

}  // namespace workmem::detail
