#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/reading.hpp>
#include <workmem/extraction/printed/things.hpp>

#include <workmem/text/json_view.hpp>

#include <string_view>

namespace workmem::extraction::printed {

/// Files and directories of a text that lists nothing else: paths one a line, `[FILE] a.txt`,
/// `ls -l`, and trees (`- src/` with what it holds indented, `├── src`). A title and a note around
/// it are no part of it. False, and nothing found, for any other text. Only the first 512 lines
/// decide; the rest is counted. Linear.
bool read_listing(std::string_view text, const reading& how, things& out);

/// The same of a tree as JSON: `[{"name": "src", "type": "directory", "children": […]}]`, level by
/// level. False for any other JSON. Bounded work.
bool read_tree(const text::json_view& root, const reading& how, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/listing.ipp>
#endif
