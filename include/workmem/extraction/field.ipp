#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>

namespace workmem::extraction {

WORKMEM_DECL std::size_t field_table::rank(std::uint64_t hash) const noexcept {
    if (!seen_.may_hold(hash)) return npos;
    const auto own = std::find_if(more_.begin(), more_.end(),
                                  [&](const auto& each) { return each.second == hash; });
    const auto place = static_cast<std::size_t>(own - more_.begin());
    if (own != more_.end()) return place;
    const auto built_in = std::find_if(names_.begin(), names_.end(),
                                       [&](const auto& each) { return each.hash == hash; });
    return built_in != names_.end() ? place + static_cast<std::size_t>(built_in - names_.begin())
                                    : npos;
}

WORKMEM_DECL record::record(const text::json_view& value) {
    if (!value.is_object()) return;
    const auto end = value.end();
    for (auto member = value.begin(); member != end && size_ < 256; ++member) {
        const auto name = member.key();
        const auto hash = field_hash(name);
        if (size_ < inline_fields)
            ::new (&first_[size_].value) field{hash, name, member.value()};
        else
            rest_.push_back({hash, name, member.value()});
        seen_.add(hash);
        ++size_;
    }
}

WORKMEM_DECL auto record::find(std::uint64_t hash) const noexcept -> const field* {
    if (!seen_.may_hold(hash)) return nullptr;
    const auto* const end = first_ + (std::min)(size_, inline_fields);
    if (const auto* const found =
            std::find_if(first_, end, [&](const place& each) { return each.value.hash == hash; });
        found != end)
        return &found->value;
    for (const auto& each : rest_)
        if (each.hash == hash) return &each;
    return nullptr;
}

}  // namespace workmem::extraction
