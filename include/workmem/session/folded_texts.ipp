#pragma once

#include <workmem/config.hpp>
#include <workmem/session/folded_texts.hpp>

namespace workmem::detail {

WORKMEM_DECL std::size_t find_text(std::string_view in, std::string_view what) noexcept {
    std::size_t at = 0;
#if defined(__SSE2__)
    if (what.size() < 2) return in.find(what);
    const auto load = [&](std::size_t from) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(in.data() + from));
    };
    const auto first = _mm_set1_epi8(what.front()), last = _mm_set1_epi8(what.back());
    const auto reach = what.size() - 1;
    for (; at + reach + 16 <= in.size(); at += 16) {
        const auto both =
            _mm_and_si128(_mm_cmpeq_epi8(load(at), first), _mm_cmpeq_epi8(load(at + reach), last));
        auto mask = static_cast<std::uint32_t>(_mm_movemask_epi8(both));
        for (; mask != 0; mask &= mask - 1) {
            const auto place = at + static_cast<std::size_t>(std::countr_zero(mask));
            if (std::memcmp(in.data() + place, what.data(), what.size()) == 0) return place;
        }
    }
#endif
    return in.find(what, at);
}

WORKMEM_DECL trigram_set::trigram_set(std::string_view text) noexcept {
    for (std::size_t i = 0; i + 3 <= text.size(); ++i) {
        std::uint32_t three = 0;
        std::memcpy(&three, text.data() + i, 3);
        const auto bit = three * 0x9E3779B1U >> 23U;
        words_[bit / 64] |= std::uint64_t{1} << bit % 64;
    }
}

WORKMEM_DECL auto folded_texts::of(std::uint32_t slot, std::string_view text) -> const entry& {
    if (slot >= all_.size()) all_.resize(std::size_t{slot} + 1);
    auto& each = all_[slot];
    if (each.text.empty()) {  // no text folds to nothing
        each.text = text::folded(text);
        each.trigrams = trigram_set{each.text};
    }
    return each;
}

}  // namespace workmem::detail
