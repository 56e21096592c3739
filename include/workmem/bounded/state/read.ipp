#pragma once

#include <workmem/bounded/state.hpp>

#include <deque>
#include <string>
#include <workmem/ranking/term_reader.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/search_english.hpp>
#include <workmem/text/words.hpp>

// A part of bounded/state.hpp: what is found, and what an instruction means.

namespace workmem {

namespace detail {

/// Whether all words of a subject stand in a text: stemmed, in whatever case, possessive or not,
/// stop words aside unless there are no others.
class subject_words {
public:
    explicit subject_words(std::string_view subject) : words_{terms_of(subject)} {
        if (!words_.empty()) return;
        takes_all_ = true;
        words_ = terms_of(subject);
    }

    [[nodiscard]] bool stand_in(std::string_view text) const {
        if (words_.empty()) return false;
        const auto there = terms_of(text);
        return std::all_of(words_.begin(), words_.end(), [&](const std::string& word) {
            return std::find(there.begin(), there.end(), word) != there.end();
        });
    }
    /// In its text, its key, a tag or a string of its metadata.
    [[nodiscard]] bool are_in(const item& each) const {
        if (stand_in(each.text) || stand_in(each.key)) return true;
        for (const auto& tag : each.tags)
            if (stand_in(tag)) return true;
        for (const auto& one : each.metadata)
            if (const auto* const held = std::get_if<std::string>(&one.value);
                held != nullptr && stand_in(*held))
                return true;
        return false;
    }

private:
    [[nodiscard]] std::vector<std::string> terms_of(std::string_view text) const {
        std::vector<std::string> out;
        if (takes_all_) {
            const auto folded = text::folded(text);
            text::word_reader words{folded};
            for (text::word each{}; words.next(each);) out.emplace_back(each.text);
            return out;
        }
        ranking::term_reader<text::search_english> terms{text};
        for (ranking::term each{}; terms.next(each);) out.emplace_back(each.text);
        return out;
    }

    bool takes_all_ = false;
    std::vector<std::string> words_;
};

}  // namespace detail

template <class Policies>
std::vector<item> bounded_state<Policies>::copies(const std::vector<std::uint32_t>& wanted) const {
    std::vector<item> out;
    out.reserve(wanted.size());
    for (const auto slot : wanted) out.push_back(value(slot));
    std::vector<std::size_t> by_number(wanted.size());
    for (std::size_t i = 0; i < by_number.size(); ++i) by_number[i] = i;
    std::sort(by_number.begin(), by_number.end(),
              [&](auto a, auto b) { return out[a].number < out[b].number; });
    std::size_t position = 0, next = 0;
    for (auto slot = slots_.queue().first(); next < by_number.size() && slot != no_slot;
         slot = slots_.queue().next(slot), ++position)
        while (next < by_number.size() && wanted[by_number[next]] == slot)
            out[by_number[next++]].position = position;
    return out;
}

template <class Policies>
result<std::vector<std::uint32_t>> bounded_state<Policies>::select(const forget_instruction& what,
                                                                   timestamp now,
                                                                   forget_mode mode) const {
    using target = forget_instruction::target;
    std::vector<std::uint32_t> out;
    const auto may_go = [&](std::uint32_t slot) {
        return mode == forget_mode::hard || !value(slot).forgotten;
    };
    const auto all_that = [&](auto&& test) {
        slots_.for_each([&](std::uint32_t slot) {
            if (may_go(slot) && test(value(slot))) out.push_back(slot);
        });
    };
    const auto missing = [](const std::string& why) { return error{error_code::not_found, why}; };
    switch (what.what) {
        case target::oldest:
            for (auto slot = slots_.queue().first(); slot != no_slot && out.empty();
                 slot = slots_.queue().next(slot))
                if (!value(slot).forgotten) out.push_back(slot);
            break;
        case target::least_important: {
            auto least = no_slot;
            slots_.for_each([&](std::uint32_t slot) {
                if (value(slot).forgotten) return;
                if (least == no_slot || value(slot).importance < value(least).importance)
                    least = slot;
            });
            if (least != no_slot) out.push_back(least);
            break;
        }
        case target::position: {
            auto slot = slots_.queue().first();
            for (auto left = what.number; slot != no_slot && left > 0; --left)
                slot = slots_.queue().next(slot);
            if (slot == no_slot)
                return missing("there is no item at position " + std::to_string(what.number) +
                               "; the queue has " + std::to_string(size()));
            out.push_back(slot);
            break;
        }
        case target::before_step:
            all_that([&](const item& each) { return each.step < what.number; });
            break;
        case target::id: {
            const auto slot = slots_.find_id(what.text);
            if (slot == no_slot)
                return missing("there is no item with the id " + text::quoted(what.text));
            out.push_back(slot);
            break;
        }
        case target::tag:
            all_that([&](const item& each) {
                return std::find(each.tags.begin(), each.tags.end(), what.text) != each.tags.end();
            });
            break;
        case target::older_than:
            all_that([&](const item& each) { return now - each.created > what.age; });
            break;
        case target::everything_about: {
            const detail::subject_words subject{what.text};
            all_that([&](const item& each) { return subject.are_in(each); });
            break;
        }
    }
    return out;
}

// What came since the last search is indexed now; a stale index is built anew.
template <class Policies>
void bounded_state<Policies>::refresh_index() {
    const auto newest = next_number_ - 1;
    if (index_.is_stale()) {
        indexed_ = 0;
        std::deque<std::string> texts;
        index_.rebuild([&](auto&& take) {
            slots_.for_each(
                [&](std::uint32_t slot) { take(slot, document_of(slot, texts.emplace_back())); });
        });
        indexed_ = newest;
        return;
    }
    auto slot = slots_.queue().last();
    auto first = no_slot;
    for (; slot != no_slot && !is_indexed(slot); slot = slots_.queue().previous(slot)) first = slot;
    for (slot = first; slot != no_slot; slot = slots_.queue().next(slot)) index_text(slot);
    indexed_ = newest;
    if (index_.is_stale()) refresh_index();
}

template <class Policies>
auto bounded_state<Policies>::search(std::string_view prompt, std::size_t most,
                                     const item_filter& filter, bool with_neighbours)
    -> std::vector<found_item> {
    std::vector<found_item> out;
    const auto more_important = [this](std::uint32_t a, std::uint32_t b) {
        return value(a).importance > value(b).importance;
    };
    const bool blank = prompt.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
    if (blank) {
        slots_.for_each([&](std::uint32_t slot) {
            if (filter.accepts(value(slot))) out.push_back({slot, 0});
        });
        const auto before = [&](const found_item& a, const found_item& b) {
            if (more_important(a.slot, b.slot) || more_important(b.slot, a.slot))
                return more_important(a.slot, b.slot);
            return value(a.slot).number > value(b.slot).number;
        };
        const auto end = out.begin() + static_cast<std::ptrdiff_t>((std::min)(most, out.size()));
        std::partial_sort(out.begin(), end, out.end(), before);
        out.erase(end, out.end());
        return out;
    }
    struct choice {
        const bounded_state& state;
        const item_filter& filter;
        [[nodiscard]] bool accepts(std::uint32_t slot) const {
            return filter.accepts(state.value(slot));
        }
        [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
            return state.value(a).importance > state.value(b).importance;
        }
    };
    refresh_index();
    // A hit may have eight neighbours, which come before weaker hits.
    const auto wanted = with_neighbours ? most : most * 9;
    const auto ranked = index_.search(prompt, (std::min)(wanted, size()), choice{*this, filter});
    for (const auto& each : ranked.hits)
        if (out.size() < most && (with_neighbours || !each.is_neighbour))
            out.push_back({each.slot, each.score, each.is_neighbour});
    return out;
}

}  // namespace workmem
