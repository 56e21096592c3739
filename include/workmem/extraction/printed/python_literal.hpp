#pragma once

#include <workmem/config.hpp>

#include <string>
#include <string_view>

namespace workmem::extraction::printed {

/// Rows as Python prints them, `[{'id': 1, 'name': None}]`, as JSON; empty for any other text. No
/// more than its first MiB is read. Linear.
[[nodiscard]] std::string read_python_literal(std::string_view text);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/python_literal.ipp>
#endif
