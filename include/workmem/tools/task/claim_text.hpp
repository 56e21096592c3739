#pragma once

#include <workmem/result.hpp>
#include <workmem/task/lease.hpp>
#include <workmem/text/percent.hpp>
#include <workmem/tools/schema.hpp>

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::tools {

/// A claim as an agent keeps it between calls: it says of which plan, so that nothing else has to.
struct kept_claim {
    std::string plan{};
    std::string agent{};
    std::string task{};
    std::uint64_t token = 0;

    [[nodiscard]] claimed_task claimed() const {
        claimed_task out{task};
        out.agent = agent;
        out.token = token;
        return out;
    }
};

/// `plan:agent:task:token`, with what is no plain text as `%XX`.
[[nodiscard]] inline std::string to_text(const kept_claim& claim) {
    return text::percent_encoded(claim.plan) + ':' + text::percent_encoded(claim.agent) + ':' +
           text::percent_encoded(claim.task) + ':' + std::to_string(claim.token);
}

/// What `to_text` gave. Errors: `validation_error`.
[[nodiscard]] inline result<kept_claim> parse_claim(std::string_view text) {
    const auto refused =
        detail::bad_value("claim", "one that task_next gave", text::quoted(text::prefix(text, 64)));
    std::array<std::optional<std::string>, 3> parts;
    for (auto& each : parts) {
        const auto end = text.find(':');
        if (end == std::string_view::npos) return refused;
        each = text::percent_decoded(text.substr(0, end));
        if (!each || each->empty()) return refused;
        text.remove_prefix(end + 1);
    }
    std::uint64_t token = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), token);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || token == 0)
        return refused;
    return kept_claim{std::move(*parts[0]), std::move(*parts[1]), std::move(*parts[2]), token};
}

}  // namespace workmem::tools
