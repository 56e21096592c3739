#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/things.hpp>
#include <workmem/text/json_view.hpp>

#include <string>
#include <string_view>

// What reads the texts that programs print, each in a file of its own.

namespace workmem::extraction::printed {

/// What a call says about the text that it printed.
struct reading {
    std::string base{};        ///< the directory from which its paths are seen
    std::string file{};        ///< the only file that was looked through
    bool names = false;        ///< bare words are paths, too: `ls` prints "src"
    bool directories = false;  ///< all paths are those of directories
    bool files = false;        ///< all paths are those of files
    bool searched = false;     ///< lines of files were looked for, not faults in them
};

/// The commits of a text, with what they are called: a log (`commit 1f22…`, `Commit: 1f22…` and
/// `Message:`), one commit a line behind its hash, maybe with a graph before it, and what says
/// that one was made (`[main 1f22623] Sum prices`, "with hash 1f22623"). `made` is what the call
/// says that it is called. False where there are none. Linear.
bool read_commits(std::string_view text, std::string_view made, things& out);

/// The errors that compilers, linters and interpreters report, with the files that they are in:
/// `a.c:3:5: error: text`, `a.ts(3,5): error TS1: text`, `error: text` before ` --> a.rs:3:5`,
/// `3:5  error  text` below a file, and what a program ended by (Python, JavaScript, Go, Rust,
/// Java). An error's id is its place, `path:line:column` as far as that is told, its name the text.
/// Warnings and notes are none. False where no error is reported. Linear.
bool read_diagnostics(std::string_view text, const reading& how, things& out);

/// The files that a difference leaves behind, in order: `diff --git`, `--- a` and `+++ b` before a
/// hunk, and the lines of its statistics (`src/a.c | 4 ++--`). What it deletes is none. False where
/// the text has no such lines. Never reads what was changed. Linear.
bool read_diff(std::string_view text, const reading& how, things& out);

/// Files and directories of a text that lists nothing else: paths one a line, `[FILE] a.txt`,
/// `ls -l`, and trees (`- src/` with what it holds indented, `├── src`). A title and a note around
/// it are no part of it. False, and nothing found, for any other text. Only the first 512 lines
/// decide; the rest is counted. Linear.
bool read_listing(std::string_view text, const reading& how, things& out);

/// The same of a tree as JSON: `[{"name": "src", "type": "directory", "children": […]}]`, level by
/// level. False for any other JSON. Bounded work.
bool read_tree(const text::json_view& root, const reading& how, things& out);

/// The files of a text that shows lines of files, in the order in which they are named first:
/// `path:12:text`, `path:3` (how many), `12:text` of the only file that was searched, and lines
/// below their file ("File: a.ts", "src/a.ts"). False, and nothing found, where other lines stand
/// between. Linear.
bool read_matches(std::string_view text, const reading& how, things& out);

/// The processes of a table with a column PID, as `ps` and `lsof` print it, or of the rows of `ps
/// aux` without its head. The id is the number, the name the command. False for any other text.
/// Linear.
bool read_processes(std::string_view text, things& out);

/// The symbols that a text describes (`Symbol: Cart.Total`, `File: cart.go`), with their files.
/// False where it does not begin so. Linear.
bool read_symbols(std::string_view text, things& out);

/// What a language server answers: places (`uri` and `range`), symbols (`name`, `kind` and where
/// they are) and diagnostics. A place is its file; lines count from 0 there, and from 1 in ids.
/// False for any other JSON. Bounded work.
bool read_locations(const text::json_view& root, things& out);

/// The tests of a report as runners print them: those that failed, or, where none did, those that
/// are listed as passed. A test of a file has the file in its id (`tests/a.py::test_b`); it is
/// called by its last part. What could not even be collected is an error. False where no test is
/// named. Linear.
bool read_test_report(std::string_view text, things& out);

/// What version control says of branches and of the files in its working tree: the branch one is
/// on or went to, lists of branches, files that are changed, new or in conflict, in full
/// (`modified: a.c`) and in short (` M a.c`, `M<tab>a.c`). Deleted files are none. False for any
/// other text. Linear.
bool read_work_tree(std::string_view text, const reading& how, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/commits.ipp>
#include <workmem/extraction/printed/diagnostics.ipp>
#include <workmem/extraction/printed/diff.ipp>
#include <workmem/extraction/printed/listing.ipp>
#include <workmem/extraction/printed/matches.ipp>
#include <workmem/extraction/printed/processes.ipp>
#include <workmem/extraction/printed/symbols.ipp>
#include <workmem/extraction/printed/test_report.ipp>
#include <workmem/extraction/printed/work_tree.ipp>
#endif
