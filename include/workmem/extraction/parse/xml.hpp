#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_document.hpp>

#include <string_view>

namespace workmem::extraction {

/// Reads a text that is one XML element: an object with its name, children and attributes by their
/// names without prefixes, those of the same name as a list, text as a string, or as `text` beside
/// attributes. Nothing where the text is anything else, has names of HTML or text with marks in it,
/// is not well-formed or not UTF-8, has a document type (and so entities of its own), or more than
/// 1 MiB, 16 levels, 16,384 elements or 64 attributes of one. Linear. https://www.w3.org/TR/xml/
[[nodiscard]] text::json_document read_xml(std::string_view text);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/parse/xml.ipp>
#endif
