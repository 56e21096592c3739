#pragma once

#include <workmem/config.hpp>
#include <workmem/metrics/metrics_text.hpp>

namespace workmem {

WORKMEM_DECL std::string to_json_text(const metrics_snapshot& seen) {
    std::string out = "{";
    detail::for_each_metric(seen, [&out](std::string_view name, std::uint64_t value, auto&&) {
        if (out.size() > 1) out += ',';
        out += '"';
        out += name;
        out += "\":" + std::to_string(value);
    });
    return out + '}';
}

WORKMEM_DECL std::string to_prometheus(const metrics_snapshot& seen, std::string_view prefix) {
    std::string out;
    detail::for_each_metric(
        seen, [&](std::string_view name, std::uint64_t value, std::string_view help) {
            const auto full = std::string{prefix} + std::string{name};
            out += "# HELP " + full + ' ' + std::string{help} + '\n';
            out += "# TYPE " + full + (name.ends_with("_total") ? " counter\n" : " gauge\n");
            out += full + ' ' + std::to_string(value) + '\n';
        });
    return out;
}

}  // namespace workmem
