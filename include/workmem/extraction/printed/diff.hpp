#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/reading.hpp>
#include <workmem/extraction/printed/things.hpp>

#include <string_view>

namespace workmem::extraction::printed {

/// The files that a difference leaves behind, in order: `diff --git`, `--- a` and `+++ b` before a
/// hunk, and the lines of its statistics (`src/a.c | 4 ++--`). What it deletes is none. False where
/// the text has no such lines. Never reads what was changed. Linear.
bool read_diff(std::string_view text, const reading& how, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/diff.ipp>
#endif
