#pragma once

#include <workmem/extraction/field.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/json_view.hpp>

#include <cstdint>
#include <string>

namespace workmem::extraction {

/// Whether a field tells how a call went, and no thing: `"code": 0`, `"code": 200`.
[[nodiscard]] inline bool is_status_code(const record::field& of) {
    constexpr std::int64_t least = 0, end = 600;
    return same_field(of.name, "code") && of.value.is_integer() && of.value.integer() >= least &&
           of.value.integer() < end;
}

/// Whether it says that all went well: `0`, `200`, `"ok"`.
[[nodiscard]] inline bool is_success(const text::json_view& code) {
    constexpr std::int64_t first = 200, end = 300;
    if (code.is_integer())
        return code.integer() == 0 || (code.integer() >= first && code.integer() < end);
    const auto text = text::folded(code.string());
    return text == "200" || text == "ok" || text == "success" ||
           (!text.empty() && text.find_first_not_of('0') == std::string::npos);
}

}  // namespace workmem::extraction
