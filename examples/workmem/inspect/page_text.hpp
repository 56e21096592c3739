// The page of `workmem inspect` with what it shows, in a file or served.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace workmem_program {

/// How a page that is served goes on.
struct page_service {
    std::string position{};   ///< from where on it asks for what has come since
    bool may_change = false;  ///< whether it has buttons that change the store
};

/// The page with its data, as `page_data` writes it. In a file it may connect to nothing, and where
/// it is served, to its server alone.
[[nodiscard]] std::string filled_page(std::string_view data, const page_service* served = nullptr);

/// How large a page is without its data.
[[nodiscard]] std::size_t empty_page_size();

}  // namespace workmem_program
