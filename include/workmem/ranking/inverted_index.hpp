#pragma once

#include <workmem/ranking/dictionary.hpp>
#include <workmem/ranking/postings.hpp>
#include <workmem/ranking/ranking.hpp>
#include <workmem/ranking/term_reader.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::ranking::detail {

inline constexpr std::uint32_t no_number = 0xFFFFFFFFU;

/// Documents by term, and terms by document. A document gets the next free number; erasing one
/// leaves its number and its entries behind until a quarter of all is dead, then the next addition
/// builds the index anew from the terms by document, O(1) amortised. Documents are linked in order
/// of time. Up to 2^32 terms, documents, and bytes of either direction. Copyable, movable.
template <class Language>
class inverted_index {
public:
    struct record {
        std::uint32_t slot = no_number;  // none: erased
        std::uint32_t entries = 0;       // where its terms begin
        std::uint32_t length = 0;        // words that count
        std::uint32_t previous = no_number;
        std::uint32_t next = no_number;
    };

    /// Adds a document, or replaces what the slot held. Linear in the text, and in how many newer
    /// documents there are already.
    void add(std::uint32_t slot, const document& what) {
        erase(slot);
        if (records_.size() - live_ > 64 + live_ / 3) compact();
        found_.clear();
        read(what.text, false);
        const auto length = static_cast<std::uint32_t>(found_.size());
        read(what.speaker, true);
        count();
        place(slot, what.position, length);
    }
    /// Linear in the document's terms.
    void erase(std::uint32_t slot) noexcept {
        const auto number = number_of(slot);
        if (number == no_number) return;
        for_each_term(number, [this](std::uint32_t term, occurrence) { lists_.forget(term); });
        auto& gone = records_[number];
        (gone.previous == no_number ? first_ : records_[gone.previous].next) = gone.next;
        (gone.next == no_number ? last_ : records_[gone.next].previous) = gone.previous;
        gone.slot = no_number;
        numbers_[slot] = no_number;
        length_ -= gone.length;
        --live_;
    }
    void clear() noexcept {
        inverted_index empty;
        std::swap(*this, empty);
    }

    [[nodiscard]] std::size_t size() const noexcept { return live_; }
    /// The sum of all documents' words.
    [[nodiscard]] std::uint64_t length() const noexcept { return length_; }
    [[nodiscard]] std::uint32_t number_of(std::uint32_t slot) const noexcept {
        return slot < numbers_.size() ? numbers_[slot] : no_number;
    }
    [[nodiscard]] const record& operator[](std::uint32_t number) const noexcept {
        return records_[number];
    }
    [[nodiscard]] std::uint64_t position(std::uint32_t number) const noexcept {
        return positions_[number];
    }
    [[nodiscard]] const dictionary& terms() const noexcept { return terms_; }
    [[nodiscard]] const postings& lists() const noexcept { return lists_; }

    /// Calls `use(term, occurrence)` for each term of a document.
    template <class Use>
    void for_each_term(std::uint32_t number, Use&& use) const {
        if (entries_.empty()) return;
        const auto* at = entries_.data() + records_[number].entries;
        const auto* const end = number + 1 < records_.size()
                                    ? entries_.data() + records_[number + 1].entries
                                    : entries_.data() + entries_.size();
        occurrence what;
        for (auto term = no_term; at != end;) {
            term += read_entry(at, what);
            use(term, what);
        }
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        return terms_.memory() + lists_.memory() +
               records_.capacity() * (sizeof(record) + sizeof(std::uint64_t)) +
               numbers_.capacity() * sizeof(std::uint32_t) + entries_.capacity() +
               found_.capacity() * sizeof(std::uint64_t) + counted_.capacity() * sizeof(counted);
    }

private:
    struct counted {
        std::uint32_t term;
        occurrence what;
    };

    void read(std::string_view text, bool speaks) {
        term_reader<Language> reader{text};
        for (term each{}; reader.next(each);)
            found_.push_back(std::uint64_t{terms_.add(each.text)} << 1 | std::uint64_t{speaks});
    }
    void count() {
        std::sort(found_.begin(), found_.end());
        counted_.clear();
        for (const auto each : found_) {
            const auto term = static_cast<std::uint32_t>(each >> 1);
            if (counted_.empty() || counted_.back().term != term) counted_.push_back({term, {}});
            if ((each & 1) != 0)
                counted_.back().what.speaks = true;
            else
                ++counted_.back().what.count;
        }
    }
    void place(std::uint32_t slot, std::uint64_t position, std::uint32_t length) {
        if (slot >= numbers_.size()) {
            make_room(numbers_, slot + 1 - numbers_.size());
            numbers_.resize(std::size_t{slot} + 1, no_number);
        }
        make_room(records_, 1);
        make_room(positions_, 1);
        make_room(entries_, counted_.size() * longest_entry);
        const auto number = static_cast<std::uint32_t>(records_.size());
        positions_.push_back(position);
        records_.push_back({slot, static_cast<std::uint32_t>(entries_.size()), length});
        const auto begin = entries_.size();
        entries_.resize(begin + counted_.size() * longest_entry);
        auto* to = entries_.data() + begin;
        auto before = no_term;
        for (const auto& [term, what] : counted_) {
            to = write_entry(to, term - before, what);
            before = term;
            lists_.append(term, number, what);
        }
        entries_.resize(static_cast<std::size_t>(to - entries_.data()));
        numbers_[slot] = number;
        length_ += length;
        ++live_;
        link(number);
    }
    void link(std::uint32_t number) noexcept {
        const auto in_time = [this](std::uint32_t each) {
            return std::pair{positions_[each], records_[each].slot};
        };
        auto& added = records_[number];
        auto before = last_;
        while (before != no_number && in_time(before) > in_time(number))
            before = records_[before].previous;
        added.previous = before;
        added.next = before == no_number ? first_ : records_[before].next;
        (before == no_number ? first_ : records_[before].next) = number;
        (added.next == no_number ? last_ : records_[added.next].previous) = number;
    }
    void compact() {
        inverted_index fresh;
        std::vector<std::uint32_t> renamed(terms_.size(), no_term);
        for (auto number = first_; number != no_number; number = records_[number].next) {
            fresh.counted_.clear();
            for_each_term(number, [&](std::uint32_t term, occurrence what) {
                auto& name = renamed[term];
                if (name == no_term) name = fresh.terms_.add(terms_[term]);
                fresh.counted_.push_back({name, what});
            });
            std::sort(fresh.counted_.begin(), fresh.counted_.end(),
                      [](const counted& a, const counted& b) { return a.term < b.term; });
            const auto& each = records_[number];
            fresh.place(each.slot, positions_[number], each.length);
        }
        *this = std::move(fresh);
    }

    dictionary terms_;
    postings lists_;
    std::vector<record> records_;
    std::vector<std::uint64_t> positions_;
    std::vector<std::uint32_t> numbers_;  // by slot
    std::vector<unsigned char> entries_;  // the terms of each document, ascending
    std::size_t live_ = 0;
    std::uint64_t length_ = 0;
    std::uint32_t first_ = no_number, last_ = no_number;  // in order of time
    std::vector<std::uint64_t> found_;                    // of the document being added
    std::vector<counted> counted_;
};

}  // namespace workmem::ranking::detail
