#pragma once

#include <workmem/config.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace workmem::extraction::printed {

inline constexpr std::size_t longest_path = 1024;

/// What stands behind the last slash of a path, slashes at its end aside.
[[nodiscard]] std::string_view base_name(std::string_view path) noexcept;

/// `path` as seen from where `base` is: below it, unless it is absolute or begins there already;
/// without `./` in front and slashes at the end. `..` stays as it is: paths are data.
[[nodiscard]] std::string join(std::string_view base, std::string_view path);

/// Whether a line is a path and nothing else: absolute, maybe with blanks in it, or words with a
/// slash or an ending, as `identify::is_path` has them.
[[nodiscard]] bool is_path_line(std::string_view line) noexcept;

/// Whether a text that was listed as a bare name ("Makefile", "src") is a file's: it has an ending,
/// a dot in front or a capital.
[[nodiscard]] bool is_file_name(std::string_view name) noexcept;

/// `"a\303\244.txt"`: a path that was put in quotes, as it is.
[[nodiscard]] std::string unquoted(std::string_view path);

/// The path of a `file://` address, else the text; `%20` and such are read.
[[nodiscard]] std::string path_of_uri(std::string_view uri);

/// What a page is called by its address: the last part of its path, else its host.
[[nodiscard]] std::string_view name_of_url(std::string_view url) noexcept;
/// Whether a text is the address of a page, and nothing else.
[[nodiscard]] bool is_url(std::string_view text) noexcept;

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/path.ipp>
#endif
