#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/hash.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::ranking::detail {

inline constexpr std::uint32_t no_term = 0xFFFFFFFFU;

/// Makes room for `more` values, a quarter beyond what is needed: a doubling would leave a third of
/// the index empty.
template <class T>
void make_room(std::vector<T>& values, std::size_t more) {
    const auto needed = values.size() + more;
    if (needed > values.capacity()) values.reserve(needed + needed / 4 + 8);
}

/// Numbers the terms in the order in which they came. Texts lie one behind the other, each behind a
/// byte with its length; the table holds numbers, with a byte of each hash aside. Copyable,
/// movable.
class dictionary {
public:
    [[nodiscard]] std::size_t size() const noexcept { return starts_.size(); }
    [[nodiscard]] std::string_view operator[](std::uint32_t term) const noexcept {
        const char* const at = letters_.data() + starts_[term];
        return {at + 1, static_cast<unsigned char>(*at)};
    }
    /// The number of a term, or `no_term`.
    [[nodiscard]] std::uint32_t find(std::string_view text) const noexcept {
        if (cells_.empty()) return no_term;
        return cells_[home(text, hash_of(text))];
    }
    /// The number of a term, a new one where it was not known. `text` has at most 255 bytes.
    std::uint32_t add(std::string_view text);
    [[nodiscard]] std::size_t memory() const noexcept {
        return cells_.capacity() * 4 + tags_.capacity() + starts_.capacity() * 4 +
               letters_.capacity();
    }

private:
    static std::uint64_t hash_of(std::string_view text) noexcept {
        return workmem::detail::hash_bytes(text, workmem::detail::process_key());
    }
    static std::uint8_t tag_of(std::uint64_t hash) noexcept {
        return static_cast<std::uint8_t>(hash >> 56);
    }
    // Where the term stands, or the empty cell where it would.
    [[nodiscard]] std::size_t home(std::string_view text, std::uint64_t hash) const noexcept {
        const auto mask = cells_.size() - 1;
        const auto tag = tag_of(hash);
        for (std::size_t at = hash & mask;; at = (at + 1) & mask)
            if (cells_[at] == no_term || (tags_[at] == tag && (*this)[cells_[at]] == text))
                return at;
    }
    void grow();

    std::vector<std::uint32_t> cells_;
    std::vector<std::uint8_t> tags_;
    std::vector<std::uint32_t> starts_;
    std::vector<char> letters_;
};

}  // namespace workmem::ranking::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/ranking/dictionary.ipp>
#endif
