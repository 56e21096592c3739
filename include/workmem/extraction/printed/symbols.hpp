#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/things.hpp>
#include <workmem/text/json_view.hpp>

#include <cstddef>
#include <string_view>

namespace workmem::extraction::printed {

/// The symbols that a text describes (`Symbol: Cart.Total`, `File: cart.go`), with their files.
/// False where it does not begin so. Linear.
bool read_symbols(std::string_view text, things& out);

/// What a language server answers: places (`uri` and `range`), symbols (`name`, `kind` and where
/// they are) and diagnostics. A place is its file; lines count from 0 there, and from 1 in ids.
/// False for any other JSON. Bounded work.
bool read_locations(const text::json_view& root, things& out);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/symbols.ipp>
#endif
