#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_document.hpp>

#include <string_view>

namespace workmem::extraction {

/// Reads rows as Python prints them: `[{'id': 1, 'name': None}]`, `[(1, 'a')]`, calls such as
/// `Decimal('1.5')` as their arguments. Nothing for any other text, above 1 MiB or 32 levels.
/// Linear.
[[nodiscard]] text::json_document read_python_literal(std::string_view text);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/parse/python_literal.ipp>
#endif
