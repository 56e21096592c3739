#pragma once

#include <workmem/resolution/atoms/atoms.hpp>
#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/atoms/word_hits.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/propose/operators.hpp>
#include <workmem/resolution/scene.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// What a hypothesis starts from.
enum class base : std::uint8_t {
    focus,  ///< one thing by itself
    all,
    newest,  ///< the newest result
    newest_list,
    kind,          ///< all things of one type
    list_of_kind,  ///< those of one type in one result
    answered,      ///< what was meant last
    offered,       ///< what the assistant named last
    joined,        ///< of two hypotheses
    count_
};

/// The operators that made a hypothesis, as bits.
enum class made_by : std::uint16_t {
    superlative = 1,
    place = 2,
    rest = 4,
    exclusion = 8,
    join = 16,
    join_with_focus = 32,
    bound = 64,
    places = 128,         ///< of two places at once
    offered_place = 256,  ///< by the order in which they were offered
    attention = 512       ///< of several the one that came to attention last
};

/// A set of things that the text may mean, with the words that speak for it.
struct hypothesis {
    thing_set things = 0;
    word_set words = 0;
    std::uint32_t kinds = 0;  ///< a bit for each `atom_kind`
    std::uint16_t made = 0;   ///< bits of `made_by`
    base from = base::focus;
    int fit = 0;
    int quality = 0;   ///< for choosing which to look at; hundredths
    int made_of = 0;  ///< how many things the operator that made it chose from

    [[nodiscard]] bool is(made_by how) const noexcept {
        return (made & static_cast<std::uint16_t>(how)) != 0;
    }
    [[nodiscard]] bool has(atom_kind kind) const noexcept {
        return (kinds >> static_cast<unsigned>(kind) & 1U) != 0;
    }
};

/// Combines atoms, bases and operators to the sets that a text may mean, each once, with the words
/// that speak most for it.
class proposer {
public:
    static constexpr std::size_t most = 48;

    proposer(const scene& at, const window_things& window, const word_hits& hits,
             const atom_reader& read, const operators& said)
        : at_{at}, window_{window}, hits_{hits}, said_{said}, content_{hits.content()} {
        table_.fill(none);
        collect(read.atoms());
        find_bases();
        for (std::size_t i = 0; i < window.size(); ++i) add({bit(i)});
        combine();
        restrict_bases();
        apply_operators();
        exclude();
        join();
        keep_best();
    }

    /// Best first by `quality`.
    [[nodiscard]] const std::vector<hypothesis>& all() const noexcept { return all_; }
    [[nodiscard]] thing_set answered() const noexcept { return answered_; }
    [[nodiscard]] thing_set offered() const noexcept { return offered_; }

private:
    struct base_set {
        base from;
        thing_set things;
        word_set words;  // that name the kind
    };
    static constexpr std::uint16_t none = 0xFFFF;
    static constexpr std::size_t most_atoms = 14, most_conjunctions = 90, most_sets = 60,
                                 most_hypotheses = 1500;

    [[nodiscard]] int weigh(word_set words) const noexcept {
        return 100 * count(words & content_) + 35 * count(words & ~content_);
    }
    [[nodiscard]] int quality_of(const hypothesis& of) const noexcept {
        const bool kind = of.from == base::kind || of.from == base::list_of_kind;
        int misspelt = 0;
        for (const auto each : {atom_kind::near_name, atom_kind::near_value, atom_kind::near_flag,
                                atom_kind::near_unset_flag})
            misspelt += of.has(each);
        const bool unfit = of.fit == 0 && (of.is(made_by::superlative) || of.is(made_by::bound));
        return weigh(of.words) + 15 * of.fit + (kind && (of.words & kind_words_) != 0 ? 25 : 0) +
               15 * count(of.made) - (of.is(made_by::attention) ? 25 : 0) -
               (of.is(made_by::join) ? 40 : 0) - (of.from == base::all ? 35 : 0) - 50 * misspelt -
               (unfit ? 20 : 0);
    }
    void add(hypothesis one) {
        if (one.things == 0) return;
        one.quality = quality_of(one);
        auto slot = (one.things * 0x9E37'79B9'7F4A'7C15U) >> 52;  // of 4096
        while (table_[slot] != none && all_[table_[slot]].things != one.things)
            slot = (slot + 1) % table_.size();
        if (table_[slot] == none) {
            if (all_.size() == most_hypotheses) return;
            table_[slot] = static_cast<std::uint16_t>(all_.size());
            all_.push_back(one);
        } else if (one.quality > all_[table_[slot]].quality) {
            all_[table_[slot]] = one;
        }
    }

    void collect(const std::vector<atom>& atoms) {
        for (const auto& each : atoms) {
            if (each.kind == atom_kind::type || each.kind == atom_kind::near_type) {
                kind_words_ |= each.words;
                if (each.kind == atom_kind::type) kind_atoms_.push_back(each);
                if (each.kind == atom_kind::near_type) atoms_.push_back(each);
                continue;
            }
            const auto same = std::find_if(atoms_.begin(), atoms_.end(), [&](const atom& known) {
                return known.things == each.things && known.words == each.words;
            });
            if (same == atoms_.end())
                atoms_.push_back(each);
            else if (each.weight > same->weight)
                *same = each;
        }
        std::stable_sort(atoms_.begin(), atoms_.end(),
                         [](const atom& a, const atom& b) { return a.weight > b.weight; });
        if (atoms_.size() > most_atoms) atoms_.resize(most_atoms);
    }

    void add_base(base from, thing_set of) {
        if (of == 0) return;
        word_set words = 0;
        for (const auto& each : kind_atoms_)
            if ((of & ~each.things) == 0) words |= each.words;
        bases_.push_back({from, of, words});
    }
    void find_bases() {
        std::vector<std::pair<std::uint64_t, thing_set>> results;  // newest first
        thing_set listed = 0;
        for (std::size_t i = 0; i < window_.size(); ++i) {
            const auto seen = window_[i].observation;
            if (window_[i].rank > 0) listed |= bit(i);
            const auto known = std::find_if(results.begin(), results.end(),
                                            [&](const auto& each) { return each.first == seen; });
            if (known != results.end())
                known->second |= bit(i);
            else
                results.emplace_back(seen, bit(i));
        }
        std::sort(results.begin(), results.end(),
                  [](const auto& a, const auto& b) { return a.first > b.first; });
        add_base(base::all, window_.all());
        if (!results.empty()) add_base(base::newest, results.front().second);
        const auto list = std::find_if(results.begin(), results.end(), [&](const auto& each) {
            return (each.second & listed) != 0;
        });
        if (list != results.end() && list != results.begin())
            add_base(base::newest_list, list->second);
        constexpr std::size_t most_kinds = 12;
        for (std::size_t k = 0; k < window_.kinds().size() && k < most_kinds; ++k) {
            const auto members = window_.kinds()[k].members;
            add_base(base::kind, members);
            int lists = 0;
            for (const auto& each : results)
                if (const auto some = members & each.second; some != 0 && lists++ < 2)
                    if (some != members) add_base(base::list_of_kind, some);
        }
        find_touched();
        add_base(base::answered, answered_);
        add_base(base::offered, offered_);
    }
    // What was meant last, and what the assistant named last: touched one after the other.
    void find_touched() {
        const auto last = [&](auto fits) {
            std::uint64_t order = 0;
            for (std::size_t i = 0; i < window_.size(); ++i)
                if (fits(window_[i])) order = (std::max)(order, window_[i].order);
            thing_set out = 0;
            for (bool more = order != 0; more; --order) {
                more = false;
                for (std::size_t i = 0; i < window_.size(); ++i)
                    if (fits(window_[i]) && window_[i].order == order) {
                        out |= bit(i);
                        more = true;
                    }
            }
            return out;
        };
        answered_ = last([](const entry& of) { return of.level >= strength::chosen; });
        offered_ = last([](const entry& of) { return of.level == strength::offered; });
    }

    struct conjunction {
        thing_set things = 0;
        word_set words = 0;
        std::uint32_t kinds = 0;
        int fit = 0;
        int atoms = 1;
    };
    [[nodiscard]] static constexpr std::uint32_t kind_bit(atom_kind kind) noexcept {
        return std::uint32_t{1} << static_cast<unsigned>(kind);
    }
    [[nodiscard]] static conjunction from(const atom& of) noexcept {
        return {of.things, of.words, kind_bit(of.kind), of.fit, 1};
    }
    void push(const conjunction& one) {
        if (one.things == 0) return;
        for (auto& each : conjunctions_)
            if (each.things == one.things && each.words == one.words) return;
        conjunctions_.push_back(one);
    }
    static conjunction both(const conjunction& a, const conjunction& b) noexcept {
        return {a.things & b.things, a.words | b.words, a.kinds | b.kinds, (std::max)(a.fit, b.fit),
                a.atoms + b.atoms};
    }
    [[nodiscard]] static bool overlap(const conjunction& a, const conjunction& b) noexcept {
        constexpr auto bound = kind_bit(atom_kind::bound);
        return (a.words & b.words) != 0 && ((a.kinds | b.kinds) & bound) == 0;
    }
    // "open and draft", "Ann's or Bo's"
    [[nodiscard]] bool coordinated(word_set a, word_set b) const noexcept {
        constexpr std::size_t most_between = 5;
        auto low = static_cast<std::size_t>(std::countr_zero(a));
        auto high = static_cast<std::size_t>(std::countr_zero(b));
        if (low > high) std::swap(low, high);
        if (high - low > most_between + 1) return false;
        for (auto i = low + 1; i <= high; ++i)
            if ((i < high && at_.said[i].is(text::word_class::coordinating)) ||
                at_.said[i].after_comma)
                return true;
        return false;
    }
    // The atoms in the order of the text, those of one name ("Salt Road") as one.
    [[nodiscard]] std::vector<conjunction> in_row(std::vector<conjunction> of) const {
        std::stable_sort(of.begin(), of.end(), [](const conjunction& a, const conjunction& b) {
            return std::countr_zero(a.words) < std::countr_zero(b.words);
        });
        std::vector<conjunction> out;
        for (const auto& each : of) {
            const auto before = out.empty() ? word_set{0} : out.back().words;
            if ((each.words & before) != 0) continue;
            const bool same_name = (each.words & (before << 1U | before << 2U)) != 0 &&
                                   (each.things & out.back().things) != 0 &&
                                   !coordinated(before, each.words);
            if (same_name)
                out.back() = both(out.back(), each);
            else
                out.push_back(each);
        }
        return out;
    }
    // "Home, Pricing and Salt Road"
    [[nodiscard]] std::vector<conjunction> joined_rows(std::vector<conjunction> of) const {
        const auto row = in_row(std::move(of));
        std::vector<conjunction> out;
        for (std::size_t first = 0; first < row.size();) {
            auto all = row[first];
            auto next = first + 1;
            for (; next < row.size() && coordinated(row[next - 1].words, row[next].words); ++next)
                all = {all.things | row[next].things, all.words | row[next].words,
                       all.kinds | row[next].kinds | kind_bit(atom_kind::either),
                       (std::max)(all.fit, row[next].fit), all.atoms + row[next].atoms};
            if (next > first + 1) out.push_back(all);
            first = next;
        }
        return out;
    }
    void combine() {
        std::vector<conjunction> single;
        for (const auto& each : atoms_) single.push_back(from(each));
        const auto rows = joined_rows(single);
        constexpr std::size_t most_either = 18;
        const auto count_single = single.size();
        for (std::size_t a = 0; a < count_single; ++a)
            for (auto b = a + 1; b < count_single && single.size() < count_single + most_either;
                 ++b) {
                const auto &x = single[a], &y = single[b];
                if ((x.words & y.words) != 0 || x.things == y.things ||
                    !coordinated(x.words, y.words))
                    continue;
                single.push_back({x.things | y.things, x.words | y.words,
                                  x.kinds | y.kinds | kind_bit(atom_kind::either),
                                  (std::max)(x.fit, y.fit), 2});
            }
        single.insert(single.end(), rows.begin(), rows.end());
        for (const auto& each : single) push(each);
        for (std::size_t a = 0; a < single.size(); ++a)
            for (auto b = a + 1; b < single.size(); ++b)
                if (!overlap(single[a], single[b])) push(both(single[a], single[b]));
        const auto pairs = (std::min)(conjunctions_.size(), single.size() + most_sets);
        for (auto p = single.size(); p < pairs && conjunctions_.size() < 4 * most_conjunctions; ++p)
            for (std::size_t a = 0; a < count_single; ++a) {
                const auto pair = conjunctions_[p];
                if ((pair.words & single[a].words) == 0) push(both(pair, single[a]));
            }
        // All that one thing has.
        for (std::size_t i = 0; i < window_.size(); ++i) {
            conjunction all{window_.all(), 0, 0, 0, 0};
            for (const auto& each : atoms_)
                if ((each.things & bit(i)) != 0 && each.kind != atom_kind::lacking &&
                    each.kind != atom_kind::denied && each.kind != atom_kind::having)
                    all = both(all, from(each));
            if (all.atoms != 0) push(all);
        }
        std::stable_sort(conjunctions_.begin(), conjunctions_.end(),
                         [&](const conjunction& a, const conjunction& b) {
                             return weigh(a.words) > weigh(b.words);
                         });
        if (conjunctions_.size() > most_conjunctions) conjunctions_.resize(most_conjunctions);
    }

    void restrict_bases() {
        const auto put = [&](const hypothesis& one) {
            add(one);
            for (auto& each : sets_)
                if (each.things == one.things) {
                    if (rank_of(one) > rank_of(each)) each = one;
                    return;
                }
            sets_.push_back(one);
        };
        for (const auto& each : bases_) {
            put({each.things, each.words, 0, 0, each.from});
            for (const auto& some : conjunctions_) {
                const auto rest = each.things & some.things;
                if (rest == 0) continue;
                const bool bounded = (some.kinds & kind_bit(atom_kind::bound)) != 0;
                put({rest, each.words | some.words, some.kinds,
                     bounded ? static_cast<std::uint16_t>(made_by::bound) : std::uint16_t{0},
                     each.from, some.fit});
            }
        }
        std::stable_sort(sets_.begin(), sets_.end(),
                         [&](const auto& a, const auto& b) { return rank_of(a) > rank_of(b); });
        if (sets_.size() > most_sets) sets_.resize(most_sets);
    }
    [[nodiscard]] int rank_of(const hypothesis& of) const noexcept {
        return weigh(of.words) + (of.from != base::all ? 10 : 0);
    }

    void derive(const hypothesis& from, thing_set things, word_set words, made_by how, int fit,
                std::uint16_t more = 0) {
        if (things == 0) return;
        auto out = from;
        out.things = things;
        out.words |= words;
        out.made = static_cast<std::uint16_t>(from.made | static_cast<std::uint16_t>(how) | more);
        out.fit = (std::max)(from.fit, fit);
        out.made_of = count(from.things);
        derived_.push_back(out);
        add(out);
    }
    void apply_operators() {
        column_fits_.reserve(window_.columns().size());
        if (!said_.superlatives.empty())
            for (const auto& each : window_.columns())
                column_fits_.push_back(fit_of(at_, hits_, each));
        for (const auto& each : sets_) {
            if (count(each.things) < 2) continue;
            if (each.words != 0) derive(each, each.things & -each.things, 0, made_by::attention, 0);
            for (const auto& one : said_.superlatives) by_superlative(each, one);
            by_places(each);
            if (said_.rest) by_rest(each);
        }
    }
    void by_superlative(const hypothesis& from, const superlative_operator& asked) {
        if (window_.count_kinds(from.things) > 2) return;
        for (std::size_t c = 0; c < window_.columns().size(); ++c) {
            const auto& column = window_.columns()[c];
            if (count(column.has & from.things) < 2) continue;
            auto [fit, words] = column_fits_[c];
            auto towards = asked.towards;
            if ((column.measures & (asked.highest | asked.lowest)) != 0) {
                fit = (std::max)(fit, 2);
                towards = (column.measures & asked.highest) != 0 ? text::direction::highest
                                                                 : text::direction::lowest;
            }
            if (asked.by_age && column.dated()) fit = (std::max)(fit, 2);
            if (fit == 0 && (asked.by_age || (asked.highest | asked.lowest) != 0)) continue;
            auto amounts = column.amounts;
            std::erase_if(amounts,
                          [&](const auto& each) { return (bit(each.first) & from.things) == 0; });
            std::stable_sort(amounts.begin(), amounts.end(), [&](const auto& a, const auto& b) {
                return towards == text::direction::highest ? a.second > b.second
                                                           : a.second < b.second;
            });
            thing_set found = 0;
            const auto first = asked.place > 1 ? asked.place - 1 : 0;
            const auto last = asked.place > 1 ? asked.place : asked.take;
            if (last > amounts.size()) continue;
            for (auto i = first; i < last; ++i) found |= bit(amounts[i].first);
            for (auto i = last; asked.place == 1 && i < amounts.size(); ++i)
                if (amounts[i].second == amounts[last - 1].second) found |= bit(amounts[i].first);
            derive(from, found, asked.words | words, made_by::superlative, fit);
        }
    }
    [[nodiscard]] static thing_set placed(const std::vector<std::size_t>& order,
                                          const place_operator& asked) noexcept {
        thing_set out = 0;
        const auto size = order.size();
        if (asked.take > size) return 0;
        if (asked.take > 1)
            for (std::size_t i = 0; i < asked.take; ++i)
                out |= bit(order[asked.place > 0 ? i : size - 1 - i]);
        else if (asked.place > 0 && static_cast<std::size_t>(asked.place) <= size)
            out = bit(order[static_cast<std::size_t>(asked.place) - 1]);
        else if (asked.place < 0 && static_cast<std::size_t>(-asked.place) <= size)
            out = bit(order[size - static_cast<std::size_t>(-asked.place)]);
        return out;
    }
    void by_places(const hypothesis& from) {
        if (said_.places.empty() || window_.count_kinds(from.things) > 1) return;
        const auto order = window_.in_order(from.things);
        thing_set together = 0;
        word_set words = 0;
        for (const auto& each : said_.places) {
            const auto found = placed(order, each);
            derive(from, found, each.words, made_by::place, 0);
            together |= found;
            words |= each.words;
        }
        if (said_.places.size() > 1)
            derive(from, together, words, made_by::place, 0,
                   static_cast<std::uint16_t>(made_by::places));
        if (from.from != base::offered) return;
        auto spoken = order;
        std::stable_sort(spoken.begin(), spoken.end(), [&](std::size_t a, std::size_t b) {
            return window_[a].order < window_[b].order;
        });
        for (const auto& each : said_.places)
            derive(from, placed(spoken, each), each.words, made_by::place, 0,
                   static_cast<std::uint16_t>(made_by::offered_place));
    }
    void by_rest(const hypothesis& from) {
        const auto left = from.things & ~answered_;
        if (answered_ != 0 && left != from.things) derive(from, left, 0, made_by::rest, 0);
        if ((from.things & bit(0)) != 0) derive(from, from.things & ~bit(0), 0, made_by::rest, 0);
    }

    void exclude() {
        if (!said_.excludes()) return;
        const auto end = said_.behind_excluding;
        const auto behind = end >= 64 ? word_set{0} : ~(bit(end) - 1);
        const auto operators =
            behind == 0 ? word_set{0} : (bit(end) - 1) & ~(bit(said_.excluding) - 1);
        std::vector<hypothesis> left, right;
        for (const auto& each : sets_)
            if ((each.words & behind) == 0) left.push_back(each);
        const auto sets = left.size();
        for (const auto& each : derived_)
            if ((each.words & behind) == 0 && left.size() < sets + 20) left.push_back(each);
        if (left.size() > 40) left.resize(40);
        const auto excluded = [&](const hypothesis& of) {
            return (of.words & behind) != 0 && !of.has(atom_kind::denied) &&
                   (of.words & ~behind & content_ & ~kind_words_) == 0;
        };
        for (const auto* from : {&sets_, &derived_})
            for (const auto& each : *from)
                if (excluded(each)) right.push_back(each);
        // Also what is said of more than it takes: "the Thai ones except Gilt", which is Thai.
        for (const auto& each : conjunctions_)
            if ((each.words & behind) == each.words &&
                (each.kinds & kind_bit(atom_kind::denied)) == 0) {
                hypothesis named;
                named.things = each.things;
                named.words = each.words;
                named.kinds = each.kinds;
                named.fit = each.fit;
                right.push_back(named);
            }
        std::stable_sort(right.begin(), right.end(), [&](const auto& a, const auto& b) {
            return weigh(a.words & behind) + 10 * a.fit > weigh(b.words & behind) + 10 * b.fit;
        });
        if (right.size() > 12) right.resize(12);
        for (const auto& a : left)
            for (const auto& b : right) {
                const auto rest = a.things & ~b.things;
                if (rest == 0 || rest == a.things) continue;
                auto out = a;
                out.things = rest;
                out.words |= (b.words & behind) | operators;
                out.kinds |= b.kinds;
                out.made = static_cast<std::uint16_t>(
                    a.made | (b.made & static_cast<std::uint16_t>(made_by::superlative)) |
                    (b.made & static_cast<std::uint16_t>(made_by::place)) |
                    static_cast<std::uint16_t>(made_by::exclusion));
                out.fit = (std::max)(a.fit, b.fit);
                out.made_of = count(a.things);
                add(out);
            }
    }

    // Participants, and what "and" joins.
    void join() {
        std::vector<hypothesis> few;
        for (const auto& each : all_)
            if (count(each.things) <= 3 && each.words != 0) few.push_back(each);
        std::stable_sort(few.begin(), few.end(),
                         [](const auto& a, const auto& b) { return a.quality > b.quality; });
        constexpr std::size_t most_joined = 10, most_in_focus = 3;
        if (few.size() > most_joined) few.resize(most_joined);
        const auto joined = [&](const hypothesis& a, const hypothesis& b, std::uint16_t more) {
            if (a.is(made_by::exclusion) || b.is(made_by::exclusion)) return;
            hypothesis out;
            out.things = a.things | b.things;
            out.words = a.words | b.words;
            out.kinds = a.kinds | b.kinds;
            out.made = static_cast<std::uint16_t>(a.made | b.made |
                                                  static_cast<std::uint16_t>(made_by::join) | more);
            out.from = base::joined;
            out.fit = (std::max)(a.fit, b.fit);
            add(out);
        };
        const auto with_focus = static_cast<std::uint16_t>(made_by::join_with_focus);
        for (std::size_t a = 0; a < few.size(); ++a) {
            for (auto b = a + 1; b < few.size(); ++b)
                if ((few[a].words & few[b].words & content_) == 0 &&
                    (few[a].things & few[b].things) == 0)
                    joined(few[a], few[b], 0);
            std::size_t taken = 0;
            bool person = false;
            for (std::size_t i = 0; i < window_.size(); ++i) {
                if ((few[a].things & bit(i)) != 0) continue;
                const bool somebody = detail::is_somebody(window_[i], at_.words);
                if (taken < most_in_focus || (somebody && !person))
                    joined(few[a], {bit(i)}, with_focus);
                ++taken;
                person = person || somebody;
            }
        }
        const bool pronoun =
            std::any_of(at_.said.tokens().begin(), at_.said.tokens().end(),
                        [](const token& each) { return each.is(text::word_class::pronoun); });
        for (std::size_t a = 0; pronoun && a < window_.size() && a < most_in_focus; ++a)
            for (auto b = a + 1; b < window_.size() && b < most_in_focus; ++b)
                joined({bit(a)}, {bit(b)}, with_focus);
    }

    void keep_best() {
        std::stable_sort(all_.begin(), all_.end(),
                         [](const auto& a, const auto& b) { return a.quality > b.quality; });
        std::size_t kept = 0;
        const auto keep = [&](const hypothesis& each) {
            return kept < most || count(each.things) == 1;
        };
        std::erase_if(all_, [&](const hypothesis& each) {
            const bool out = !keep(each);
            ++kept;
            return out;
        });
    }

    const scene& at_;
    const window_things& window_;
    const word_hits& hits_;
    const operators& said_;
    word_set content_;
    word_set kind_words_ = 0;
    thing_set answered_ = 0, offered_ = 0;
    std::vector<atom> atoms_, kind_atoms_;
    std::vector<base_set> bases_;
    std::vector<conjunction> conjunctions_;
    std::vector<column_fit> column_fits_;
    std::vector<hypothesis> sets_, derived_, all_;
    std::array<std::uint16_t, 4096> table_{};
};

}  // namespace workmem::resolution
