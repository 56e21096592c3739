#pragma once

#include <workmem/resolution/names/mentions.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/text/lexicon.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// The plain policy: a type named in the text restricts the search, "this" and everything else is
/// the newest entity, "that" the second newest. "That" without a second candidate is ambiguous.
/// Of several types in the text, that of the newest entity counts. Stops at the first match and
/// allocates nothing while searching; reads the first 64 words. Names, ids and synonyms do not
/// count here.
struct recency {
    template <class Entries>
    [[nodiscard]] outcome resolve(const Entries& entries, std::string_view text,
                                  const resolve_query& query, const text::lexicon& words) const {
        const first_words said{text};
        const std::uint32_t wanted = is_far(said, words) ? 1 : 0;
        search any{}, typed{};
        seen_types seen;
        std::uint32_t index = 0;
        for (const entry& each : entries) {
            const auto at = index++;
            if (!query.type.empty() && !same_type(query.type, each.type)) continue;
            any.add(at);
            if (typed.count == 0) {
                if (seen.contains(each.type)) continue;
                if (!said.name(each.type)) {
                    seen.add(each.type);
                    continue;
                }
                typed.type = each.type;
            } else if (!same_type(typed.type, each.type)) {
                continue;
            }
            typed.add(at);
            if (typed.count > wanted) break;
        }
        const auto& found = typed.count != 0 ? typed : any;
        if (found.count == 0) return unresolved(text, query.type);
        const std::string_view reason =
            typed.count != 0 ? (wanted == 0 ? "newest of the type" : "second newest of the type")
                             : (wanted == 0 ? "newest" : "second newest");
        const auto candidate = [&](std::uint32_t index_of) {
            return pick{index_of, 1'000'000, reason, std::string{typed.type}};
        };
        std::vector<pick> picks;
        picks.reserve(2);
        if (wanted == 1 && found.count > 1) picks.push_back(candidate(found.second));
        picks.push_back(candidate(found.first));
        return found.count > wanted ? resolved(std::move(picks))
                                    : ambiguous(text, std::move(picks));
    }

    /// Full names only.
    template <class Entries>
    [[nodiscard]] std::vector<mention> mentions(const Entries& entries, std::string_view text,
                                                role speaker, const text::lexicon& words) const {
        return find_mentions(detail::to_vector(entries), text, speaker, words, name_matching::full);
    }

private:
    struct search {
        std::string_view type{};
        std::uint32_t count = 0, first = 0, second = 0;

        constexpr void add(std::uint32_t index) noexcept {
            if (count == 0) first = index;
            if (count == 1) second = index;
            ++count;
        }
    };

    // The types that are not in the text; entities come in few types, so eight spare most tests.
    struct seen_types {
        std::string_view types[8]{};
        std::uint32_t next = 0;

        [[nodiscard]] constexpr bool contains(std::string_view type) const noexcept {
            for (const auto each : types)
                if (each == type) return true;
            return false;
        }
        constexpr void add(std::string_view type) noexcept { types[next++ % 8] = type; }
    };

    // Only the first demonstrative counts, so that "this page, not that one" is about this page.
    [[nodiscard]] static bool is_far(const first_words& said, const text::lexicon& words) noexcept {
        for (std::size_t i = 0; i < said.size(); ++i) {
            const auto what = words.demonstrative(said[i]);
            if (what == text::word_class::far_demonstrative) return true;
            if (what == text::word_class::near_demonstrative) return false;
        }
        return false;
    }
};

}  // namespace workmem::resolution
