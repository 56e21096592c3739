#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_document.hpp>

#include <string_view>

namespace workmem::extraction {

/// Reads a text in the part of YAML that programs print: block mappings and sequences, plain,
/// quoted and folded scalars, flow lists of scalars, several documents (a list of them), comments.
/// Keys have no blanks in them, which tells a document from prose. Nothing where the text is
/// anything else, begins with an error, has anchors, tags or a key twice, less than three lines, or
/// more than 1 MiB or 16 levels. Linear. https://yaml.org/spec/1.2.2/
[[nodiscard]] text::json_document read_yaml(std::string_view text);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/parse/yaml.ipp>
#endif
