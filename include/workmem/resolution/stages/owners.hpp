#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/resolution/stages/object.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

namespace detail {

/// Finds what belongs to somebody: "Bob's order", "his order", "the order from Bob Smith".
class owner_reader {
public:
    owner_reader(const scene& at, const kind_stage& kinds, const std::vector<pick>& named) noexcept
        : at_{at}, kinds_{kinds}, named_{named} {}

    [[nodiscard]] std::optional<outcome> read() const {
        constexpr std::size_t most_words = 256;
        const auto& said = at_.said;
        for (std::size_t i = 0; i < (std::min)(said.size(), most_words); ++i) {
            if (i + 1 >= said.size() || ends_phrase(said, i + 1)) continue;
            if (said[i].clitic && is_name(i)) {
                if (auto found = behind_name(i)) return found;
            } else if (said[i].is(word_class::person_pronoun) && !named_before(i)) {
                if (auto found = behind_pronoun(i)) return found;
            }
        }
        return named_.size() == 1 ? before_name() : std::nullopt;
    }

private:
    using word_class = text::word_class;

    // A word that may be somebody's name, and no part of a thing's: "Dave" in "Dave's order".
    [[nodiscard]] bool is_name(std::size_t i) const {
        const auto& word = at_.said[i];
        if (word.known != nullptr || at_.said.noun(i) != nullptr) return false;
        return std::none_of(named_.begin(), named_.end(), [&](const pick& each) {
            return each.position <= word.position &&
                   each.position + each.evidence.size() > at_.said[i + 1].position;
        });
    }
    [[nodiscard]] bool named_before(std::size_t i) const {
        return std::any_of(named_.begin(), named_.end(),
                           [&](const pick& each) { return each.position < at_.said[i].position; });
    }
    // What the words from one on say is owned: a noun of the text, its size for "one"; nothing for
    // a property and for what is no noun.
    [[nodiscard]] std::optional<phrase_head> owned(std::size_t i) const {
        const auto head = head_from(at_, kinds_, i);
        if (head.general || head.placeholder) {
            if (head.general) return std::nullopt;
            return head;
        }
        if (head.noun < at_.said.size())
            return kinds_.closest(head.noun) > text::kinship::cue ? std::optional{head}
                                                                  : std::nullopt;
        const auto* noun = at_.said.noun(i);
        if (head.absent && noun != nullptr && at_.words.is_kind(*noun) &&
            !at_.said[i].is(word_class::property))
            return head;
        return std::nullopt;
    }

    [[nodiscard]] std::optional<outcome> behind_name(std::size_t i) const {
        const auto head = owned(i + 1);
        // "Hannah's email", of somebody in memory who has one
        if (!head || (head->noun < at_.said.size() && has_itself(i, head->noun)))
            return std::nullopt;
        auto first = i;
        while (first > 0 && i - first < 2 && !ends_phrase(at_.said, first) &&
               at_.said[first - 1].capital && !at_.said[first - 1].begins_sentence)
            --first;
        std::vector<std::string_view> words;
        for (auto w = first; w <= i; ++w) words.push_back(at_.said[w].text);
        const auto tells_owner = [&](std::string_view text) {
            return std::all_of(words.begin(), words.end(),
                               [&](std::string_view word) { return says_word(text, word); });
        };
        auto found =
            choose(*head, first, [&](const entry& each) { return has_value(each, tells_owner); });
        if (!found || found->status != resolution_status::unresolved) return found;
        if (head->noun == i + 1) {
            constexpr std::size_t most_owners = 8;
            std::vector<std::uint32_t> owners;
            for (std::uint32_t each = 0; each < at_.entries.size(); ++each)
                if (owners.size() < most_owners && !at_.entries[each].unnamed &&
                    tells_owner(at_.entries[each].name))
                    owners.push_back(each);
            found = choose(*head, first, [&](const entry& each) {
                return std::any_of(owners.begin(), owners.end(), [&](std::uint32_t owner) {
                    return says_its(at_.entries[owner], head->noun, each);
                });
            });
        }
        if (!found || found->status != resolution_status::unresolved) return found;
        // An appointment that is called "Ottilie Brandt" is hers.
        return choose(*head, first, [&](const entry& each) {
            return !each.unnamed && may_name_person(each.name, 1) && tells_owner(each.name);
        });
    }
    // Whether what is named at a word has an attribute called by another.
    [[nodiscard]] bool has_itself(std::size_t name, std::size_t noun) const {
        const auto at = at_.said[name].position;
        const auto& word = at_.said[noun];
        const auto is_called_so = [&](const attribute& of) {
            const std::string_view all{of.name};
            return same_word(all.substr(all.find_last_of("._") + 1), word.text);
        };
        return word.is(word_class::property) &&
               std::any_of(named_.begin(), named_.end(), [&](const pick& each) {
                   const auto* const told = at_.entries[each.index].attributes;
                   return each.position <= at && at < each.position + each.evidence.size() &&
                          told != nullptr && std::any_of(told->begin(), told->end(), is_called_so);
               });
    }
    // "His order": of the one who was named last and has some.
    [[nodiscard]] std::optional<outcome> behind_pronoun(std::size_t i) const {
        const auto head = owned(i + 1);
        if (!head || head->placeholder) return std::nullopt;
        if (head->absent) return unresolved(at_.said.text(), at_.type);
        // Not "give her route 2", "tell him order 7 is late", "her other route".
        const bool says =
            named_.empty() && at_.said[i].is(word_class::owner_pronoun) && head->noun == i + 1;
        bool known = false;
        for (const auto& focus : by_focus(at_)) {
            const auto& owner = at_.entries[focus.index];
            if (!is_named(owner.level)) break;
            if (kinds_.is_of_kind(head->noun, owner)) continue;
            auto found = choose(*head, i, [&](const entry& each) {
                return is_of(each, owner) || (says && says_its(owner, head->noun, each));
            });
            if (found && !found->candidates.empty()) return found;
            known = true;
        }
        if (known && says && none_stands_out(head->noun))
            return unresolved(at_.said.text(), at_.type);
        return std::nullopt;
    }
    // Whether there are several of a kind, and of none of them somebody spoke.
    [[nodiscard]] bool none_stands_out(std::size_t noun) const {
        const kind_filter fits{at_, kinds_, noun};
        std::size_t count = 0;
        for (const auto& each : at_.entries) {
            if (!fits(each)) continue;
            if (is_named(each.level)) return false;
            ++count;
        }
        return count > 1;
    }
    // "The order from Bob Smith": the order, not Bob.
    [[nodiscard]] std::optional<outcome> before_name() const {
        const auto& said = at_.said;
        std::size_t name = 0;
        while (name < said.size() && said[name].position < named_.front().position) ++name;
        if (name > 2 && said[name - 1].is(word_class::definite)) --name;
        if (name < 2 || said[name].after_comma || said[name - 1].after_comma ||
            !said[name - 1].is(word_class::describing) ||
            kinds_.closest(name - 2) <= text::kinship::cue ||
            determiner_of(said, name - 2) == determiner::indefinite)
            return std::nullopt;
        const auto& owner = at_.entries[named_.front().index];
        if (kinds_.is_of_kind(name - 2, owner)) return std::nullopt;
        phrase_head head{};
        head.noun = head.last = name - 2;
        auto found = choose(head, name - 2, [&](const entry& each) { return is_of(each, owner); });
        if (found && found->candidates.empty()) return std::nullopt;
        return found;
    }

    template <class Owned>
    [[nodiscard]] std::optional<outcome> choose(const phrase_head& head, std::size_t first,
                                                Owned is_owned) const {
        if (head.absent) return unresolved(at_.said.text(), at_.type);
        const kind_filter fits{at_, kinds_, head.noun};
        std::vector<std::uint32_t> found, attended;
        for (std::uint32_t i = 0; i < at_.entries.size(); ++i) {
            const auto& each = at_.entries[i];
            if (!fits(each) || !is_owned(each)) continue;
            found.push_back(i);
            if (is_named(each.level)) attended.push_back(i);
        }
        return only(
            at_, picks(attended.size() == 1 ? attended : found, 935'000,
                       "it belongs to whom the text names", evidence(at_.said, first, head.last)));
    }

    template <class Test>
    [[nodiscard]] static bool has_value(const entry& of, Test test) {
        return of.attributes != nullptr &&
               std::any_of(of.attributes->begin(), of.attributes->end(), [&](const attribute& a) {
                   const auto* text = std::get_if<std::string>(&a.value);
                   return text != nullptr && test(*text);
               });
    }
    [[nodiscard]] static bool is_of(const entry& each, const entry& owner) {
        return &each != &owner && has_value(each, [&](std::string_view value) {
            return same_word(value, owner.name) || (!owner.id.empty() && value == owner.id);
        });
    }

    // "Their route" where the owner says `currentRoute` and has its name or id there.
    [[nodiscard]] bool says_its(const entry& owner, std::size_t noun, const entry& each) const {
        if (&each == &owner || owner.attributes == nullptr || noun >= at_.said.size()) return false;
        return std::any_of(
            owner.attributes->begin(), owner.attributes->end(), [&](const attribute& of) {
                const auto word = at_.said[noun].text;
                // `open_tickets: 3` counts them.
                const bool counts = std::holds_alternative<std::int64_t>(of.value) &&
                                    !same_noun(of.name, word) && !name_has_word(of.name, "id");
                return !counts && name_has_word(of.name, word) && refers_to(of.value, each);
            });
    }
    [[nodiscard]] static bool refers_to(const scalar& value, const entry& to) {
        if (const auto* const number = std::get_if<std::int64_t>(&value))
            return std::to_string(*number) == to.id;
        const auto* const text = std::get_if<std::string>(&value);
        return text != nullptr && !text->empty() &&
               (*text == to.id || (!to.unnamed && same_word(*text, to.name)));
    }

    const scene& at_;
    const kind_stage& kinds_;
    const std::vector<pick>& named_;
};

}  // namespace detail

/// Stage: things that belong to somebody, by a value that is the name or the id of the owner.
/// Nothing of the kind that belongs to whom the text names is unresolved: "Dave's order".
[[nodiscard]] inline std::optional<outcome> by_owner(const scene& at, const kind_stage& kinds,
                                                     const std::vector<pick>& named) {
    return detail::owner_reader{at, kinds, named}.read();
}

}  // namespace workmem::resolution
