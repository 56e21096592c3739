#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/quote.hpp>

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace workmem::text {

namespace detail {

template <class Number>
void append_number(std::string& out, Number value) {
    char digits[32];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

}  // namespace detail

/// Appends a value as JSON on one line, several times as fast as `dump()`. Text stays on the line
/// and is made valid (`append_escaped`); a number that JSON has no form for becomes null, as does
/// what was discarded. The value must not be nested so deeply that this exhausts the stack. Linear.
void append_json(std::string& out, const json_view& value);

[[nodiscard]] inline std::string to_json_text(const json_view& value) {
    std::string out;
    out.reserve(512);  // no small answer grows on the way
    append_json(out, value);
    return out;
}

}  // namespace workmem::text

#if !defined(WORKMEM_COMPILED)
#include <workmem/text/json_writer.ipp>
#endif
