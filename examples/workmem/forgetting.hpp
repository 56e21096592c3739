// `workmem demo`, act 1: a conversation that is longer than its prompt.
#pragma once

#include "event.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/text/quote.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/tokens/estimate_counter.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace workmem_program {

/// How the demo is shown.
struct demo_style {
    bool is_terminal = false;
    bool is_colored = false;
};

/// Its time is the same in every run.
struct forgetting_policies : workmem::default_policies {
    using clock = workmem::manual_clock;
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
        const auto found = workmem::resolution::salience{}.resolve(
            entries, reference, {.risk = 1'000'000}, workmem::text::lexicon::english());
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

class forgetting {
public:
    forgetting(std::ostream& out, demo_style style) : out_{out}, style_{style}, memory_{limits()} {}

    void play(const ordered_json& turn) {
        answered asked;
        for (const auto& event : member_of(turn, "events")) {
            const auto kind = text_of(event, "kind");
            if (kind == "tool_result") {
                result(event);
            } else {
                utterance(kind == "user" ? workmem::role::user : workmem::role::assistant,
                          text_of(event, "text"));
                if (kind == "user" && turn.contains("reference")) {
                    asked = refer(turn.at("reference"));
                }
            }
        }
        const auto kept = tokens_(memory_.context());
        most_kept_ = std::max(most_kept_, kept);
        draw(turn.value("turn", 0), kept, asked);
        out_.flush();
        // Time to see it; a pipe does not need any.
        if (style_.is_terminal) std::this_thread::sleep_for(std::chrono::milliseconds{140});
    }

    /// Its lines of the receipt; true when they hold.
    bool receipt(ordered_json& report) {
        const auto saved =
            raw_ == 0 ? 0.0
                      : 100.0 - 100.0 * static_cast<double>(most_kept_) / static_cast<double>(raw_);
        out_ << fmt::format(
                    "prompt tokens  {} -> {} (-{:.1f} %) references right {}/{}, "
                    "wrong {}, refused {}\n",
                    raw_, most_kept_, saved, right_, references_, wrong_, refused_)
             << fmt::format(
                    "last 20 messages alone                  references right {}/{}, "
                    "wrong {}, lost {}\n",
                    left_right_, references_, references_ - left_right_ - left_lost_, left_lost_);
        report["prompt_tokens"] = {{"raw", raw_}, {"kept", most_kept_}, {"saved", saved}};
        report["references"] = {{"all", references_},
                                {"right", right_},
                                {"wrong", wrong_},
                                {"refused", refused_},
                                {"last_messages_right", left_right_},
                                {"last_messages_lost", left_lost_}};
        constexpr std::size_t most_open = 1;
        return saved >= 90.0 && wrong_ == 0 && right_ + most_open >= references_;
    }
    /// How long a reference takes, in microseconds.
    [[nodiscard]] double median() {
        std::sort(times_.begin(), times_.end());
        return times_.empty() ? 0.0 : times_[times_.size() / 2];
    }

private:
    static workmem::entity_options limits() {
        workmem::entity_options options;
        options.capacity = 20;
        return options;
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
    void result(const ordered_json& event) {
        const auto cost = tokens_(member_of(event, "result").dump()) +
                          tokens_(member_of(event, "arguments").dump()) +
                          tokens_(text_of(event, "tool"));
        raw_ += cost;
        const auto seen = memory_.observe(text_of(event, "tool"), member_of(event, "arguments"),
                                          member_of(event, "result"));
        std::vector<workmem::entity> shown;
        for (const auto& key : seen.entities)
            if (auto found = memory_.peek(key.type, key.id)) shown.push_back(std::move(*found));
        left_.add(cost, std::move(shown), false);
    }

    static std::string id_of(const ordered_json& expected) {
        const auto& id = member_of(expected, "id");
        return id.is_string() ? id.get<std::string>() : id.dump();
    }

    struct answered {
        std::string reference{};
        std::string picks{};
        bool differs = false;
    };
    // Resolves on both sides; what shows it.
    answered refer(const ordered_json& reference) {
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
        answered out{'"' + clipped(text, 30) + '"', {}, !left || !right};
        if (out.differs)
            out.picks = "      " +
                        painted(pick(guessed ? &*guessed : nullptr, left), left ? "0" : "31") +
                        " | ";
        out.picks += painted(pick(found ? &*found : nullptr, right), right ? "32" : "31") + ' ' +
                     painted(clipped(reason, out.differs ? 17 : 16), "2") + '\n';
        return out;
    }

    // A reference that both sides understand takes one line. Turns that refer to nothing are drawn
    // in place, and only on a terminal.
    void draw(int turn, std::size_t kept, const answered& asked) {
        const auto bar = [](std::size_t tokens) {
            return std::string(std::min<std::size_t>(12, (tokens + 599) / 600), '#');
        };
        const auto line = fmt::format("{:>3} {:<32} {:>5} {:<12} | {:>4} {}", turn, asked.reference,
                                      left_.tokens(), bar(left_.tokens()), kept, bar(kept));
        if (style_.is_terminal) out_ << "\r\x1b[K";
        if (asked.differs)
            out_ << line << '\n' << asked.picks;
        else if (!asked.picks.empty())
            out_ << fmt::format("{:>3} {:<32} ", turn, asked.reference) << asked.picks;
        else if (style_.is_terminal)
            out_ << line;
    }

    static std::string clipped(std::string_view text, std::size_t width) {
        auto out = workmem::text::escaped(text);
        if (out.size() <= width) return out;
        return std::string{workmem::text::prefix(out, width - 2)} + "..";
    }
    [[nodiscard]] std::string painted(std::string_view text, std::string_view code) const {
        return style_.is_colored ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string{text};
    }

    std::ostream& out_;
    demo_style style_;
    workmem::basic_entity_memory<workmem::entity, forgetting_policies> memory_;
    last_messages left_;
    workmem::estimate_counter tokens_;
    std::vector<double> times_;
    std::size_t raw_ = 0, most_kept_ = 0;
    std::size_t references_ = 0, right_ = 0, wrong_ = 0, refused_ = 0;
    std::size_t left_right_ = 0, left_lost_ = 0;
};

}  // namespace workmem_program
