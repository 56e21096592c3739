#pragma once

#include <workmem/text/fold.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace workmem::detail {

/// Where a text stands in another one; `npos` if it does not. Looks at its first and its last byte
/// at 16 places at once (W. Mula, "SIMD-friendly algorithms for substring searching").
[[nodiscard]] inline std::size_t find_text(std::string_view in, std::string_view what) noexcept {
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

/// Which sequences of three bytes a text has, as a set of hashes: one that lacks any of another
/// text's does not hold that text.
class trigram_set {
public:
    trigram_set() = default;
    explicit trigram_set(std::string_view text) noexcept {
        for (std::size_t i = 0; i + 3 <= text.size(); ++i) {
            std::uint32_t three = 0;
            std::memcpy(&three, text.data() + i, 3);
            const auto bit = three * 0x9E3779B1U >> 23U;
            words_[bit / 64] |= std::uint64_t{1} << bit % 64;
        }
    }
    [[nodiscard]] bool may_hold(const trigram_set& other) const noexcept {
        std::uint64_t missing = 0;
        for (std::size_t i = 0; i < words_.size(); ++i) missing |= other.words_[i] & ~words_[i];
        return missing == 0;
    }

private:
    std::array<std::uint64_t, 8> words_{};
};

/// A text to be found, folded.
struct folded_query {
    explicit folded_query(std::string_view query)
        : text{text::folded(query)}, trigrams{std::string_view{text}} {}
    std::string text;
    trigram_set trigrams;
};

/// The texts of slots, folded when they are searched first. What changes is to be forgotten.
/// Copyable, movable; not synchronised.
class folded_texts {
public:
    void forget(std::uint32_t slot) noexcept {
        if (slot < all_.size()) all_[slot] = {};
    }
    void clear() noexcept { all_.clear(); }
    /// Where the query stands in the text of a slot, in bytes of the folded text.
    [[nodiscard]] std::optional<std::size_t> find(std::uint32_t slot, std::string_view text,
                                                  const folded_query& query) {
        const auto& each = of(slot, text);
        if (!each.trigrams.may_hold(query.trigrams)) return std::nullopt;
        const auto at = find_text(each.text, query.text);
        return at == std::string::npos ? std::nullopt : std::optional{at};
    }
    /// Bytes of a folded text.
    [[nodiscard]] std::size_t length(std::uint32_t slot, std::string_view text) {
        return of(slot, text).text.size();
    }

private:
    struct entry {
        trigram_set trigrams{};
        std::string text{};
    };

    const entry& of(std::uint32_t slot, std::string_view text) {
        if (slot >= all_.size()) all_.resize(std::size_t{slot} + 1);
        auto& each = all_[slot];
        if (each.text.empty()) {  // no text folds to nothing
            each.text = text::folded(text);
            each.trigrams = trigram_set{each.text};
        }
        return each;
    }

    std::vector<entry> all_;
};

}  // namespace workmem::detail
