#pragma once

#include <workmem/detail/hash.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
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
/// byte with its length; the table holds numbers, each beside a part of its hash. Copyable,
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
        return cells_[home(text, hash_of(text))].term;
    }
    /// The number of a term, a new one where it was not known. `text` has at most 255 bytes.
    std::uint32_t add(std::string_view text) {
        if ((size() + 1) * 4 > cells_.size() * 3) grow();
        const auto hash = hash_of(text);
        auto& at = cells_[home(text, hash)];
        if (at.term != no_term) return at.term;
        make_room(letters_, text.size() + 1);
        make_room(starts_, 1);
        at = {hash, static_cast<std::uint32_t>(size())};
        starts_.push_back(static_cast<std::uint32_t>(letters_.size()));
        letters_.push_back(static_cast<char>(static_cast<unsigned char>(text.size())));
        letters_.insert(letters_.end(), text.begin(), text.end());
        return at.term;
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        return cells_.capacity() * sizeof(cell) + starts_.capacity() * 4 + letters_.capacity();
    }

private:
    struct cell {
        std::uint32_t hash = 0;
        std::uint32_t term = no_term;
    };
    static std::uint32_t hash_of(std::string_view text) noexcept {
        static const auto seed = workmem::detail::process_seed();
        return static_cast<std::uint32_t>(workmem::detail::hash_bytes(text, seed));
    }
    // Where the term stands, or the empty cell where it would.
    [[nodiscard]] std::size_t home(std::string_view text, std::uint32_t hash) const noexcept {
        const auto mask = cells_.size() - 1;
        for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
            const auto& each = cells_[at];
            if (each.term == no_term || (each.hash == hash && (*this)[each.term] == text))
                return at;
        }
    }
    void grow() {
        std::vector<cell> bigger(cells_.empty() ? 16 : cells_.size() * 2);
        const auto mask = bigger.size() - 1;
        for (const auto& each : cells_) {
            if (each.term == no_term) continue;
            auto at = each.hash & mask;
            while (bigger[at].term != no_term) at = (at + 1) & mask;
            bigger[at] = each;
        }
        cells_ = std::move(bigger);
    }

    std::vector<cell> cells_;
    std::vector<std::uint32_t> starts_;
    std::vector<char> letters_;
};

}  // namespace workmem::ranking::detail
