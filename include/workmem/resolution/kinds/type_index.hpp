#pragma once

#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/text/fold.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// The types of the entries, so that a word of the text meets only those it may name: their words
/// are sorted once, and types that the lexicon knows as the same kind are compared once. The scene
/// must outlive it; not safe for concurrent use.
class type_index {
public:
    struct held_type {
        std::string_view name;
        std::vector<std::uint32_t> entries{};  ///< those that may answer
    };
    /// What a word is to a type; types that it has nothing to do with are left out.
    struct kin {
        std::uint32_t type = 0;
        text::kinship how = text::kinship::none;
        bool slip = false;  ///< only if a letter is wrong
    };

    explicit type_index(const scene& at) : at_{at} {
        collect();
        for (std::uint32_t t = 0; t < types_.size(); ++t) {
            identifier_reader parts{types_[t].name};
            for (std::string_view part; parts.next(part);)
                if (!part.empty()) words_.push_back({beginning(part), t, part});
        }
        std::sort(words_.begin(), words_.end(), [](const type_word& a, const type_word& b) {
            return a.key != b.key ? a.key < b.key : a.type < b.type;
        });
        std::sort(known_.begin(), known_.end(), [](const auto& a, const auto& b) {
            return a.first->meaning != b.first->meaning ? a.first->meaning < b.first->meaning
                                                        : a.second < b.second;
        });
    }

    [[nodiscard]] const std::vector<held_type>& types() const noexcept { return types_; }
    [[nodiscard]] std::uint32_t type_of(std::size_t entry) const noexcept {
        return type_of_[entry];
    }
    /// Whether a word stands in the name of a type, in either number.
    [[nodiscard]] bool spells(std::string_view word) const {
        bool found = false;
        each_like(word, [&](const type_word&) { found = true; });
        return found;
    }
    /// What a word of the text is to the types, in their order; computed once.
    [[nodiscard]] const std::vector<kin>& row(std::size_t word) const {
        if (rows_.empty()) rows_.resize(at_.said.size());
        auto& out = rows_[word];
        if (!out.looked) {
            out.looked = true;
            fill(out.kins, word);
        }
        return out.kins;
    }
    [[nodiscard]] text::kinship kinship_with(std::size_t word, std::uint32_t type) const {
        const auto& all = row(word);
        const auto found =
            std::lower_bound(all.begin(), all.end(), type,
                             [](const kin& a, std::uint32_t wanted) { return a.type < wanted; });
        return found != all.end() && found->type == type ? found->how : text::kinship::none;
    }

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    struct type_word {
        std::uint32_t key;
        std::uint32_t type;
        std::string_view text;
    };
    struct cached_row {
        std::vector<kin> kins{};
        bool looked = false;
    };

    // Few types are told apart by looking at each, many by sorting them.
    void collect() {
        constexpr std::uint32_t few = 16;
        std::vector<std::pair<std::string_view, std::uint32_t>> sorted;
        type_of_.reserve(at_.entries.size());
        for (std::uint32_t i = 0; i < at_.entries.size(); ++i) {
            const auto name = at_.entries[i].type;
            const auto size = static_cast<std::uint32_t>(types_.size());
            auto which = size;
            if (size <= few) {
                for (which = 0; which < size && types_[which].name != name;) ++which;
            } else {
                if (sorted.empty()) sorted = sort_names();
                auto found = std::lower_bound(
                    sorted.begin(), sorted.end(), name,
                    [](const auto& a, std::string_view wanted) { return a.first < wanted; });
                if (found->second == none) found->second = size;
                which = found->second;
            }
            if (which == size) add(name);
            type_of_.push_back(which);
            if (at_.allows(at_.entries[i])) types_[which].entries.push_back(i);
        }
    }
    [[nodiscard]] std::vector<std::pair<std::string_view, std::uint32_t>> sort_names() const {
        std::vector<std::pair<std::string_view, std::uint32_t>> out;
        for (std::uint32_t t = 0; t < types_.size(); ++t) out.push_back({types_[t].name, t});
        for (const auto& each : at_.entries) out.push_back({each.type, none});
        std::sort(out.begin(), out.end());
        const auto last = std::unique(out.begin(), out.end(), [](const auto& a, const auto& b) {
            return a.first == b.first;
        });
        out.erase(last, out.end());
        return out;
    }
    void add(std::string_view name) {
        const auto folded = text::folded(name);
        const auto* known = known_kind(folded);
        for (auto rest = std::string_view{folded}; known == nullptr && !rest.empty();) {
            const auto head = head_of(rest);
            known = known_kind(head);
            rest.remove_suffix((std::min)(head.size() + 1, rest.size()));
        }
        if (known != nullptr) known_.push_back({known, static_cast<std::uint32_t>(types_.size())});
        types_.push_back({name, {}});
    }
    [[nodiscard]] const text::lexicon::word* known_kind(std::string_view noun) const {
        const auto* known = at_.words.find_noun(noun);
        return known != nullptr && at_.words.has_kind(*known) ? known : nullptr;
    }

    // A noun begins like its plural, all but a few with two letters: those are looked for in the
    // singular, too.
    static std::uint32_t beginning(std::string_view word) noexcept {
        const auto letter = [&](std::size_t i) -> std::uint32_t {
            return i < word.size() ? static_cast<unsigned char>(text::fold_ascii(word[i])) : 0U;
        };
        return letter(0) << 8 | letter(1);
    }
    template <class Use>
    void each_between(std::uint32_t low, std::uint32_t high, Use use) const {
        auto at =
            std::lower_bound(words_.begin(), words_.end(), low,
                             [](const type_word& a, std::uint32_t key) { return a.key < key; });
        for (; at != words_.end() && at->key <= high; ++at) use(*at);
    }
    template <class Use>
    void each_like(std::string_view word, Use use) const {
        const auto test = [&](const type_word& each) {
            if (same_noun(each.text, word)) use(each);
        };
        const auto key = beginning(word);
        each_between(key, key, test);
        const auto single = at_.words.singular(word);
        if (const auto other = beginning(single); other != key) each_between(other, other, test);
    }

    // "Cron jobs" of the type `cronjob`, "pull requests" of `pull_request` and of no
    // `pull_request_file`.
    [[nodiscard]] bool fill_compound(std::vector<kin>& out, std::size_t i) const {
        constexpr std::size_t most_types = 64;
        if (i == 0 || at_.said[i].after_comma || at_.said[i].begins_sentence ||
            types_.size() > most_types || at_.said[i - 1].is(text::word_class::function))
            return false;
        const auto& first = at_.said[i - 1].text;
        for (std::uint32_t t = 0; t < types_.size(); ++t) {
            auto name = types_[t].name;
            if (name.size() < first.size() || !same_word(name.substr(0, first.size()), first))
                continue;
            name.remove_prefix(first.size());
            if (name.starts_with('_')) name.remove_prefix(1);
            if (!name.empty() && same_noun(name, at_.said[i].text))
                out.push_back({t, text::kinship::same});
        }
        return !out.empty();
    }

    void fill(std::vector<kin>& out, std::size_t i) const {
        const auto& said = at_.said[i];
        if (fill_compound(out, i)) return;
        const auto* known = at_.said.noun(i);
        if (known != nullptr && !at_.words.has_kind(*known)) known = nullptr;
        each_like(said.text, [&](const type_word& each) {
            const auto head = head_of(types_[each.type].name);
            out.push_back({each.type, same_noun(said.text, head) ? text::kinship::same
                                                                 : text::kinship::narrower});
        });
        const text::lexicon::word* last = nullptr;
        auto how = text::kinship::none;
        for (const auto& [kind, type] : known_) {
            if (known == nullptr) break;
            if (last == nullptr || last->meaning != kind->meaning)
                how = at_.words.related(*known, *kind);
            last = kind;
            if (how != text::kinship::none) out.push_back({type, how});
        }
        if (known == nullptr && said.known == nullptr && out.empty() && !said.text.empty()) {
            const auto first = beginning(said.text.substr(0, 1));
            each_between(first, first | 0xFFU, [&](const type_word& each) {
                if (is_slip(said.text, head_of(types_[each.type].name)))
                    out.push_back({each.type, text::kinship::narrower, true});
            });
        }
        std::sort(out.begin(), out.end(), [](const kin& a, const kin& b) {
            return a.type != b.type ? a.type < b.type : a.how > b.how;
        });
        out.erase(std::unique(out.begin(), out.end(),
                              [](const kin& a, const kin& b) { return a.type == b.type; }),
                  out.end());
    }

    const scene& at_;
    std::vector<held_type> types_;
    std::vector<std::uint32_t> type_of_;  // by entry
    std::vector<type_word> words_;        // of types, sorted by how they begin
    std::vector<std::pair<const text::lexicon::word*, std::uint32_t>> known_;  // sorted by meaning
    mutable std::vector<cached_row> rows_{};  // by word, filled when asked for
};

}  // namespace workmem::resolution
