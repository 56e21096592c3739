#pragma once

#include <workmem/agent/prompt.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

/// What is known of a record before its line is written.
struct prompt_facts {
    std::uint64_t number = 0;  ///< in the order in which its memory saw its records first
    std::uint32_t worth = 0;   ///< parts per million
    std::size_t cost = 0;      ///< of its line, in tokens
    bool is_counted = false;   ///< by the memories' counter; else it is an estimate
};

/// The order in which records come into a prompt: who is worth most for the room it takes, of the
/// same worth the newer one.
struct prompt_rank {
    std::uint64_t density = 0;
    std::uint64_t number = 0;

    prompt_rank() = default;
    explicit constexpr prompt_rank(const prompt_facts& of) noexcept
        : density{(std::uint64_t{of.worth} << 20U) / (of.cost + 1)}, number{of.number} {}
    [[nodiscard]] constexpr bool before(const prompt_rank& other) const noexcept {
        return density != other.density ? density > other.density : number > other.number;
    }
};

/// A record that may come into a prompt.
struct prompt_line {
    prompt_section section{};
    prompt_facts facts{};
    std::string id{};
    std::string text{};  ///< with its `- ` and its line break
};

/// The lines of one memory that may come into a prompt of so many tokens, the first ones by rank.
/// `walk(visit)` calls `visit(facts, write)` for each record, `write(line)` fills in id and text;
/// it is walked twice, so that only what may be shown is written. O(records).
template <class Walk>
void collect_lines(prompt_section section, std::size_t room, Walk&& walk,
                   std::vector<prompt_line>& out) {
    struct candidate {
        prompt_rank rank;
        std::size_t cost;
    };
    std::vector<candidate> all;
    walk([&](const prompt_facts& facts, auto&&) {
        all.push_back({prompt_rank{facts}, facts.cost});
    });
    auto from = all.begin(), to = all.end();
    while (to - from > 1) {
        const auto middle = from + (to - from) / 2;
        std::nth_element(from, middle, to, [](const candidate& a, const candidate& b) {
            return a.rank.before(b.rank);
        });
        std::size_t cost = 0;
        for (auto each = from; each != middle; ++each) cost += each->cost;
        if (cost > room) {
            to = middle;
        } else {
            room -= cost;
            from = middle;
        }
    }
    if (from == to) return;
    const auto last = from->rank;
    walk([&](const prompt_facts& facts, auto&& write) {
        if (last.before(prompt_rank{facts})) return;
        auto& line = out.emplace_back();
        line.section = section;
        line.facts = facts;
        write(line);
    });
}

/// Chooses among lines and puts them together. `Tokens` counts them.
template <class Tokens>
class prompt_builder {
public:
    prompt_builder(const prompt_options& options, const Tokens& tokens)
        : options_{options}, tokens_{tokens} {}

    [[nodiscard]] std::size_t room() const noexcept { return options_.tokens - used_; }
    /// How many tokens of each memory's lines are wanted: with what does not fit, and all of them
    /// where it is to be listed.
    [[nodiscard]] std::size_t wanted() const noexcept {
        return options_.explain ? static_cast<std::size_t>(-1) : 2 * room();
    }

    /// Takes a line if it fits, and says so.
    bool take(prompt_line line) {
        const auto at = static_cast<std::size_t>(line.section);
        const auto heading = has_heading_[at] ? 0 : tokens_(headings[at]);
        if (!std::exchange(line.facts.is_counted, true)) line.facts.cost = tokens_(line.text);
        if (heading + line.facts.cost > room()) {
            left_out_.push_back(std::move(line));
            return false;
        }
        has_heading_[at] = true;
        used_ += heading + line.facts.cost;
        taken_.push_back(std::move(line));
        return true;
    }
    /// Takes what fits of the lines of all memories, by rank.
    void take_best(std::vector<prompt_line> lines) {
        std::sort(lines.begin(), lines.end(), [](const prompt_line& a, const prompt_line& b) {
            const prompt_rank x{a.facts}, y{b.facts};
            if (x.density != y.density) return x.density > y.density;
            return a.section != b.section ? a.section > b.section : x.number > y.number;
        });
        for (auto& each : lines) take(std::move(each));
        // Together lines come to less than one by one, by most counters.
        const auto together = written();
        used_ = (std::min)(used_, together.tokens);
        for (auto& each : std::exchange(left_out_, {})) take(std::move(each));
    }

    /// The prompt of what was taken. By some counters lines together come to more: then the last
    /// that came in go.
    [[nodiscard]] agent_prompt finish() {
        for (;;) {
            auto out = written();
            if (out.tokens <= options_.tokens || taken_.empty()) {
                if (options_.explain) explain(out);
                return out;
            }
            left_out_.push_back(std::move(taken_.back()));
            taken_.pop_back();
        }
    }

private:
    static constexpr std::string_view no_room = "worth less for its tokens than what is shown";
    static constexpr std::string_view too_long = "longer than the whole prompt may be";
    static constexpr std::array<std::string_view, 9> headings{
        "[GOAL]\n",  "[CONSTRAINTS]\n", "[PINNED]\n", "",  // a context has its own
        "[PLAN]\n",  "[LONG TERM]\n",   "[NOTES]\n",  "[SESSION]\n",
        "[THINGS]\n"};

    void explain(agent_prompt& out) const {
        for (const auto& each : left_out_) {
            const bool is_too_long = each.facts.cost > options_.tokens;
            out.omitted.push_back(
                {each.section, each.id, std::string{is_too_long ? too_long : no_room}});
        }
    }
    [[nodiscard]] agent_prompt written() const {
        agent_prompt out;
        std::vector<const prompt_line*> order;
        for (const auto& each : taken_) order.push_back(&each);
        std::sort(order.begin(), order.end(), [](const prompt_line* a, const prompt_line* b) {
            return a->section != b->section ? a->section < b->section
                                            : a->facts.number < b->facts.number;
        });
        const prompt_line* before = nullptr;
        for (const auto* const each : order) {
            auto& part = each->section <= prompt_section::task ? out.stable : out.recent;
            if (before == nullptr || before->section != each->section)
                part += headings[static_cast<std::size_t>(each->section)];
            part += each->text;
            before = each;
        }
        out.tokens = tokens_(out.stable) + tokens_(out.recent);
        return out;
    }

    const prompt_options& options_;
    const Tokens& tokens_;
    std::size_t used_ = 0;
    std::array<bool, headings.size()> has_heading_{};
    std::vector<prompt_line> taken_;
    std::vector<prompt_line> left_out_;
};

}  // namespace workmem::detail
