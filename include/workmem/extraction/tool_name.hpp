#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/noun_words.hpp>
#include <workmem/extraction/verb.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/inflection.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace workmem {

/// The name of a tool, taken apart: `mcp__desk__listOpenTickets` → list, `open_ticket`.
/// Understands camel, Pascal, snake, kebab, dots, slashes and colons, any prefix, verbs in front of
/// the noun or behind it (`ticket_read`, `pages.get`). Names are cut after 160 bytes or 24 words.
/// A value; copying allocates only for long nouns.
class tool_name {
public:
    tool_name() = default;
    /// `more` adds verbs or overrides the kind of built-in ones.
    explicit tool_name(std::string_view name, std::span<const extraction::verb> more = {}) {
        split(name);
        analyse(more);
    }

    [[nodiscard]] verb_kind kind() const noexcept { return kind_; }
    /// The verb as a lower-case word; empty when the name has none.
    [[nodiscard]] std::string_view verb() const noexcept {
        return verb_ < count_ ? word(verb_) : std::string_view{};
    }
    /// Singular noun phrase in snake_case, short forms spelled out; empty when the name has none.
    [[nodiscard]] const std::string& noun() const noexcept { return noun_; }
    /// The noun stood in the plural beside its verb, so a list is expected.
    [[nodiscard]] bool plural() const noexcept { return plural_; }
    /// The noun stood behind the verb. One in front of it, or of another segment, may as well name
    /// the place where the tool lives.
    [[nodiscard]] bool firm() const noexcept { return firm_; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] std::string_view word(std::size_t i) const noexcept {
        return {text_.data() + words_[i].begin, words_[i].size};
    }

private:
    struct piece {
        std::uint8_t begin = 0;
        std::uint8_t size = 0;
        std::uint8_t segment = 0;  // grows with every dot, slash, colon or double underscore
    };

    static constexpr bool lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
    static constexpr bool upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
    static constexpr bool digit(char c) noexcept { return c >= '0' && c <= '9'; }

    void split(std::string_view name);

    // `getPage` breaks before P, `OldPDFPage` before P and P; `VMs` and `K9` stay whole.
    static bool begins_word(std::string_view name, std::size_t i) noexcept;

    bool is_version(std::size_t i) const noexcept {
        const auto text = word(i);
        return std::all_of(text.begin() + (text.front() == 'v' && text.size() > 1), text.end(),
                           digit);
    }
    // `api`, `k8s`: a word that cannot be pronounced names where the tool comes from, unless it is
    // a short form that we know.
    bool is_origin(std::size_t i) const noexcept;

    void analyse(std::span<const extraction::verb> more);

    // `mcp__desk__search`: the second segment is a server.
    std::size_t first_noun_segment() const noexcept {
        std::size_t i = 0;
        while (word(0) == "mcp" && i < count_ && words_[i].segment < 2) ++i;
        return i;
    }

    std::size_t segment_begin(std::size_t last) const noexcept {
        while (last > 0 && words_[last - 1].segment == words_[last].segment) --last;
        return last;
    }

    void find_verb(std::size_t begin, std::span<const extraction::verb> more);
    void use_verb(std::size_t at, verb_kind kind) {
        verb_ = at;
        kind_ = kind;
    }

    // `create_or_update_note`: more verbs, bound by a conjunction.
    std::size_t skip_verbs(std::size_t from, std::size_t to,
                           std::span<const extraction::verb> more) const;

    // The phrase in [from, to), without what only narrows, places or wraps the noun.
    void take_noun(std::size_t from, std::size_t to, bool beside_verb,
                   std::span<const extraction::verb> more);

    // `getList`, `orders.getInfo` and `approved.list` have their noun elsewhere.
    bool is_no_noun(std::size_t i, bool beside_verb) const noexcept;

    void write_noun(std::size_t from, std::size_t to);

    std::array<char, 160> text_{};
    std::array<piece, 24> words_{};
    std::size_t count_ = 0;
    std::size_t verb_ = static_cast<std::size_t>(-1);
    verb_kind kind_ = verb_kind::unknown;
    bool plural_ = false;
    bool firm_ = false;
    bool relation_ = false;
    std::string noun_;
};

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/tool_name.ipp>
#endif
