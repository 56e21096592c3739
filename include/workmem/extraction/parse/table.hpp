#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_document.hpp>

#include <string_view>

namespace workmem::extraction {

/// Reads the rows of a text that is a table or a listing, as a list of objects, at most 256;
/// nothing for any other text. Read are
/// - Markdown tables and those of SQL shells, the first in a text,
/// - values between tabs, commas or semicolons under a line of names (RFC 4180, so that quoted
///   ones may have line breaks in them),
/// - columns under a line of names in capitals, as `kubectl get` prints them,
/// - paths, one a line, also behind `[FILE]` and `[DIR]`: `path`, `name` and `type`,
/// - lines of a code and what stands behind bars: `id`, `title`, the longest, `value_1`, …
/// - hashes with what follows them, as `git log --oneline` prints them: `sha`, `message` and
///   `kind`.
/// A cell stays text unless it is a number of which nothing is lost. Linear in the text; no more
/// than its first MiB is looked at.
[[nodiscard]] text::json_document read_table(std::string_view text);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/parse/table.ipp>
#endif
