#pragma once

#include <workmem/text/web_address.hpp>
#include <workmem/value/entry.hpp>

#include <string_view>

namespace workmem::resolution {

/// Returns the name that an entry has in addresses; a whole address is not read word by word.
[[nodiscard]] constexpr std::string_view slug_of(const entry& of) noexcept {
    return text::is_web_address(of.slug) ? std::string_view{} : of.slug;
}

}  // namespace workmem::resolution
