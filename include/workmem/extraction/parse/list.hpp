#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_document.hpp>

#include <string_view>

namespace workmem::extraction {

/// Reads the things of a text that lists them, a line each, as a list of objects, at most 256;
/// nothing for any other text. Read are
/// - an id that is called so: `- Name: "Budget" (ID: 1aB, Type: sheet)`, `Buy paint • P3 • id=84`,
/// - a code first, behind the mark of a list or none: `- **DF-31** Mould - open`, `M-14  running`,
///   `2. [PU-62] 12:55  Ann  driver: Stig`, `## INC-471: Timeouts`, `#12 Fix the login`,
/// - a code in brackets behind what it is called: `1. Fix login (T-12) - open`.
/// Codes begin alike, and stand in at least half of the lines; an id that is called so needs two
/// lines, or one with the mark of a list. `id`, `title`, `time`, `driver` or `value_1` for what
/// follows. Linear in the text; no more than its first MiB is looked at.
[[nodiscard]] text::json_document read_list(std::string_view text);

/// Reads the names of a text that is nothing but a list of them: lines with the mark of a list, at
/// least two, under at most two others; as a list of texts, at most 256. Nothing for any other
/// text.
[[nodiscard]] text::json_document read_names(std::string_view text);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/parse/list.ipp>
#endif
