#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/reading.hpp>
#include <workmem/extraction/printed/things.hpp>

#include <string_view>

namespace workmem::extraction::printed {

/// What version control says of branches and of the files in its working tree: the branch one is
/// on or went to, lists of branches, files that are changed, new or in conflict, in full
/// (`modified: a.c`) and in short (` M a.c`, `M<tab>a.c`). Deleted files are none. False for any
/// other text. Linear.
bool read_work_tree(std::string_view text, const reading& how, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/work_tree.ipp>
#endif
