#pragma once

#include <workmem/resolution/atoms/spelled_ids.hpp>
#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/text/words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// Where a word of the text stands in a thing.
enum class field : std::uint8_t {
    name,
    value,
    id,
    type,        ///< names its kind, or is a word for the same kind
    flag,        ///< names a yes-or-no that is yes
    unset_flag,  ///< … that is no
    near_name,   ///< like `name`, but for its ending or a letter
    near_value,  ///< … or by a word for the same state
    near_flag,
    near_unset_flag,
    kind,       ///< names a broader or narrower kind
    cue,        ///< makes one think of the kind
    key,        ///< in an attribute's name
    empty_key,  ///< … that has nothing
    count_
};

/// How much a word does for a reference by itself.
enum class word_role : std::uint8_t {
    bare,     ///< only grammar, or an operator
    verb,     ///< what is to be done
    content,  ///< must be about something
};

/// How alike two words are, from 0 to 10: 10 the same, 7 but for an ending, 6 but for a letter, 5
/// one begins or holds the other. ASCII only beyond equality. Allocates nothing.
[[nodiscard]] constexpr int likeness(std::string_view said, std::string_view stored) noexcept {
    if (same_noun(stored, said)) return 10;
    if (said.size() < 4 || stored.size() < 4) return 0;
    const auto same = [](char a, char b) { return text::fold_ascii(a) == text::fold_ascii(b); };
    const auto shorter = (std::min)(said.size(), stored.size());
    std::size_t common = 0;
    while (common < shorter && same(said[common], stored[common])) ++common;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (is_digit(said[0]) || is_digit(stored[0])) return 0;
    if (common >= 4 && common + 1 >= shorter && common * 10 >= shorter * 6) return 7;
    if (common >= 5) return 5;
    const auto holds = [&](std::string_view all, std::string_view part) {
        for (std::size_t i = 0; i + part.size() <= all.size(); ++i)
            if (std::equal(part.begin(), part.end(), all.begin() + static_cast<std::ptrdiff_t>(i),
                           same))
                return true;
        return false;
    };
    if (holds(said, stored) || holds(stored, said)) return 5;
    const auto longer = (std::max)(said.size(), stored.size());
    if (said.size() < 5 || stored.size() < 5 || longer - shorter > 1) return 0;
    // One letter is another, too many or missing, or two are swapped.
    const auto rest = [&](std::size_t a, std::size_t b) {
        return std::equal(
            said.begin() + static_cast<std::ptrdiff_t>((std::min)(a, said.size())), said.end(),
            stored.begin() + static_cast<std::ptrdiff_t>((std::min)(b, stored.size())),
            stored.end(), same);
    };
    const bool swapped = longer == shorter && common + 1 < shorter &&
                         same(said[common], stored[common + 1]) &&
                         same(said[common + 1], stored[common]) && rest(common + 2, common + 2);
    const bool other = longer == shorter && rest(common + 1, common + 1);
    const bool more = said.size() > stored.size() && rest(common + 1, common);
    const bool less = said.size() < stored.size() && rest(common, common + 1);
    return swapped || other || more || less ? 6 : 0;
}

/// Where each word of a text stands in the things it may mean. The words of the things are walked
/// over once, and a second time for words that were not found. Only the first 64 words of a text
/// are looked at.
class word_hits {
public:
    static constexpr std::size_t most_words = 64;

    word_hits(const scene& at, const window_things& window, const kind_stage& kinds)
        : at_{at},
          window_{window},
          words_((std::min)(at.said.size(), most_words)),
          spelled_{spelled_id_reader{at, window}.all()} {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            words_[i].role = role_of(i);
            if (words_[i].role != word_role::bare) searched_ |= bit(i);
        }
        for_each_in(searched_, [&](std::size_t i) {
            const auto& word = at_.said[i];
            beginnings_[beginning(word.plain[0])] |= bit(i);
            if (word.known != nullptr && !word.known->opposite.empty())
                beginnings_[beginning(word.known->opposite[0])] |= bit(i);
        });
        find_kinds(kinds);
        find_values();
        find_states();
        walk([&](std::string_view part, std::size_t thing, field in) { exact(part, thing, in); });
        for (const auto& each : spelled_)
            for_each_in(each.words, [&](std::size_t i) {
                words_[i].in[static_cast<std::size_t>(field::id)] |= each.exact;
            });
        word_set missed = 0;
        for_each_in(searched_, [&](std::size_t i) {
            const bool found =
                (this->at(i, field::name) | this->at(i, field::value) | this->at(i, field::id) |
                 this->at(i, field::flag) | this->at(i, field::unset_flag)) != 0;
            if (!found && at_.said[i].text.size() >= 4 && words_[i].role == word_role::content)
                missed |= bit(i);
        });
        if (missed != 0)
            walk([&](std::string_view part, std::size_t thing, field in) {
                alike(missed, part, thing, in);
            });
    }

    [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }
    [[nodiscard]] thing_set at(std::size_t word, field where) const noexcept {
        return words_[word].in[static_cast<std::size_t>(where)];
    }
    /// The things that have the word anywhere but in an attribute's name.
    [[nodiscard]] thing_set anywhere(std::size_t word) const noexcept {
        thing_set out = 0;
        for (std::size_t f = 0; f < static_cast<std::size_t>(field::cue); ++f)
            out |= words_[word].in[f];
        return out;
    }
    [[nodiscard]] word_role role(std::size_t word) const noexcept { return words_[word].role; }
    /// What is spelled like an id in the text.
    [[nodiscard]] const std::vector<spelled_id>& spelled() const noexcept { return spelled_; }
    [[nodiscard]] word_set content() const noexcept {
        word_set out = 0;
        for (std::size_t i = 0; i < words_.size(); ++i)
            if (words_[i].role == word_role::content) out |= bit(i);
        return out;
    }
    /// Whether what stands before a word denies it: "not shipped", "without a date".
    [[nodiscard]] bool denied(std::size_t word) const noexcept {
        constexpr std::size_t most_back = 4;
        for (std::size_t back = 1; back <= most_back && back <= word; ++back) {
            if (at_.said[word - back + 1].begins_sentence) return false;
            if (at_.said[word - back].is(text::word_class::negation)) return true;
        }
        return false;
    }

private:
    struct one {
        std::array<thing_set, static_cast<std::size_t>(field::count_)> in{};
        word_role role = word_role::bare;
    };

    [[nodiscard]] word_role role_of(std::size_t i) const {
        using text::word_class;
        const auto& word = at_.said[i];
        if (!at_.words.states_like(word.plain).empty()) return word_role::content;
        if (word.known == nullptr)
            return word.text.size() > 1 || (word.text[0] >= '0' && word.text[0] <= '9')
                       ? word_role::content
                       : word_role::bare;
        for (const auto each :
             {word_class::function,      word_class::pronoun,        word_class::definite,
              word_class::indefinite,    word_class::possessive,     word_class::placeholder,
              word_class::asking,        word_class::negation,       word_class::other,
              word_class::both,          word_class::every,          word_class::rest,
              word_class::everything,    word_class::free_choice,    word_class::greeting,
              word_class::addressee,     word_class::self,           word_class::assent,
              word_class::setting_apart, word_class::person_pronoun, word_class::choosing_person})
            if (word.is(each)) return word_role::bare;
        if (word.known->ordinal != 0 || word.known->cardinal >= 0) return word_role::bare;
        if (word.is(word_class::search) || word.is(word_class::telling) ||
            word.is(word_class::acquire) || word.is(word_class::change) ||
            word.is(word_class::turning) || word.is(word_class::predicate))
            return word_role::verb;
        return word_role::content;
    }
    // Of letters beyond ASCII any may be meant: "Asa" is "Åsa".
    [[nodiscard]] word_set beginning_with(char c) const noexcept {
        return static_cast<unsigned char>(c) < 0x80 ? beginnings_[beginning(c)] | beginnings_[26]
                                                    : searched_;
    }
    [[nodiscard]] static std::size_t beginning(char c) noexcept {
        const auto folded = static_cast<unsigned char>(text::fold_ascii(c));
        if (folded >= 'a' && folded <= 'z') return static_cast<std::size_t>(folded - 'a');
        return folded >= 0x80 ? 26 : 27;
    }
    void add(std::size_t word, field where, std::size_t thing) noexcept {
        words_[word].in[static_cast<std::size_t>(where)] |= bit(thing);
    }

    void find_kinds(const kind_stage& kinds) {
        using text::kinship;
        for_each_in(searched_, [&](std::size_t i) {
            for (std::size_t thing = 0; thing < window_.size(); ++thing) {
                const auto how = kinds.kinship_with(i, window_[thing]);
                if (how == kinship::none) continue;
                add(i,
                    how >= kinship::synonym ? field::type
                    : how == kinship::cue   ? field::cue
                                            : field::kind,
                    thing);
            }
        });
    }

    // "7:30 pm", "March 3rd", "in May", "on Friday", "1,250"
    void find_values() {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            const auto& word = at_.said[i];
            const value_reader reader{at_.said, i};
            const bool dated =
                word.known != nullptr && (word.known->month != 0 || word.known->weekday != 0);
            if (reader.values().empty() && !dated) continue;
            for (std::size_t thing = 0; thing < window_.size(); ++thing)
                if (window_[thing].attributes != nullptr)
                    for (const auto& each : *window_[thing].attributes)
                        if (const auto to = dated
                                                ? day_field(*word.known, each.value)
                                                : value_field(reader.values().front(), each.value);
                            to != field::count_)
                            add(i, to, thing);
        }
    }
    [[nodiscard]] field value_field(const value& said, const scalar& of) const noexcept {
        constexpr std::int64_t common = 10'000;  // thousandths: any text is full of them
        const auto stored = value_of(of);
        if (!stored || !said.may_be(*stored)) return field::count_;
        return said.kind == value_kind::number && said.amount < common ? field::near_value
                                                                       : field::value;
    }
    [[nodiscard]] field day_field(const text::lexicon::word& said, const scalar& of) const {
        const auto* const text = std::get_if<std::string>(&of);
        if (text == nullptr) return field::count_;
        const auto day = parse_value(*text);
        if (!day || day->kind != value_kind::date) return field::count_;
        if (said.month != 0 && day->amount / 32 == said.month) return field::value;
        const auto when = magnitude_reader{text::lexicon::most_measures - 1, at_.words}(of);
        return said.weekday != 0 && when && when->weekday() == said.weekday ? field::value
                                                                            : field::count_;
    }
    // "The done ones": `status: completed`; "the German one": `de`
    void find_states() {
        for_each_in(searched_, [&](std::size_t i) {
            const auto states = at_.words.states_like(at_.said[i].plain);
            const auto code = at_.words.code_of(at_.said[i].plain);
            if (states.empty() && code.empty()) return;
            const auto says = [&](std::string_view stored) {
                return (!code.empty() && same_letters(stored, code)) ||
                       std::any_of(states.begin(), states.end(), [&](const auto& each) {
                           return !each.denied && same_letters(stored, each.word);
                       });
            };
            for (std::size_t thing = 0; thing < window_.size(); ++thing)
                if (window_[thing].attributes != nullptr)
                    for (const auto& each : *window_[thing].attributes)
                        if (const auto* const text = std::get_if<std::string>(&each.value);
                            text != nullptr && says(*text))
                            add(i, field::near_value, thing);
        });
    }

    // Calls `with(word, thing, field)` for the words of all things.
    template <class With>
    void walk(With with) const {
        constexpr std::size_t longest = 120;
        for (std::size_t thing = 0; thing < window_.size(); ++thing) {
            const auto& of = window_[thing];
            const auto each_word = [&](std::string_view text, field in) {
                text::word_reader reader{text.substr(0, longest)};
                for (text::word word{}; reader.next(word);) with(word.text, thing, in);
            };
            if (!of.unnamed) each_word(of.name, field::name);
            with(of.id, thing, field::id);
            each_word(of.id, field::id);
            if (of.attributes == nullptr) continue;
            for (const auto& each : *of.attributes) {
                identifier_reader parts{each.name};
                const auto in = key_field(each.value);
                for (std::string_view part; parts.next(part);) with(part, thing, in);
                if (const auto* const text = std::get_if<std::string>(&each.value))
                    each_word(*text, field::value);
            }
        }
    }
    [[nodiscard]] static field key_field(const scalar& of) noexcept {
        if (const auto* const yes = std::get_if<bool>(&of))
            return *yes ? field::flag : field::unset_flag;
        if (std::holds_alternative<std::nullptr_t>(of)) return field::empty_key;
        if (const auto* const number = std::get_if<std::int64_t>(&of))
            return *number == 0 ? field::empty_key : field::key;
        if (const auto* const text = std::get_if<std::string>(&of))
            return text->empty() || *text == "none" ? field::empty_key : field::key;
        return field::key;
    }

    void exact(std::string_view part, std::size_t thing, field in) {
        if (part.empty()) return;
        for_each_in(beginning_with(part[0]), [&](std::size_t i) {
            if (words_[i].role == word_role::verb &&
                (in == field::key || in == field::empty_key || in == field::id))
                return;
            if (same_noun(part, at_.said[i].plain)) return add(i, in, thing);
            // "The unread ones": `read: false`
            const auto* const known = at_.said[i].known;
            if ((in == field::flag || in == field::unset_flag) && known != nullptr &&
                !known->opposite.empty() && same_noun(part, known->opposite))
                add(i, in == field::flag ? field::unset_flag : field::flag, thing);
        });
    }
    void alike(word_set missed, std::string_view part, std::size_t thing, field in) {
        const auto to = in == field::name         ? field::near_name
                        : in == field::value      ? field::near_value
                        : in == field::flag       ? field::near_flag
                        : in == field::unset_flag ? field::near_unset_flag
                                                  : field::count_;
        if (to == field::count_ || part.size() < 4) return;
        for_each_in(missed, [&](std::size_t i) {
            if (likeness(at_.said[i].plain, part) >=
                (in == field::name || in == field::value ? 5 : 6))
                add(i, to, thing);
        });
    }

    const scene& at_;
    const window_things& window_;
    std::vector<one> words_;
    std::vector<spelled_id> spelled_;
    word_set searched_ = 0;
    std::array<word_set, 28> beginnings_{};
};

}  // namespace workmem::resolution
