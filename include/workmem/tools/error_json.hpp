#pragma once

#include <workmem/error.hpp>
#include <workmem/text/utf8.hpp>

#include <string>
#include <string_view>

namespace workmem::tools {

/// `{"error": …, "code": "NOT_FOUND", "details": {…}}`.
template <class Json>
[[nodiscard]] Json to_json(const error& problem) {
    std::string code{to_string(problem.code())};
    for (auto& c : code)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    Json out = Json::object();
    out["error"] = text::to_valid(problem.message());
    out["code"] = std::move(code);
    auto& details = out["details"] = Json::object();
    for (const auto& each : problem.details()) details[each.name] = text::to_valid(each.value);
    return out;
}

}  // namespace workmem::tools
