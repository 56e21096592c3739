#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_document.hpp>

#include <string_view>

namespace workmem::extraction {

/// Reads the fields of a text in lines of `Name: value`, at least two, also `- **Name**: value`:
/// one record as an object; several with blank lines between them, that begin with the same name or
/// stand under headings (their `title`), as a list of objects, at most 256. Names are written as
/// identifiers: `Order no.` as `order_no`. Nothing for any other text, and where one tells of a
/// failure. Linear in the text; no more than its first MiB is looked at.
[[nodiscard]] text::json_document read_fields(std::string_view text);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/parse/fields.ipp>
#endif
