#pragma once

#include <workmem/resolution/names/possessives.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace workmem::resolution {

/// A part of a text, read as a text of its own: nothing outside it tells what it means. Linear in
/// it, and in what memory says where a word of it may be a possessive. Neither copyable nor
/// movable; the scene it is from must outlive it.
class excerpt {
public:
    /// `text` may be made up, so that it need not be a part of what was said; `without`: entries
    /// that it may not mean.
    excerpt(const scene& from, std::string_view text, const std::vector<std::uint32_t>* without)
        : said_{text, from.words}, at_{from.entries, said_,           from.words, from.type,
                                       without,      from.focus_left, from.listed} {
        read_possessives(said_, from.entries);
    }
    excerpt(const scene& from, std::string_view text) : excerpt{from, text, from.without} {}
    /// The words from `first` to before `end`.
    excerpt(const scene& from, std::size_t first, std::size_t end)
        : excerpt{from, words_of(from.said, first, end)} {}
    excerpt(const excerpt&) = delete;
    excerpt& operator=(const excerpt&) = delete;
    ~excerpt() = default;

    [[nodiscard]] const utterance& said() const noexcept { return said_; }
    [[nodiscard]] const scene& at() const noexcept { return at_; }

private:
    [[nodiscard]] static std::string_view words_of(const utterance& said, std::size_t first,
                                                   std::size_t end) noexcept {
        const auto from = first == 0 ? 0 : said[first].position;
        const auto to = end < said.size() ? said[end].position : said.text().size();
        return said.text().substr(from, to - from);
    }

    utterance said_;
    scene at_;
};

}  // namespace workmem::resolution
