#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/things.hpp>

#include <string_view>

namespace workmem::extraction::printed {

/// The commits of a text, with what they are called: a log (`commit 1f22…`, `Commit: 1f22…` and
/// `Message:`), one commit a line behind its hash, maybe with a graph before it, and what says
/// that one was made (`[main 1f22623] Sum prices`, "with hash 1f22623"). `made` is what the call
/// says that it is called. False where there are none. Linear.
bool read_commits(std::string_view text, std::string_view made, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/commits.ipp>
#endif
