#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/reading.hpp>
#include <workmem/extraction/printed/things.hpp>

#include <string_view>

namespace workmem::extraction::printed {

/// The files of a text that shows lines of files, in the order in which they are named first:
/// `path:12:text`, `path:3` (how many), `12:text` of the only file that was searched, and lines
/// below their file ("File: a.ts", "src/a.ts"). False, and nothing found, where other lines stand
/// between. Linear.
bool read_matches(std::string_view text, const reading& how, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/matches.ipp>
#endif
