#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/subject.hpp>
#include <workmem/extraction/printed/things.hpp>

#include <string_view>

namespace workmem::extraction::printed {

/// What a text that is no record names, by what it looks like: places in files, listings,
/// reports of tests, errors, logs of commits, working trees, differences, processes, symbols. What
/// a call looked for comes first. A text that no call of a program printed is read only where its
/// first lines are such. False where it is none of these. Linear in the text.
bool read_printed(std::string_view text, const subject& about, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/printed.ipp>
#endif
