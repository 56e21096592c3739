#pragma once

#include <workmem/entity/entry.hpp>
#include <workmem/resolution/absence.hpp>
#include <workmem/resolution/explicit_name.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/mentions.hpp>
#include <workmem/resolution/ordinals.hpp>
#include <workmem/resolution/other.hpp>
#include <workmem/resolution/pairs.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/scene.hpp>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// The default policy: a cascade, most certain stage first, each giving candidates with a score
/// and a reason.
///   1. explicit_name: ids and names
///   2. ordinals: positions in a list
///   3. other: "the other one"
///   4. kinds: words for kinds of things; pairs tells an object from its target
///   5. focus: what attention rests on
/// Before 5, absence looks for signs that memory does not hold what is asked for: a wrong entity
/// is worse than none. Everything about the language stands in the lexicon. Integer scores and
/// stable orders only, so that it decides alike everywhere. Linear in the text and, for a given
/// number of types, in the entries. Stateless; thread-safe.
struct salience {
    template <class Entries>
    [[nodiscard]] outcome resolve(const Entries& range, std::string_view text,
                                  const resolve_query& query, const text::lexicon& words) const {
        const auto entries = detail::to_vector(range);
        return decide(entries, text, query, words);
    }

    template <class Entries>
    [[nodiscard]] std::vector<mention> mentions(const Entries& entries, std::string_view text,
                                                role speaker,
                                                const text::lexicon& words) const {
        return find_mentions(entries, text, speaker, words);
    }

private:
    [[nodiscard]] static outcome decide(const std::vector<entry>& entries, std::string_view text,
                                        const resolve_query& query, const text::lexicon& words) {
        if (entries.empty()) return unresolved(text, query.type);
        const utterance said{text, words};
        const scene at{entries, said, words, query.type};
        const name_index names{entries, said};
        const auto values = value_reader{said}.values();
        auto named = by_name(at, names, values);
        if (!named.empty()) return several(std::move(named));

        kind_stage kinds{at};
        if (const auto asked = find_position(said)) {
            auto placed = by_position(at, *asked, kinds);
            return placed.empty() ? unresolved(text, query.type) : resolved(std::move(placed));
        }
        auto found = kinds.find();
        rank(found, entries);
        auto focus = by_focus(at);
        if (find_other(said)) {
            auto others = by_other(at, found.empty() ? focus : found);
            if (others.empty()) return unresolved(text, query.type);
            return others.size() == 1 ? resolved(std::move(others))
                                      : ambiguous(text, std::move(others));
        }
        const auto strength = found.empty() ? 0 : found.front().score;
        if (strength < telling && is_absent(at, kinds.nouns()))
            return unresolved(text, query.type);
        if (strength >= telling && has_object_and_target(said, kinds.nouns()))
            return as_pair(at, std::move(found));
        if (strength >= speaking) return resolved(std::move(found));
        return focus.empty() ? unresolved(text, query.type) : resolved(std::move(focus));
    }

    // Above this a kind is evidence enough against the signs that something new is asked for.
    static constexpr std::uint32_t telling = 700'000;
    // Above this a kind is better evidence than the focus.
    static constexpr std::uint32_t speaking = 600'000;

    // Names are answered in the order of the text: the first is the object of the first verb.
    [[nodiscard]] static outcome several(std::vector<pick> named) {
        std::vector<outcome> parts;
        if (named.size() > 1)
            for (const auto& each : named) parts.push_back(resolved({each}));
        auto out = resolved(std::move(named));
        out.references = std::move(parts);
        return out;
    }
};

}  // namespace workmem::resolution
