// The page of `workmem inspect` with what it shows, in a file or served.
#pragma once

#include <workmem/result.hpp>

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

/// Writes a page to a file, all of it or nothing: what is there already stays until the page is
/// whole. Only its owner may read what the memories hold. Errors: `storage_error`.
workmem::result<void> write_page(const std::string& file, std::string_view page);

}  // namespace workmem_program
