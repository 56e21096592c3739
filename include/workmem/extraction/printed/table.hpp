#pragma once

#include <workmem/config.hpp>

#include <string>
#include <string_view>

namespace workmem::extraction {

/// The rows of a text that is a table or a listing, as a JSON list of objects, at most 256; empty
/// for any other text. Read are
/// - Markdown tables and those of SQL shells, the first in a text, and comma- or tab-separated
/// values under a line of names,
/// - columns under a line of names in capitals, as `kubectl get` prints them,
/// - paths, one a line, also behind `[FILE]` and `[DIR]`: `path`, `name` and `type`,
/// - lines of a code and what stands behind bars: `id`, `title`, the longest, `value_1`, …
/// - hashes with what follows them, as `git log --oneline` prints them: `sha`, `message` and
/// `kind`. Linear in the text; no more than its first MiB is looked at.
[[nodiscard]] std::string read_printed_table(std::string_view text);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/table.ipp>
#endif
