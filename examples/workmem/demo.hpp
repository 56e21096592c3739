// `workmem demo`, act 1: a conversation that is longer than its prompt.
#pragma once

#include "dialogue.hpp"

#include <workmem/text/quote.hpp>
#include <workmem/tokens/estimate_counter.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

#ifndef WORKMEM_EXAMPLE_DATA
#define WORKMEM_EXAMPLE_DATA "examples/data"
#endif

namespace workmem_program {

struct demo_options {
    bool no_color = false;
    std::string json_file{};
    std::string data = WORKMEM_EXAMPLE_DATA "/forgetting.jsonl";
};

/// What a prompt of the last messages still shows: entities of the last 20 messages, the newest
/// first. It stands for an agent without memory that is as good at reading as the memory, but has
/// nothing else to go by.
class last_messages {
public:
    static constexpr std::size_t most = 20;

    void add(std::size_t tokens, std::vector<workmem::entity> seen, bool named) {
        messages_.push_back({tokens, std::move(seen), named});
        if (messages_.size() > most) messages_.pop_front();
    }
    [[nodiscard]] std::size_t tokens() const {
        std::size_t sum = 0;
        for (const auto& each : messages_) sum += each.tokens;
        return sum;
    }
    /// Whom the messages suggest, by the rules of the memory beside them, but never silent.
    [[nodiscard]] std::optional<workmem::entity> guess(std::string_view reference) const {
        std::vector<workmem::entry> entries;
        std::vector<const workmem::entity*> meant;
        for (auto each_message = messages_.rbegin(); each_message != messages_.rend();
             ++each_message)
            for (const auto& each : each_message->seen) {
                workmem::entry entry;
                entry.type = each.type;
                entry.id = each.id.text();
                entry.name = each.name;
                entry.slug = each.slug;
                entry.attributes = &each.attributes;
                entry.unnamed = each.unnamed;
                entry.rank = each.rank;
                entry.observation = each.observation;
                entry.level = each_message->named ? workmem::strength::mentioned
                                                  : workmem::strength::returned;
                entry.slot = static_cast<std::uint32_t>(entries.size());
                entries.push_back(entry);
                meant.push_back(&each);
            }
        const auto found = workmem::resolution::salience_without_refusal{}.resolve(
            entries, reference, {}, workmem::text::lexicon::english());
        if (found.candidates.empty()) return std::nullopt;
        return *meant[found.candidates.front().index];
    }
    [[nodiscard]] bool holds(std::string_view type, std::string_view id) const {
        for (const auto& each_message : messages_)
            for (const auto& each : each_message.seen)
                if (each.type == type && each.id == id) return true;
        return false;
    }

private:
    struct message {
        std::size_t tokens;
        std::vector<workmem::entity> seen;
        bool named;  ///< somebody said it, rather than a tool
    };
    std::deque<message> messages_;
};

class demo {
public:
    demo(std::ostream& out, const demo_options& options)
        : out_{out},
          terminal_{isatty(STDOUT_FILENO) != 0},
          color_{terminal_ && !options.no_color && std::getenv("NO_COLOR") == nullptr},
          memory_{forgetful(limits())} {}

    void play(const json& turn) {
        std::string reference, picks;
        for (const auto& event : member_of(turn, "events")) {
            const auto kind = text_of(event, "kind");
            if (kind == "tool_result") {
                result(event);
            } else {
                utterance(kind == "user" ? workmem::role::user : workmem::role::assistant,
                          text_of(event, "text"));
                if (kind == "user" && turn.contains("reference")) {
                    reference = '"' + clipped(text_of(turn.at("reference"), "text"), 30) + '"';
                    picks = refer(turn.at("reference"));
                }
            }
        }
        const auto kept = tokens_(memory_.context());
        most_kept_ = std::max(most_kept_, kept);
        bars(turn.value("turn", 0), kept, reference, picks);
        out_.flush();
        // Time to see it; a pipe does not need any.
        if (terminal_) std::this_thread::sleep_for(std::chrono::milliseconds{140});
    }

    /// True when every line holds.
    bool receipt(double seconds, json& report) {
        const auto saved =
            raw_ == 0 ? 0.0
                      : 100.0 - 100.0 * static_cast<double>(most_kept_) / static_cast<double>(raw_);
        std::sort(times_.begin(), times_.end());
        const double median = times_.empty() ? 0.0 : times_[times_.size() / 2];
        if (terminal_) out_ << "\r\x1b[K";
        out_ << fmt::format(
                    "prompt tokens  {} -> {} (-{:.1f} %) references right {}/{}, "
                    "wrong {}, refused {}\n",
                    raw_, most_kept_, saved, right_, references_, wrong_, refused_)
             << fmt::format(
                    "last 20 messages alone                  references right {}/{}, "
                    "wrong {}, lost {}\n",
                    left_right_, references_, references_ - left_right_ - left_lost_, left_lost_)
             << fmt::format("reference      {:.1f} us p50               {:.1f} seconds, {}\n",
                            median, seconds, compiler());
        report = {{"prompt_tokens", {{"raw", raw_}, {"kept", most_kept_}, {"saved", saved}}},
                  {"references",
                   {{"all", references_},
                    {"right", right_},
                    {"wrong", wrong_},
                    {"refused", refused_},
                    {"last_messages_right", left_right_},
                    {"last_messages_lost", left_lost_}}},
                  {"reference_us_p50", median},
                  {"seconds", seconds}};
        return saved >= 90.0 && wrong_ == 0 && right_ == references_;
    }

private:
    static workmem::entity_options limits() {
        workmem::entity_options options;
        options.capacity = 20;
        return options;
    }
    static std::string compiler() {
#if defined(__clang__)
        return fmt::format("clang {}.{}", __clang_major__, __clang_minor__);
#elif defined(__GNUC__)
        return fmt::format("g++ {}.{}", __GNUC__, __GNUC_MINOR__);
#else
        return "unknown compiler";
#endif
    }

    void utterance(workmem::role speaker, std::string_view text) {
        const auto cost = tokens_(text);
        raw_ += cost;
        const auto named = memory_.hear(speaker, text);
        std::vector<workmem::entity> seen;
        for (auto each = named.rbegin(); each != named.rend(); ++each)
            if (auto found = memory_.peek(each->type, each->id)) seen.push_back(std::move(*found));
        left_.add(cost, std::move(seen), true);
    }
    void result(const json& event) {
        const auto cost = tokens_(member_of(event, "result").dump()) +
                          tokens_(member_of(event, "arguments").dump()) +
                          tokens_(text_of(event, "tool"));
        raw_ += cost;
        const auto seen = observe(memory_, event);
        std::vector<workmem::entity> shown;
        for (const auto& key : seen.entities)
            if (auto found = memory_.peek(key.type, key.id)) shown.push_back(std::move(*found));
        left_.add(cost, std::move(shown), false);
    }

    static std::string id_of(const json& expected) {
        const auto& id = member_of(expected, "id");
        return id.is_string() ? id.get<std::string>() : id.dump();
    }

    // Resolves on both sides; the lines that show it.
    std::string refer(const json& reference) {
        const auto text = text_of(reference, "text");
        const auto& expected = member_of(reference, "expects");
        const auto guessed = left_.guess(text);
        const auto start = std::chrono::steady_clock::now();
        const auto found = memory_.resolve(text);
        times_.push_back(
            std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
                .count());
        ++references_;
        const auto is_right = [&](const workmem::entity* what) {
            if (what == nullptr || expected.is_null()) return what == nullptr && expected.is_null();
            return what->type == text_of(expected, "type") && what->id.text() == id_of(expected);
        };
        const bool left = is_right(guessed ? &*guessed : nullptr);
        const bool right = is_right(found ? &*found : nullptr);
        left_right_ += left;
        left_lost_ += !left && !expected.is_null() &&
                      !left_.holds(text_of(expected, "type"), id_of(expected));
        right_ += right;
        refused_ += !found;
        wrong_ += found && !right;
        const auto pick = [&](const workmem::entity* what, bool good) {
            auto name = what == nullptr ? std::string{expected.is_null() ? "unresolved" : "lost"}
                                        : clipped(what->name, 25);
            return fmt::format("{:<26}", good ? name : "!" + name);
        };
        const auto reason = found ? fmt::format("{}, 1 of {}", found.candidates.front().reason,
                                                found.candidates.size())
                                  : std::string{"nothing fits"};
        return fmt::format("      {} | {} {}\n",
                           painted(pick(guessed ? &*guessed : nullptr, left), left ? "0" : "31"),
                           painted(pick(found ? &*found : nullptr, right), right ? "32" : "31"),
                           painted(clipped(reason, 17), "2"));
    }

    // Turns that refer to nothing are drawn in place, and only on a terminal.
    void bars(int turn, std::size_t kept, const std::string& reference, const std::string& picks) {
        const auto bar = [](std::size_t tokens) {
            return std::string(std::min<std::size_t>(12, (tokens + 599) / 600), '#');
        };
        const auto line = fmt::format("{:>3} {:<32} {:>5} {:<12} | {:>4} {}", turn, reference,
                                      left_.tokens(), bar(left_.tokens()), kept, bar(kept));
        if (terminal_) out_ << "\r\x1b[K";
        if (!reference.empty())
            out_ << line << '\n' << picks;
        else if (terminal_)
            out_ << line;
    }

    static std::string clipped(std::string_view text, std::size_t width) {
        auto out = workmem::text::escaped(text);
        if (out.size() <= width) return out;
        return std::string{workmem::text::prefix(out, width - 2)} + "..";
    }
    [[nodiscard]] std::string painted(std::string_view text, std::string_view code) const {
        return color_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string{text};
    }

    std::ostream& out_;
    bool terminal_;
    bool color_;
    dialogue_memory memory_;
    last_messages left_;
    workmem::estimate_counter tokens_;
    std::vector<double> times_;
    std::size_t raw_ = 0, most_kept_ = 0;
    std::size_t references_ = 0, right_ = 0, wrong_ = 0, refused_ = 0;
    std::size_t left_right_ = 0, left_lost_ = 0;
};

/// 0 only when every line of the receipt holds.
inline int run_demo(std::ostream& out, std::ostream& log, const demo_options& options) {
    std::ifstream file{options.data, std::ios::binary};
    if (!file) {
        log << "workmem demo: cannot read " << options.data << '\n';
        return 2;
    }
    const auto start = std::chrono::steady_clock::now();
    out << "Forgetting: the last 20 messages | workmem, in tokens; who is meant (!: wrong)\n";
    demo show{out, options};
    for (std::string line; std::getline(file, line);) {
        const auto turn = json::parse(line, nullptr, false);
        if (turn.is_discarded() || !turn.is_object()) {
            log << "workmem demo: " << options.data << " has a line that is no JSON object\n";
            return 2;
        }
        show.play(turn);
    }
    json report;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    const bool holds = show.receipt(taken.count(), report);
    if (!options.json_file.empty()) {
        std::ofstream target{options.json_file};
        target << report.dump(2) << '\n' << std::flush;
        if (!target) {
            log << "workmem demo: cannot write " << options.json_file << '\n';
            return 2;
        }
    }
    return holds ? 0 : 1;
}

}  // namespace workmem_program
