#pragma once

#include <workmem/resolution/names/name_rules.hpp>
#include <workmem/resolution/names/slug.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/resolution/sentence/said_words.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/identifiers.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// The names, ids and slugs of entries, cut into words and sorted, so that a text is searched for
/// all of them in one pass; names that share no word with the text are left out. Building it is
/// linear in the entries, searching in the text, whatever names share. Neither copyable nor
/// movable; the entries and the utterance must outlive it.
class name_index {
public:
    static constexpr std::size_t most_words = 24;  ///< of a name; the rest does not count

    name_index(const std::vector<entry>& entries, const utterance& said)
        : entries_{entries},
          said_{said},
          rules_{entries, said},
          words_{said.lexicon()},
          said_words_{said} {
        std::size_t size = 0;
        for (const auto& each : entries)
            for (const auto each_text : {each.name, each.id, each.slug})
                size += (std::min)(each_text.size(), most_bytes);
        const auto identifiers = find_identifiers(entries, said, said_words_);
        for (const auto& each : identifiers) size += each.text.size();
        folded_.reserve(size + size / 2 + 64);
        for (std::uint32_t i = 0; i < entries.size(); ++i) {
            const auto& each = entries[i];
            if (!each.unnamed) add(each.name, i, false);
            add(each.id, i, true);
            if (const auto slug = slug_of(each); slug != each.name && slug != each.id)
                add(slug, i, true);
        }
        for (const auto& each : identifiers) add(each.text, each.entry, true);
        merge();
        for (std::uint32_t n = 0; n < names_.size(); ++n)
            for (std::uint32_t p = 0; p < names_[n].count; ++p)
                postings_.push_back({key_of(names_[n], p), n, p});
        std::sort(postings_.begin(), postings_.end(), [](const posting& a, const posting& b) {
            return a.word != b.word ? a.word < b.word
                                    : (a.name != b.name ? a.name < b.name : a.at < b.at);
        });
    }
    name_index(const name_index&) = delete;
    name_index& operator=(const name_index&) = delete;

    /// Every stretch that names something, longest first where they overlap, in order.
    [[nodiscard]] std::vector<name_hit> find(name_matching how) const {
        std::vector<name_hit> out;
        for (std::size_t i = 0; i < said_.size();) {
            const auto hit = best_at(i, how);
            if (hit.count != 0) {
                out.push_back(hit);
                i += hit.count;
            } else {
                ++i;
            }
        }
        return out;
    }

    /// The entries with that name, in the order of the entries.
    [[nodiscard]] const std::vector<std::uint32_t>& owners(std::uint32_t of) const noexcept {
        return names_[of].owners;
    }

private:
    static constexpr std::size_t most_bytes = 512;
    static constexpr std::size_t most_sharing = 16;

    struct name {
        std::uint32_t first = 0, count = 0;  // in words_of_
        std::uint32_t head = 0;              // words before the first comma, bracket or colon
        bool is_id = false;
        std::string whole{};  // of an id, as it stands
        std::vector<std::uint32_t> owners{};
    };
    struct posting {
        std::string_view word;
        std::uint32_t name, at;
    };

    void add(std::string_view text, std::uint32_t owner, bool is_id) {
        if (is_id && text.size() > most_bytes) return;  // part of an id is another id
        text = text::prefix(text, most_bytes);
        if (!said_words_.may_name(text, is_id, most_words)) return;
        name each;
        each.is_id = is_id;
        if (is_id) each.whole = text;
        each.first = static_cast<std::uint32_t>(words_of_.size());
        const auto mark = folded_.size();
        text::word_reader reader{text};
        std::size_t end = 0;
        for (text::word word{}; each.count < most_words && reader.next(word);) {
            const auto gap = text.substr(end, word.position - end);
            if (each.head == 0 && each.count > 0 && gap.size() > 1 &&
                gap.find_first_of(",(:/|-[") != std::string_view::npos)
                each.head = each.count;
            end = word.position + word.text.size();
            const auto at = folded_.size();
            append_plain(folded_, word.text);
            words_of_.push_back(std::string_view{folded_}.substr(at));
            ++each.count;
        }
        if (!is_said(each)) {
            words_of_.resize(each.first);
            folded_.resize(mark);
            return;
        }
        each.owners.push_back(owner);
        names_.push_back(std::move(each));
    }

    // Whether the text could name it: all words of an id, some word of a name.
    [[nodiscard]] bool is_said(const name& n) const {
        const auto found = [&](std::uint32_t p) { return said_words_.has(key_of(n, p)); };
        for (std::uint32_t p = 0; p < n.count; ++p)
            if (found(p) != n.is_id) return !n.is_id;
        return n.is_id && n.count != 0;
    }
    [[nodiscard]] std::string_view key_of(const name& n, std::uint32_t at) const noexcept {
        return word_key(words_of_[n.first + at]);
    }

    // Sorted by their words, names before ids; entries that share a name become one name with
    // several owners.
    void merge() {
        const auto less = [this](const name& a, const name& b) {
            if (a.is_id != b.is_id) return !a.is_id;
            for (std::uint32_t p = 0; p < a.count && p < b.count; ++p)
                if (const auto order = key_of(a, p).compare(key_of(b, p)); order != 0)
                    return order < 0;
            return a.count < b.count;
        };
        std::stable_sort(names_.begin(), names_.end(), less);
        std::vector<name> merged;
        for (auto& each : names_) {
            if (!merged.empty() && !less(merged.back(), each) &&
                (!each.is_id || same_letters(each.whole, merged.back().whole)))
                add_owner(merged.back(), each.owners.front());
            else
                merged.push_back(std::move(each));
        }
        names_ = std::move(merged);
    }

    static void add_owner(name& to, std::uint32_t owner) {
        if (to.owners.back() != owner) to.owners.push_back(owner);
    }

    [[nodiscard]] name_hit best_at(std::size_t i, name_matching how) const {
        const auto [begin, end] = std::equal_range(
            postings_.begin(), postings_.end(), posting{word_key(said_[i].plain), 0, 0},
            [](const posting& a, const posting& b) { return a.word < b.word; });
        if (begin == end) return {};
        name_hit best;
        bool shared = false;
        const auto consider = [&](const posting& each) {
            const auto& n = names_[each.name];
            if (each.at != 0 && (n.is_id || how == name_matching::full) &&
                !(each.at == 1 && is_article(n)))
                return;
            const auto hit = extend(i, each, n);
            if (hit.count == 0 || !is_meant(hit, n, how)) return;
            if (hit.count > best.count ||
                (hit.count == best.count && hit.complete && !best.complete)) {
                best = hit;
                shared = false;
            } else if (hit.count == best.count && hit.complete == best.complete &&
                       hit.name != best.name && hit.is_id == best.is_id) {
                shared = true;
            }
        };
        if (static_cast<std::size_t>(end - begin) <= most_sharing)
            std::for_each(begin, end, consider);
        else
            for (const auto& each : longest_from(i)) consider(each);
        if (shared && !best.complete) return {};
        return best;
    }

    // An issue and an order may have one number: the word before it tells.
    [[nodiscard]] bool is_meant(const name_hit& hit, const name& n, name_matching how) const {
        constexpr std::size_t most = 4;
        const auto asked = n.is_id ? (std::min)(n.owners.size(), most) : std::size_t{1};
        for (std::size_t i = 0; i < asked; ++i)
            if (rules_.accepts(hit, entries_[n.owners[i]], how)) return true;
        return false;
    }

    // Where many names share a word, only those that the text says from their beginning count:
    // found by halving the sorted names word by word, so that a thousand cost little more than ten.
    [[nodiscard]] std::vector<posting> longest_from(std::size_t i) const {
        std::vector<posting> out;
        const auto ids =
            std::find_if(names_.begin(), names_.end(), [](const name& n) { return n.is_id; });
        const auto search = [&](auto low, auto high) {
            auto best = high;
            const auto last = high;
            for (std::uint32_t depth = 0; low != high && i + depth < said_.size(); ++depth) {
                const auto key = word_key(said_[i + depth].plain);
                low = std::partition_point(low, high, [&](const name& n) {
                    return n.count <= depth || key_of(n, depth) < key;
                });
                high = std::partition_point(low, high,
                                            [&](const name& n) { return key_of(n, depth) == key; });
                if (low != high && low->count == depth + 1) best = low;
            }
            constexpr int most_alike = 4;  // ids that only differ in signs: a-1, a/1
            for (int more = 0; best != last && more < most_alike; ++more, ++best) {
                out.push_back({word_key(said_[i].plain),
                               static_cast<std::uint32_t>(best - names_.begin()), 0});
                if (!best->is_id) break;
            }
        };
        search(names_.begin(), ids);
        search(ids, names_.end());
        return out;
    }

    [[nodiscard]] bool is_article(const name& n) const noexcept {
        const auto* known = words_.find(words_of_[n.first]);
        return n.count > 1 && known != nullptr && known->is(text::word_class::definite);
    }

    // How far the text follows the name from word `start.at` on; "and" may be said or left out.
    [[nodiscard]] name_hit extend(std::size_t i, const posting& start, const name& n) const {
        std::size_t at = start.at, word = i, end = i;
        const auto connects = [&](std::string_view text) {
            const auto* known = words_.find(text);
            return known != nullptr && known->is(text::word_class::connective);
        };
        while (at < n.count && word < said_.size()) {
            const auto& expected = words_of_[n.first + at];
            if (word_key(said_[word].plain) == word_key(expected)) {
                ++at;
                end = ++word;
            } else if (connects(expected)) {
                ++at;
            } else if (connects(said_[word].text) && word > i) {
                ++word;
            } else {
                break;
            }
        }
        name_hit hit{start.name, i, end - i, false, n.is_id};
        const bool from_start = start.at == 0 || (start.at == 1 && is_article(n));
        hit.complete = from_start && (at >= n.count || (n.head != 0 && at == n.head));
        if (n.is_id) {
            const auto raw = said_.text().substr(said_[i].position);
            if (!hit.complete || at < n.count || raw.size() < n.whole.size() ||
                !same_letters(raw.substr(0, n.whole.size()), n.whole))
                return {};
        }
        return hit;
    }

    const std::vector<entry>& entries_;
    const utterance& said_;
    name_rules rules_;
    const text::lexicon& words_;
    said_words said_words_;
    std::string folded_;
    std::vector<std::string_view> words_of_;
    std::vector<name> names_;
    std::vector<posting> postings_;
};

}  // namespace workmem::resolution
