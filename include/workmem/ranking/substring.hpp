#pragma once

#include <workmem/config.hpp>
#include <workmem/ranking/candidates.hpp>
#include <workmem/ranking/ranking.hpp>
#include <workmem/text/fold.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::ranking {

/// A hit holds the query as a substring, in whatever case; all hits score the same, so that ties
/// are broken by what the memory says (importance, then the newer one). White space around the
/// query does not count; an empty one finds nothing. Keeps a folded copy of each text. A query is
/// linear in all texts. Copyable, movable; concurrent calls of const members are safe.
class substring {
public:
    void add(std::uint32_t slot, const document& what);
    void erase(std::uint32_t slot) noexcept {
        if (!holds(slot)) return;
        texts_[slot] = {};
        --size_;
    }
    void clear() noexcept {
        texts_.clear();
        size_ = 0;
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Bytes on the heap, apart from texts that fit into a string object.
    [[nodiscard]] std::size_t memory() const noexcept {
        std::size_t out = texts_.capacity() * sizeof(indexed);
        for (const auto& each : texts_) out += each.folded.capacity();
        return out;
    }

    /// The best `most` documents that `choice` accepts.
    template <class Choice = everything>
    [[nodiscard]] ranked search(std::string_view query, std::size_t most,
                                const Choice& choice = {}) const {
        ranked out;
        const auto part = wanted(query);
        if (part.empty()) return out;
        out.words = 1;
        detail::best_candidates best{most, choice};
        for (std::uint32_t slot = 0; slot < texts_.size(); ++slot) {
            const auto& each = texts_[slot];
            if (!each.present || each.folded.find(part) == std::string::npos) continue;
            if (choice.accepts(slot)) best.offer({million, each.position, slot, slot, 1});
        }
        for (const auto& each : best.take()) out.hits.push_back({each.slot, 1, each.score});
        return out;
    }
    template <class Choice = everything>
    [[nodiscard]] explanation explain(std::string_view query, std::uint32_t slot, std::size_t,
                                      const Choice& choice = {}) const {
        explanation out;
        const auto part = wanted(query);
        if (part.empty() || !holds(slot) || !choice.accepts(slot)) return out;
        if (texts_[slot].folded.find(part) == std::string::npos) return out;
        out.score = million;
        out.words.push_back({part, million, false});
        return out;
    }

private:
    static constexpr std::uint64_t million = 1'000'000;

    struct indexed {
        std::string folded;
        std::uint64_t position = 0;
        bool present = false;
    };
    [[nodiscard]] bool holds(std::uint32_t slot) const noexcept {
        return slot < texts_.size() && texts_[slot].present;
    }
    static std::string wanted(std::string_view query) {
        constexpr std::string_view space = " \t\r\n\f\v";
        const auto first = query.find_first_not_of(space);
        if (first == query.npos) return {};
        return text::folded(query.substr(first, query.find_last_not_of(space) - first + 1));
    }

    std::vector<indexed> texts_;
    std::size_t size_ = 0;
};

}  // namespace workmem::ranking

#if !defined(WORKMEM_COMPILED)
#include <workmem/ranking/substring.ipp>
#endif
