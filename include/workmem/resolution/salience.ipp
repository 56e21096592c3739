#pragma once

#include <workmem/config.hpp>
#include <workmem/resolution/names/mentions.hpp>
#include <workmem/resolution/rank/answer.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/salience.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/stages/first_sight.hpp>
#include <workmem/value/entry.hpp>

#include <string_view>
#include <vector>

namespace workmem::resolution {

namespace detail {

// With a message that quotes all that was said, whatever part of it a stage has read.
[[nodiscard]] inline outcome in_words(outcome out, std::string_view text, std::string_view type) {
    if (out.status == resolution_status::ambiguous)
        out.message = ambiguous_message(text);
    else if (out.status == resolution_status::unresolved)
        out.message = unresolved_message(text, type);
    else if (out.together)
        out.message = set_message(text, out.references.size());
    return out;
}

// "The order", where a page is asked for.
[[nodiscard]] inline bool means_another_type(scene at, resolve_query query) {
    if (query.type.empty()) return false;
    const auto type = query.type;
    at.type = query.type = {};
    const auto found = judged(at, query, at_first_sight(at));
    if (found.status != resolution_status::resolved || found.together) return false;
    const auto& best = found.candidates.front();
    return !best.evidence.empty() && !same_type(type, at.entries[best.index].type);
}

}  // namespace detail

WORKMEM_DECL outcome salience::resolve(const std::vector<entry>& entries, std::string_view text,
                                       const resolve_query& query,
                                       const text::lexicon& words) const {
    const utterance said{text, words};
    if (entries.empty() || said.size() == 0) return unresolved(text, query.type);
    const scene at{entries, said, words, query.type, nullptr, query.focus_left};
    if (detail::means_another_type(at, query)) return unresolved(text, query.type);
    auto out = detail::in_words(judged(at, query, at_first_sight(at)), text, query.type);
    out.refers = out.status != resolution_status::resolved && !says_nothing(said);
    return out;
}

WORKMEM_DECL std::vector<mention> salience::mentions(const std::vector<entry>& entries,
                                                     std::string_view text, role speaker,
                                                     const text::lexicon& words) const {
    return find_mentions(entries, text, speaker, words);
}

}  // namespace workmem::resolution
