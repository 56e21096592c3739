#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/registry.hpp>

namespace workmem {

WORKMEM_DECL bool extractor_registry::is_shallow(const text::json_view& value, int levels) {
    if (!value.is_structured()) return true;
    if (levels == 0) return false;
    for (const auto& member : value)
        if (!is_shallow(member, levels - 1)) return false;
    return true;
}

WORKMEM_DECL auto extractor_registry::to_answer(std::vector<entity> found) -> answer {
    answer out;
    std::uint32_t rank = 0;
    for (auto& each : found) {
        if (!complete(each)) continue;
        each.rank = ++rank;
        out.entities.push_back(std::move(each));
    }
    return out;
}

WORKMEM_DECL auto extractor_registry::to_answer(std::optional<entity> found) -> answer {
    answer out;
    out.single = true;
    if (found && complete(*found)) {
        found->rank = 0;
        out.entities.push_back(std::move(*found));
    }
    return out;
}

WORKMEM_DECL bool extractor_registry::complete(entity& made) {
    if (made.id.empty()) return false;
    if (made.type.empty()) made.type = "resource";
    if (made.name.empty()) {
        made.name = "Unnamed " + made.type;
        made.unnamed = true;
    }
    return true;
}

}  // namespace workmem
