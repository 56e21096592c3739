#pragma once

#include <workmem/config.hpp>

#include <string>
#include <string_view>

namespace workmem::extraction {

/// The things of a text that lists them by their codes, a line each, as a JSON list of objects, at
/// most 256; empty for any other text. Read are
/// - a code first, behind the mark of a list or none: `- **DF-31** Mould - open`, `M-14  running`,
/// `2. [PU-62] 12:55  Ann  driver: Stig`, `## INC-471: Timeouts`,
/// - a code in brackets behind what it is called: `1. Fix login (T-12) - open`.
/// Codes begin alike, and stand in at least half of the lines. `id`, `title`, `time`, `driver` or
/// `value_1` for what follows. Linear in the text; no more than its first MiB is looked at.
[[nodiscard]] std::string read_printed_list(std::string_view text);

namespace detail {

// Whether the folded name of a field says that something went wrong: `http_error`, `failed`.
[[nodiscard]] bool tells_failure(std::string_view name) noexcept;

}  // namespace detail

/// The fields of a text in lines of `Name: value`, at least two: one record as a JSON object,
/// several with blank lines between them, or that begin with the same name, as a list of objects,
/// at most 256. Names are written as identifiers: `Order no.` as `order_no`. Empty for any other
/// text, and where one tells of a failure. Linear in the text; no more than its first MiB is looked
/// at.
[[nodiscard]] std::string read_printed_fields(std::string_view text);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/list.ipp>
#endif
