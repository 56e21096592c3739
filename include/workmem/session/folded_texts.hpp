#pragma once

#include <workmem/config.hpp>
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
[[nodiscard]] std::size_t find_text(std::string_view in, std::string_view what) noexcept;

/// Which sequences of three bytes a text has, as a set of hashes: one that lacks any of another
/// text's does not hold that text.
class trigram_set {
public:
    trigram_set() = default;
    explicit trigram_set(std::string_view text) noexcept;
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

    const entry& of(std::uint32_t slot, std::string_view text);

    std::vector<entry> all_;
};

}  // namespace workmem::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/session/folded_texts.ipp>
#endif
