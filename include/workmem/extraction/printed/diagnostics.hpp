#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/reading.hpp>
#include <workmem/extraction/printed/things.hpp>

#include <string_view>

namespace workmem::extraction::printed {

/// The errors that compilers, linters and interpreters report, with the files that they are in:
/// `a.c:3:5: error: text`, `a.ts(3,5): error TS1: text`, `error: text` before ` --> a.rs:3:5`,
/// `3:5  error  text` below a file, and what a program ended by (Python, JavaScript, Go, Rust,
/// Java). An error's id is its place, `path:line:column` as far as that is told, its name the text.
/// Warnings and notes are none. False where no error is reported. Linear.
bool read_diagnostics(std::string_view text, const reading& how, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/diagnostics.ipp>
#endif
