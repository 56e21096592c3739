#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/things.hpp>

#include <string_view>

namespace workmem::extraction::printed {

/// The tests of a report as runners print them: those that failed, or, where none did, those that
/// are listed as passed. A test of a file has the file in its id (`tests/a.py::test_b`); it is
/// called by its last part. What could not even be collected is an error. False where no test is
/// named. Linear.
bool read_test_report(std::string_view text, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/test_report.ipp>
#endif
