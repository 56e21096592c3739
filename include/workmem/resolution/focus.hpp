#pragma once

#include <workmem/resolution/scene.hpp>

#include <cstdint>
#include <vector>

namespace workmem::resolution {

/// Last stage: what attention rests on. Named beats merely returned, newer beats older; facts are
/// no things.
[[nodiscard]] inline std::vector<pick> by_focus(const scene& at) {
    std::vector<pick> out;
    for (std::uint32_t i = 0; i < at.entries.size(); ++i) {
        const auto& each = at.entries[i];
        if (!at.allows(each) || is_fact(each, at.words)) continue;
        const bool named = is_named(each.level);
        out.push_back({i, named ? 500'000U : 300'000U, named ? "in focus" : "newest result", {}});
    }
    rank(out, at.entries);
    return out;
}

}  // namespace workmem::resolution
