#pragma once

#include <workmem/resolution/absence/absence.hpp>
#include <workmem/resolution/absence/accounting.hpp>
#include <workmem/resolution/absence/object_phrase.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values/wanted_value.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// Why `by_object` picks.
inline constexpr std::string_view by_all_words = "all its words are known of it";

namespace detail {

/// Tells what the words of an object phrase could be about.
class object_reader {
public:
    object_reader(const scene& at, const kind_stage& kinds)
        : at_{at}, kinds_{kinds}, known_{at, kinds} {}

    [[nodiscard]] std::optional<outcome> read(const object_phrase& of) const {
        const auto& said = at_.said;
        const auto head = of.last;
        if (accounting::is_general(said[head]) || known_.is_property(said[head].text))
            return std::nullopt;
        std::vector<std::size_t> content;
        for (auto i = of.first; i <= head; ++i)
            if (known_.is_content(i)) content.push_back(i);
        if (content.empty() || content.back() != head) return std::nullopt;
        if (kinds_.closest(head) > text::kinship::cue) {
            content.pop_back();
            return of.takes_something_up() ? modified(head, content) : std::nullopt;
        }
        return named(of, content);
    }

    /// Whether a phrase is about a kind of things in memory, with a word before it that is known of
    /// nothing and that the language does not know.
    [[nodiscard]] bool is_strange(const object_phrase& of) const {
        if (kinds_.closest(of.last) <= text::kinship::cue) return false;
        for (auto i = of.first; i < of.last; ++i)
            if (at_.said[i].known == nullptr && at_.said.noun(i) == nullptr &&
                !known_.is_known(i) && known_.matters(i))
                return true;
        return false;
    }
    /// Whether anything in memory has the word at a place of the text.
    [[nodiscard]] bool is_known(std::size_t i) const { return known_.is_known(i); }
    /// Whether anything in memory has a number, by itself or in a text.
    [[nodiscard]] bool has_number(std::string_view digits) const {
        const auto says = [&](const attribute& each) {
            if (const auto* number = std::get_if<std::int64_t>(&each.value))
                return std::to_string(*number) == digits;
            if (const auto* number = std::get_if<double>(&each.value))
                return static_cast<double>(to_number(digits)) == *number;
            const auto* text = std::get_if<std::string>(&each.value);
            return text != nullptr && text->find(digits) != std::string::npos;
        };
        return std::any_of(at_.entries.begin(), at_.entries.end(), [&](const entry& of) {
            return of.id.find(digits) != std::string_view::npos ||
                   of.name.find(digits) != std::string_view::npos ||
                   (of.attributes != nullptr &&
                    std::any_of(of.attributes->begin(), of.attributes->end(), says));
        });
    }
    /// See `accounting::matters`.
    [[nodiscard]] bool must_be_known(std::size_t i) const { return known_.matters(i); }

private:
    using word_class = text::word_class;

    // "The delivered order", when none is delivered.
    [[nodiscard]] std::optional<outcome> modified(std::size_t head,
                                                  const std::vector<std::size_t>& content) const {
        const kind_filter fits{at_, kinds_, head};
        for (const auto i : content) {
            const auto& word = at_.said[i];
            const bool ordinary = word.known != nullptr && !word.is(word_class::common);
            if (ordinary || at_.said.noun(i) != nullptr) continue;
            if (std::none_of(at_.entries.begin(), at_.entries.end(),
                             [&](const entry& each) { return fits(each) && known_.has(each, i); }))
                return unresolved(at_.said.text(), at_.type);
        }
        return std::nullopt;
    }

    // "The briefcase", "Dave": what has all the words.
    [[nodiscard]] std::optional<outcome> named(const object_phrase& of,
                                               const std::vector<std::size_t>& content) const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t i = 0; i < at_.entries.size(); ++i) {
            const auto& each = at_.entries[i];
            if (at_.allows(each) &&
                std::all_of(content.begin(), content.end(),
                            [&](std::size_t word) { return known_.has(each, word); }))
                found.push_back(i);
        }
        const auto words = evidence(at_.said, of.first, of.last);
        if (!found.empty()) {
            if (found.size() == at_.entries.size() && found.size() > 1) return std::nullopt;
            std::vector<std::uint32_t> attended;
            const auto is_other = [&] {
                for (auto i = of.first; i <= of.last; ++i)
                    if (at_.said[i].is(word_class::other)) return true;
                return false;
            };
            if (const auto focus = by_focus(at_); found.size() > 1 && is_other() && !focus.empty())
                std::erase(found, focus.front().index);
            for (const auto each : found)
                if (is_named(at_.entries[each].level)) attended.push_back(each);
            const auto& meant = attended.size() == 1 ? attended : found;
            return only(at_, picks(meant, 910'000, by_all_words, words));
        }
        if (std::any_of(content.begin(), content.end(),
                        [&](std::size_t i) { return kinds_.closest(i) == text::kinship::cue; }))
            return std::nullopt;
        return is_certain(of) ? std::optional{unresolved(at_.said.text(), at_.type)} : std::nullopt;
    }
    // Whether the phrase can only mean a thing.
    [[nodiscard]] bool is_certain(const object_phrase& of) const {
        const auto& head = at_.said[of.last];
        const auto* noun = at_.said.noun(of.last);
        const bool kind = noun != nullptr && at_.words.has_kind(*noun);
        const auto unknown = [&](std::size_t i) {
            return at_.said[i].known == nullptr && at_.said.noun(i) == nullptr;
        };
        if (of.takes_something_up()) {
            bool strange = head.known == nullptr;
            for (auto i = of.first; i <= of.last; ++i) strange = strange || unknown(i);
            return kind || (strange && !of.told);
        }
        for (auto i = of.first; i <= of.last; ++i)
            if (at_.said[i].capital) return true;
        if (behind_sign(at_.said, of.first)) return true;
        const bool one = at_.words.singular(head.text) == head.text;
        if (kind) return one && at_.words.is_kind(*noun) && is_change(of);
        return head.known == nullptr && noun == nullptr && !is_wish(of);
    }
    // "Delete newsletter"
    [[nodiscard]] bool is_change(const object_phrase& of) const {
        return of.first > 0 && at_.said[of.first - 1].is(word_class::change);
    }
    // "Get directions", "find music": something new.
    [[nodiscard]] bool is_wish(const object_phrase& of) const {
        for (std::size_t back = 1; back <= 3 && back <= of.first; ++back) {
            const auto& verb = at_.said[of.first - back];
            if (verb.is(word_class::acquire) || verb.is(word_class::search)) return true;
        }
        return false;
    }

    const scene& at_;
    const kind_stage& kinds_;
    accounting known_;
};

// "Grab a coffee", "time for a break": nothing is pointed at or asked for, and what is named is
// nothing in memory. Who only agrees ("great, thanks") means what was offered.
[[nodiscard]] inline bool talks_of_other_things(const utterance& said,
                                                const object_reader& reader) {
    using text::word_class;
    bool out = false;
    for (std::size_t i = 0; i < said.size(); ++i) {
        const auto& word = said[i];
        const bool points = word.is(word_class::near_demonstrative) ||
                            word.is(word_class::far_demonstrative) ||
                            word.is(word_class::pronoun) || word.is(word_class::placeholder) ||
                            word.is(word_class::asking) || word.is(word_class::interrogative) ||
                            word.is(word_class::place_pronoun) || word.is(word_class::definite);
        const bool acts = word.is(word_class::acquire) || word.is(word_class::search) ||
                          word.is(word_class::change) || word.is(word_class::predicate);
        if (points || acts || is_number(word) || word.is(word_class::greeting)) return false;
        if (word.is(word_class::function) || word.is(word_class::adjective)) continue;
        if (word.known != nullptr || said.noun(i) != nullptr || reader.is_known(i) ||
            (word.capital && !word.begins_sentence))
            return false;
        out = out || determiner_of(said, i) == determiner::indefinite;
    }
    return out;
}

// "Something by Prince", "the capital of France", when memory knows nothing of them.
[[nodiscard]] inline bool tells_unknown_origin(const scene& at, const object_reader& reader) {
    using text::word_class;
    constexpr std::size_t most_words = 256;
    const auto& said = at.said;
    for (std::size_t i = 2; i < (std::min)(said.size(), most_words); ++i) {
        const auto& word = said[i];
        if (!word.capital || word.after_comma || word.known != nullptr || said.noun(i) != nullptr ||
            !said[i - 1].is(word_class::origin))
            continue;
        if (!reader.is_known(i)) return true;
    }
    return false;
}

}  // namespace detail

/// Stage: an object phrase whose noun is no kind of things in memory means what all its words are
/// known of, by its name or its values; one such thing is the answer. When a word of the phrase is
/// known of nothing, nothing is meant.
[[nodiscard]] inline std::optional<outcome> by_object(const scene& at, const kind_stage& kinds) {
    const bool placed =
        std::any_of(at.said.tokens().begin(), at.said.tokens().end(),
                    [](const token& t) { return t.is(text::word_class::place_pronoun); });
    if (placed || has_pronoun(at.said)) return std::nullopt;
    const detail::object_reader reader{at, kinds};
    if (detail::tells_unknown_origin(at, reader) || detail::talks_of_other_things(at.said, reader))
        return unresolved(at.said.text(), at.type);
    if (const auto asked = find_object(at.said)) return reader.read(*asked);
    const bool asks =
        at.said[0].is(text::word_class::predicate) && at.said[0].is(text::word_class::function);
    std::optional<outcome> out;
    detail::object_finder{at.said}.for_each_definite([&](const object_phrase& each) {
        out = reader.read(each);
        // "Is the rebuild finished?": what is asked is no part of the thing
        if ((!out || out->status != resolution_status::resolved) && asks &&
            each.last > each.first) {
            auto thing = each;
            --thing.last;
            out = reader.read(thing);
        }
        // "When's the football match?": what is asked about is no match of that sort
        if (out && out->status != resolution_status::resolved && !reader.is_strange(each))
            out.reset();
        return out.has_value();
    });
    return out;
}

}  // namespace workmem::resolution
