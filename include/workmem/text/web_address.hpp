#pragma once

#include <workmem/detail/cxx20.hpp>

#include <string_view>

namespace workmem::text {

[[nodiscard]] constexpr bool is_web_address(std::string_view text) noexcept {
    return text.starts_with("https://") || text.starts_with("http://");
}

/// Whether a text is the web address of a page below a host that needs no query or fragment to be
/// found: `https://tracker.example/issues/7`.
[[nodiscard]] constexpr bool is_page_address(std::string_view text) noexcept {
    constexpr std::size_t longest = 256;
    if (!is_web_address(text) || text.size() > longest) return false;
    const auto host = text.find("://") + 3;
    const auto path = text.find('/', host);
    return path != std::string_view::npos && path > host && path + 1 < text.size() &&
           text.find_first_of("?# \t\r\n", host) == std::string_view::npos;
}

/// Whether an address that was written leads to the stored page, whatever its query, its fragment
/// and a last slash add.
[[nodiscard]] constexpr bool leads_to(std::string_view written, std::string_view page) noexcept {
    if (!is_web_address(written)) return false;
    written = written.substr(0, written.find_first_of("?#"));
    while (written.ends_with('/')) written.remove_suffix(1);
    while (page.ends_with('/')) page.remove_suffix(1);
    return !page.empty() && written == page;
}

}  // namespace workmem::text
