#pragma once

#include <workmem/resolution/mentions.hpp>
#include <workmem/resolution/scene.hpp>

#include <string>
#include <vector>

namespace workmem::resolution {

/// First stage: entities whose id or name stands in the text.
[[nodiscard]] inline std::vector<pick> by_name(const scene& at, const name_index& names,
                                               const std::vector<value>& values) {
    std::vector<pick> out;
    for (const auto& hit : names.find(name_matching::partial)) {
        std::vector<std::uint32_t> owners;
        for (const auto each : names.owners(hit.name))
            if (at.allows(at.entries[each])) owners.push_back(each);
        if (owners.empty()) continue;
        const auto owner = choose_owner(at.entries, owners, at.said, values, hit.first);
        if (std::any_of(out.begin(), out.end(), [&](const pick& p) { return p.index == owner; }))
            continue;
        const auto& first = at.said[hit.first];
        const auto& last = at.said[hit.first + hit.count - 1];
        const auto bytes = last.position + last.text.size() - first.position;
        out.push_back({owner, hit.is_id ? 1'000'000U : (hit.complete ? 980'000U : 930'000U),
                       hit.is_id ? "id" : (hit.complete ? "name" : "part of a name"),
                       std::string{at.said.text().substr(first.position, bytes)}});
        if (out.size() >= 2 * outcome::most_candidates) break;
    }
    return out;
}

}  // namespace workmem::resolution
