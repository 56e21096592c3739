#pragma once

#include <workmem/config.hpp>
#include <workmem/text/inflection.hpp>
#include <workmem/text/lexicon.hpp>
#include <workmem/text/lexicon_english.hpp>
#include <workmem/text/quote.hpp>

namespace workmem::text {

WORKMEM_DECL std::vector<std::string> lexicon::split(std::string_view words) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < words.size();) {
        const auto end = (std::min)(words.find_first_of(" \t\n\r", at), words.size());
        if (end > at) out.push_back(folded(words.substr(at, end - at)));
        at = end + 1;
    }
    return out;
}

WORKMEM_DECL error lexicon::empty_list(std::string_view verb) {
    return {error_code::validation_error,
            "lexicon: " + std::string{verb} + " needs at least one word that is not empty"};
}

WORKMEM_DECL std::uint32_t lexicon::intern(const std::string& folded_word) {
    if (const auto known = index_of(folded_word); known != none) return known;
    if (const auto joint = folded_word.find('_'); joint != std::string::npos && joint > 0)
        words_[intern(folded_word.substr(0, joint))].begins_compound = true;
    const auto put = [this](std::uint32_t which) {
        const auto mask = table_.size() - 1;
        auto at = hash(texts_[which]) & mask;
        while (table_[at] != none) at = (at + 1) & mask;
        table_[at] = which;
    };
    const auto index = static_cast<std::uint32_t>(words_.size());
    texts_.push_back(folded_word);
    words_.emplace_back().meaning = index;
    kinds_.push_back(0);
    longest_ = (std::max)(longest_, folded_word.size());
    if (2 * texts_.size() > table_.size()) {
        table_.assign(std::max<std::size_t>(64, 2 * table_.size()), none);
        for (std::uint32_t i = 0; i < index; ++i) put(i);
    }
    put(index);
    return index;
}

WORKMEM_DECL result<void> lexicon::try_add(word_class what, std::string_view words) {
    const auto list = split(words);
    if (list.empty()) return empty_list("add");
    if (what >= word_class::count_)
        return error{error_code::validation_error, "lexicon: add knows no such class of words"};
    const bool points =
        what == word_class::near_demonstrative || what == word_class::far_demonstrative;
    for (const auto& each : list) {
        const auto bit = static_cast<unsigned>(what);
        words_[intern(each)].classes[bit / 64] |= std::uint64_t{1} << bit % 64;
        if (points) demonstratives_.push_back({each, what});
    }
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_ordinal(int place, std::string_view words) {
    const auto list = split(words);
    if (list.empty()) return empty_list("add_ordinal");
    if (place < -1'000 || (place > -2 && place < 1) || place > 1'000)
        return error{error_code::validation_error,
                     "lexicon: ordinal " + std::to_string(place) +
                         " is within neither 1 … 1000 nor -1000 … -2"};
    for (const auto& each : list) words_[intern(each)].ordinal = static_cast<std::int16_t>(place);
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_cardinal(int number, std::string_view words) {
    const auto list = split(words);
    if (list.empty()) return empty_list("add_cardinal");
    if (number < 0 || number > 1'000)
        return error{error_code::validation_error,
                     "lexicon: cardinal " + std::to_string(number) + " is not within 0 … 1000"};
    for (const auto& each : list) words_[intern(each)].cardinal = static_cast<std::int16_t>(number);
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_month(int number, std::string_view words) {
    const auto list = split(words);
    if (list.empty()) return empty_list("add_month");
    if (number < 1 || number > 12)
        return error{error_code::validation_error,
                     "lexicon: month " + std::to_string(number) + " is not within 1 … 12"};
    for (const auto& each : list) words_[intern(each)].month = static_cast<std::uint8_t>(number);
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_weekday(int number, std::string_view words) {
    const auto list = split(words);
    if (list.empty()) return empty_list("add_weekday");
    if (number < 1 || number > 7)
        return error{error_code::validation_error,
                     "lexicon: weekday " + std::to_string(number) + " is not within 1 … 7"};
    for (const auto& each : list) words_[intern(each)].weekday = static_cast<std::uint8_t>(number);
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_opposites(std::string_view words) {
    const auto list = split(words);
    if (list.size() != 2)
        return error{
            error_code::validation_error,
            "lexicon: add_opposites takes two words, was given " + std::to_string(list.size())};
    words_[intern(list[0])].opposite = list[1];
    words_[intern(list[1])].opposite = list[0];
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_code(std::string_view words) {
    const auto list = split(words);
    if (list.size() != 2)
        return error{error_code::validation_error,
                     "lexicon: add_code takes a word and its code, was given " +
                         std::to_string(list.size()) + " words"};
    codes_.push_back({list[0], list[1]});
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_states(std::string_view words) {
    const auto list = split(words);
    if (list.size() < 2)
        return error{error_code::validation_error,
                     "lexicon: add_states takes at least two words, was given " +
                         std::to_string(list.size())};
    auto& group = states_.emplace_back();
    for (const std::string_view each : list) {
        const bool denied = each.starts_with('-');
        group.push_back({std::string{each.substr(denied ? 1 : 0)}, denied});
    }
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_part_of_day(int from, int to, std::string_view words) {
    const auto list = split(words);
    if (list.empty()) return empty_list("add_part_of_day");
    if (from < 0 || from >= 1440 || to < 0 || to > 1440)
        return error{error_code::validation_error,
                     "lexicon: part of the day " + std::to_string(from) + " to " +
                         std::to_string(to) + " is not within 0 … 1440 minutes"};
    for (const auto& each : list) {
        auto& known = words_[intern(each)];
        known.day_from = static_cast<std::int16_t>(from);
        known.day_to = static_cast<std::int16_t>(to);
    }
    return {};
}

WORKMEM_DECL result<std::uint8_t> lexicon::known_measure(std::string_view name) const {
    for (std::size_t i = 0; i < measures_.size(); ++i)
        if (measures_[i].name == name) return static_cast<std::uint8_t>(i);
    return error{error_code::validation_error,
                 "lexicon: " + text::quoted(name) + " is no measure yet; add_measure comes first"};
}

WORKMEM_DECL result<void> lexicon::try_add_measure(std::string_view name, direction better,
                                                   std::string_view words) {
    const auto list = split(words);
    if (list.empty()) return empty_list("add_measure");
    const auto known = known_measure(name);
    if (!known && measures_.size() == most_measures)
        return error{error_code::validation_error, "lexicon: there are 32 measures already"};
    const auto bit = known ? *known : static_cast<std::uint8_t>(measures_.size());
    if (!known) measures_.push_back({std::string{name}, better});
    for (const auto& each : list) words_[intern(each)].measures |= std::uint32_t{1} << bit;
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_adjectives(std::string_view name, direction towards,
                                                      degree how, std::string_view words) {
    const auto list = split(words);
    if (list.empty()) return empty_list("add_adjectives");
    const auto known = known_measure(name);
    if (!known) return known.error();
    for (const auto& each : list) words_[intern(each)].compares.push_back({*known, towards, how});
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_units(std::string_view name, std::int64_t size,
                                                 std::string_view words) {
    const auto list = split(words);
    if (list.empty()) return empty_list("add_units");
    const auto known = known_measure(name);
    if (!known) return known.error();
    if (size < 1 || size > 1'000'000'000'000)
        return error{error_code::validation_error,
                     "lexicon: unit of " + std::to_string(size) + " is not within 1 … 10^12"};
    for (const auto& each : list) words_[intern(each)].units.push_back({*known, size});
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_synonyms(std::string_view words) {
    const auto list = split(words);
    if (list.size() < 2) return empty_list("add_synonyms needs two words;");
    const auto* first = find(list.front());
    for (std::size_t i = 1; i < list.size(); ++i) {
        const auto* each = find(list[i]);
        if (each == nullptr || first == nullptr || each->meaning == first->meaning) continue;
        const auto self = index_of(list[i]);
        if (each->meaning != self || is_above(self, *first) || is_above(first->meaning, *each))
            return error{error_code::validation_error,
                         "lexicon: " + text::quoted(list[i]) + " has another meaning already"};
    }
    const auto meaning = words_[intern(list.front())].meaning;
    kinds_[meaning] = 1;
    for (std::size_t i = 1; i < list.size(); ++i) {
        const auto self = intern(list[i]);
        if (self == meaning) continue;
        for (auto& other : words_)
            if (other.meaning == self) other.meaning = meaning;
        auto& from = words_[self];
        auto& to = words_[meaning];
        to.broader.insert(to.broader.end(), from.broader.begin(), from.broader.end());
        to.evoked.insert(to.evoked.end(), from.evoked.begin(), from.evoked.end());
        for (auto& other : words_) {
            std::replace(other.broader.begin(), other.broader.end(), self, meaning);
            std::replace(other.evoked.begin(), other.evoked.end(), self, meaning);
        }
    }
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_kinds(std::string_view broader,
                                                 std::string_view narrower) {
    const auto above = split(broader);
    const auto below = split(narrower);
    if (above.size() != 1 || below.empty()) return empty_list("add_kinds needs one kind;");
    const auto* top = find(above.front());
    for (const auto& each : below) {
        const auto* known = find(each);
        const bool same = each == above.front() ||
                          (known != nullptr && top != nullptr && known->meaning == top->meaning);
        if (same || (known != nullptr && top != nullptr && is_above(known->meaning, *top)))
            return error{error_code::validation_error,
                         "lexicon: " + text::quoted(each) + " is broader than " +
                             text::quoted(above.front()) + " already; kinds must not form a cycle"};
    }
    const auto kind = words_[intern(above.front())].meaning;
    kinds_[kind] = 1;
    for (const auto& each : below) {
        const auto self = words_[intern(each)].meaning;
        kinds_[self] = 1;
        auto& list = words_[self].broader;
        if (std::find(list.begin(), list.end(), kind) == list.end()) list.push_back(kind);
    }
    return {};
}

WORKMEM_DECL result<void> lexicon::try_add_cues(std::string_view kind, std::string_view words) {
    const auto target = split(kind);
    const auto list = split(words);
    if (target.size() != 1 || list.empty()) return empty_list("add_cues needs one kind;");
    const auto evoked = words_[intern(target.front())].meaning;
    kinds_[evoked] = 1;
    for (const auto& each : list) {
        const auto self = intern(each);
        if (words_[self].meaning == evoked) continue;
        auto& of = words_[self].evoked;
        if (std::find(of.begin(), of.end(), evoked) == of.end()) of.push_back(evoked);
    }
    return {};
}

namespace detail {

/// Whether a noun ends like a plural, regular or not: most words of a text do not, and need no
/// look at the tables.
[[nodiscard]] constexpr bool may_be_plural(std::string_view noun) noexcept {
    constexpr auto endings = [] {
        std::uint32_t out = 1U << ('s' - 'a');
        for (const auto& pair : irregular_nouns)
            if (pair.singular != pair.plural) out |= 1U << (pair.plural.back() - 'a');
        return out;
    }();
    return !noun.empty() && noun.back() >= 'a' && noun.back() <= 'z' &&
           (endings >> (noun.back() - 'a') & 1U) != 0;
}

[[nodiscard]] inline lexicon make_english() {
    lexicon out;
    out.set_singular([](std::string_view noun) {
        return may_be_plural(noun) ? singular(noun) : std::string{noun};
    });
    out.set_clitics("s re ll d ve m");
    for (const auto& each : english_classes) out.add(each.what, each.words);
    for (const auto& each : english_ordinals) out.add_ordinal(each.value, each.words);
    for (const auto& each : english_cardinals) out.add_cardinal(each.value, each.words);
    for (const auto each : english_opposites) out.add_opposites(each);
    for (const auto each : english_codes) out.add_code(each);
    for (const auto each : english_states) out.add_states(each);
    for (const auto& each : english_months) out.add_month(each.value, each.words);
    for (const auto& each : english_weekdays) out.add_weekday(each.value, each.words);
    for (const auto& each : english_parts_of_day)
        out.add_part_of_day(each.from, each.to, each.words);
    for (const auto words : english_synonyms) out.add_synonyms(words);
    for (const auto& each : english_kind_table) out.add_kinds(each.kind, each.words);
    for (const auto& each : english_cue_table) out.add_cues(each.kind, each.words);
    for (const auto& each : english_measures) out.add_measure(each.name, each.better, each.words);
    for (const auto& each : english_adjectives)
        out.add_adjectives(each.measure, each.towards, each.how, each.words);
    for (const auto& each : english_units) out.add_units(each.measure, each.size, each.words);
    return out;
}

}  // namespace detail

WORKMEM_DECL const lexicon& lexicon::english() {
    static const lexicon words = detail::make_english();
    return words;
}

}  // namespace workmem::text
