#pragma once

#include <workmem/resolution/kinds/said_kind.hpp>
#include <workmem/resolution/kinds/type_index.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/noun.hpp>
#include <workmem/resolution/sentence/noun_phrase.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// Why a kind stage picks by what a thing has, which many have.
inline constexpr std::string_view by_property = "an attribute is called so";

/// Words for kinds of things, through the lexicon's synonyms, broader and narrower
/// kinds and cues. Nouns are compared with types, not with entries; at most 64 nouns count.
/// Lives within one call: the scene must outlive it.
class kind_stage {
public:
    explicit kind_stage(const scene& at) : at_{at}, types_{at}, said_{at} {
        acquiring_ = std::any_of(at.said.tokens().begin(), at.said.tokens().end(),
                                 [](const token& t) { return t.is(text::word_class::acquire); });
        collect_nouns();
        labels_.resize((std::min)(at.said.size(), most_words));
    }

    [[nodiscard]] const std::vector<noun>& nouns() const noexcept { return nouns_; }

    /// The entries that some word of the text speaks for.
    [[nodiscard]] std::vector<pick> find() {
        std::vector<pick> out(at_.entries.size());
        for (auto& each : nouns_) {
            for (const auto& kin : types_.row(each.word)) {
                if ((kin.slip && !takes_up(each.by)) || contradicted(each, kin.type)) continue;
                each.matched = true;
                auto score = weight(kin.how, each.by);
                if (acquiring_ && kin.how == text::kinship::same && evokes(each))
                    score = (std::min)(score, 620'000U);
                for (const auto index : types_.types()[kin.type].entries)
                    if (may_be_called(each.word, kin.how, at_.entries[index]))
                        raise(out[index], index, score, reason(kin.how), each);
            }
            by_values(each, out);
            if (!each.matched) by_attributes(each, out);
        }
        std::erase_if(out, [](const pick& one) { return one.score == 0; });
        return out;
    }

    /// How the noun at a word of the text may name the kind of an entry (none of a copy).
    [[nodiscard]] text::kinship kinship_with(std::size_t word, const entry& of) const {
        const auto index = static_cast<std::size_t>(&of - at_.entries.data());
        if (is_called_so(word)) {
            const auto how = types_.kinship_with(word, types_.type_of(index));
            return may_be_called(word, how, of) ? how : text::kinship::none;
        }
        return said_.has(word, static_cast<std::uint32_t>(index)) ? text::kinship::narrower
                                                                  : text::kinship::none;
    }
    /// Whether it names the kind itself and does not only make one think of it.
    [[nodiscard]] bool is_of_kind(std::size_t word, const entry& of) const {
        return kinship_with(word, of) > text::kinship::cue;
    }
    /// Whether any entry that may answer is of the kind, or at least goes with the word.
    [[nodiscard]] text::kinship closest(std::size_t word) const {
        auto out = text::kinship::none;
        for (const auto& kin : types_.row(word))
            if (!types_.types()[kin.type].entries.empty()) out = (std::max)(out, kin.how);
        return out == text::kinship::none && is_of_said_kind(word) ? text::kinship::narrower : out;
    }
    /// Whether no type is called by the word, but values of some things say that they are that.
    [[nodiscard]] bool is_of_said_kind(std::size_t word) const {
        return !is_called_so(word) && !said_.called(word).empty();
    }

private:
    [[nodiscard]] bool is_called_so(std::size_t word) const { return !types_.row(word).empty(); }
    // "The bugs" among issues, some of which are labelled so: the others are none, though the word
    // may stand for their kind, too.
    [[nodiscard]] bool may_be_called(std::size_t word, text::kinship how, const entry& of) const {
        if (how != text::kinship::synonym || word >= labels_.size()) return true;
        auto& known = labels_[word];
        if (!known)
            known = std::any_of(at_.entries.begin(), at_.entries.end(), [&](const entry& each) {
                return at_.allows(each) && is_labelled(each, word);
            });
        return !*known || is_labelled(of, word);
    }
    [[nodiscard]] bool is_labelled(const entry& of, std::size_t word) const {
        constexpr std::size_t longest = 80;
        if (of.attributes == nullptr) return false;
        return std::any_of(of.attributes->begin(), of.attributes->end(), [&](const auto& each) {
            const auto* const value = std::get_if<std::string>(&each.value);
            if (value == nullptr || value->size() > longest) return false;
            for (std::string_view rest = *value; !rest.empty();) {
                const auto part = rest.substr(0, rest.find(','));
                rest.remove_prefix((std::min)(rest.size(), part.size() + 1));
                const auto begin = (std::min)(part.find_first_not_of(' '), part.size());
                if (same_noun(part.substr(begin), at_.said[word].text)) return true;
            }
            return false;
        });
    }
    [[nodiscard]] const text::lexicon::word* if_kind(const text::lexicon::word* known) const {
        return known != nullptr && at_.words.has_kind(*known) ? known : nullptr;
    }

    void collect_nouns() {
        using text::word_class;
        for (std::size_t i = 0; i < at_.said.size(); ++i) {
            const auto& word = at_.said[i];
            noun each{i};
            if (word.is(word_class::place_pronoun)) {
                each.placed = is_place(i);
                each.by = determiner::pointing;
                if (!each.placed) continue;
            } else {
                each.by = determiner_of(at_.said, i);
                each.known = if_kind(at_.said.noun(i));
                if (each.by == determiner::bare && is_verb(word) && !types_.spells(word.text))
                    continue;
                each.placed = takes_up(each.by) && !word.is(word_class::property) &&
                              each.known != nullptr && at_.words.is_place(*each.known);
                if (each.known == nullptr && !each.placed &&
                    (word.is(word_class::function) || !worth(word, each)))
                    continue;
            }
            if (nouns_.size() >= most_nouns) break;
            nouns_.push_back(each);
        }
    }
    // An unknown word counts where a type is spelled like it, or where a determiner makes it a
    // noun that attributes may know.
    [[nodiscard]] bool worth(const token& word, const noun& each) const {
        return takes_up(each.by) || word.is(text::word_class::property) || types_.spells(word.text);
    }
    // "Book", "order": a noun only behind a determiner.
    [[nodiscard]] static bool is_verb(const token& word) noexcept {
        using text::word_class;
        return word.is(word_class::acquire) || word.is(word_class::change) ||
               word.is(word_class::search);
    }
    // "is there", "there are" only say that something exists.
    [[nodiscard]] bool is_place(std::size_t i) const {
        using text::word_class;
        const auto& said = at_.said;
        if (said[i].clitic) return false;
        if (i + 1 < said.size() && !said[i + 1].begins_sentence &&
            said[i + 1].is(word_class::predicate) && (i == 0 || said[i].begins_sentence))
            return false;
        return i == 0 || said[i].begins_sentence || !said[i - 1].is(word_class::predicate) ||
               !(i == 1 || said[i - 1].begins_sentence ||
                 said[i - 2].is(word_class::interrogative));
    }

    // "The museum" among attractions is one whose category says so.
    void by_values(noun& each, std::vector<pick>& out) const {
        const auto& word = at_.said[each.word];
        if (!takes_up(each.by) || (each.known == nullptr && word.known != nullptr)) return;
        if (word.is(text::word_class::place_noun)) return;
        for (std::uint32_t i = 0; i < at_.entries.size(); ++i) {
            const auto& of = at_.entries[i];
            if (!at_.allows(of) || !has_value_word(of, word.text, at_.words)) continue;
            each.matched = true;
            raise(out[i], i, weight(text::kinship::broader, each.by) + 5'000, "a value says so",
                  each);
        }
    }

    // A noun that is no kind in memory may be a property or a value of something there. A kind of
    // place is one only where the place of something is called so.
    void by_attributes(noun& each, std::vector<pick>& out) const {
        using text::word_class;
        const auto& word = at_.said[each.word];
        const bool general = word.is(word_class::moment) || word.is(word_class::property);
        const bool any_place = each.known == nullptr || word.is(word_class::place_noun);
        // "The draft" is none that says `draft: false`, where another says `true`.
        const bool told = each.word > 0 && at_.said[each.word - 1].is(word_class::definite) &&
                          std::none_of(at_.said.tokens().begin(), at_.said.tokens().end(),
                                       [](const token& t) { return t.is(word_class::pronoun); });
        const bool is_flag =
            told && std::any_of(at_.entries.begin(), at_.entries.end(), [&](const entry& of) {
                return at_.allows(of) && flag_of(of, word.text) == true;
            });
        for (std::uint32_t i = 0; i < at_.entries.size(); ++i) {
            const auto& of = at_.entries[i];
            if (!at_.allows(of) || is_fact(of, at_.words)) continue;
            if (is_flag && flag_of(of, word.text) == false) continue;
            if (each.placed &&
                (any_place ? is_located(of, at_.words) : is_located_in(of, word.text, at_.words))) {
                each.matched = true;
                raise(out[i], i, any_place ? 740'000U : 600'000U, "where it is", each);
            } else if (!each.placed && !general && has_attribute_word(of, word.text)) {
                each.matched = each.owned = true;
                raise(out[i], i, 600'000, by_property, each);
            }
        }
    }

    void raise(pick& to, std::uint32_t index, std::uint32_t score, std::string_view why,
               const noun& each) const {
        if (score <= to.score) return;
        to = {index, score, why, std::string{at_.said[each.word].text}};
    }

    // "Book the tickets": not those already booked, but what they are for.
    [[nodiscard]] static bool evokes(const noun& each) noexcept {
        return each.known != nullptr && !each.known->evoked.empty();
    }

    // "Game tickets" are not those of a bus: the noun before one that evokes others narrows it.
    [[nodiscard]] bool contradicted(const noun& each, std::uint32_t type) const {
        if (!evokes(each) || each.word == 0 || at_.said[each.word].after_comma) return false;
        const auto& before = at_.said[each.word - 1];
        const auto* known = if_kind(at_.said.noun(each.word - 1));
        if (known == nullptr || !at_.words.is_kind(*known) || is_verb(before)) return false;
        return types_.kinship_with(each.word - 1, type) == text::kinship::none;
    }

    static constexpr std::size_t most_nouns = 64, most_words = 256;

    const scene& at_;
    type_index types_;
    said_kinds said_;
    std::vector<noun> nouns_;
    mutable std::vector<std::optional<bool>> labels_;  // by word: whether any entry has it as one
    bool acquiring_ = false;
};

}  // namespace workmem::resolution
