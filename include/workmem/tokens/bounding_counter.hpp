#pragma once

#include <workmem/config.hpp>

#include <cstddef>
#include <string_view>

namespace workmem {

/// How many tokens a text has at most in o200k and in cl100k, without either vocabulary: for limits
/// that have to hold. Never more than its bytes; on English prose about one and a half times the
/// tokens. Words that both have whole count one, other words by length and by how many of their
/// letters seldom meet in English, letters beside digits and signs one each, digits by threes. No
/// text was found that has more: English, code, JSON, UUIDs, base64, hexadecimal digits, logs,
/// URLs, random letters and signs, and prose in twenty languages (tests/quality/tokens.py); beyond
/// these scripts it counts bytes. Linear, allocates nothing. Thread-safe.
struct bounding_counter {
    [[nodiscard]] std::size_t operator()(std::string_view text) const noexcept;
};

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/tokens/bounding_counter.ipp>
#endif
