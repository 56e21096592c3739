#include "bench.hpp"

#include "event.hpp"
#include "lines.hpp"

#include <workmem/agent/agent_memory.hpp>
#include <workmem/entity/entity_memory.hpp>
#include <workmem/text/json_writer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace workmem_program {

namespace {

constexpr std::array<const char*, 4> way_names{"last messages", "newest things", "BM25", "workmem"};
constexpr std::size_t ours = way_names.size() - 1;

/// What the references of one dialogue mean.
using meanings = std::map<std::pair<std::string, std::int64_t>, std::set<std::string>>;

meanings read_gold(std::istream& in, std::ostream& log) {
    meanings out;
    for_each_line(in, log, {}, [&](ordered_json& line) {
        const auto& query = member_of(line, "query");
        if (!query.is_number_integer()) refuse("its \"query\" is no number");
        auto& ids = out[{std::string{text_of(line, "dialogue")}, query.get<std::int64_t>()}];
        for (const auto& each : member_of(line, "ids")) ids.insert(each.get<std::string>());
    });
    return out;
}

/// Everything said and returned so far, and what is made of it.
struct agent_so_far {
    workmem::agent_memory memory;
    workmem::entity_memory things{
        {.capacity = 10'000, .ttl = std::nullopt, .max_per_result = 100, .max_matches = 100}};
    workmem::bounded_store searched{{.max_items = 100'000, .max_tokens = 100'000'000}};
    std::vector<std::pair<std::string, std::size_t>> messages{};  // and their tokens
    std::size_t raw_tokens = 0;
    std::string last_prompt{};
    std::uint64_t last_version = 0;
    std::size_t added = 0;  // things, since the last prompt

    void say(std::string text) {
        const auto tokens = workmem::bounding_counter{}(text);
        raw_tokens += tokens;
        searched.memorize({.text = text});
        messages.emplace_back(std::move(text), tokens);
    }
};

class bench {
public:
    bench(meanings gold, const bench_options& options) : gold_{std::move(gold)}, options_{options} {
        present_.resize(options_.limits.size());
    }

    void play(ordered_json& dialogue) {
        const auto name = std::string{text_of(dialogue, "dialogue")};
        if (!agent_ || looked_at_ == options_.looked_at) {
            agent_ = std::make_unique<agent_so_far>();
            looked_at_ = 0;
        }
        const bool looks = agent_->raw_tokens >= options_.raw_tokens;
        looked_at_ += looks;
        for (auto& event : dialogue["events"]) {
            const auto kind = text_of(event, "kind");
            if (kind == "tool_result")
                take_result(name, event);
            else if (kind == "system" || kind == "assistant")
                hear(workmem::role::assistant, event);
            else if (kind == "user")
                hear(workmem::role::user, event);
            else if (kind == "query" && looks)
                ask(name, event);
            if (looks && kind == "user") turn();
        }
    }

    void report(std::ostream& out) const {
        if (options_.json) {
            ordered_json all{{"references", asked_}, {"resolved", resolved_}, {"wrong", wrong_}};
            for (std::size_t i = 0; i < options_.limits.size(); ++i)
                for (std::size_t way = 0; way < way_names.size(); ++way)
                    all["present"][std::to_string(options_.limits[i])][way_names[way]] =
                        share(present_[i][way]);
            all["saved"] = saved();
            all["again"] = {{"median", median(again_)}, {"mean", mean(again_)}};
            all["again_after_adding"] = {{"median", median(again_after_adding_)},
                                         {"mean", mean(again_after_adding_)}};
            for (std::size_t way = 0; way < way_names.size() && questions_ > 0; ++way)
                all["answered"][way_names[way]] = share(answered_[way], questions_);
            out << workmem::text::to_json_text(all) << '\n';
            return;
        }
        out << fmt::format("{} references after {} tokens and more\n", asked_, options_.raw_tokens)
            << fmt::format("{:>8}", "tokens");
        for (const auto* const each : way_names) out << fmt::format("{:>16}", each);
        out << '\n';
        for (std::size_t i = 0; i < options_.limits.size(); ++i) {
            out << fmt::format("{:>8}", options_.limits[i]);
            for (std::size_t way = 0; way < way_names.size(); ++way)
                out << fmt::format("{:>15.1f}%", 100 * share(present_[i][way]));
            out << '\n';
        }
        out << fmt::format("resolved rightly {:.1f}%, wrongly {:.1f}%\n", 100 * share(resolved_),
                           100 * share(wrong_))
            << fmt::format("a prompt of {} tokens at most has {:.1f}% fewer than all of it\n",
                           main_limit, 100 * saved())
            << fmt::format(
                   "of the prompt {:.1f}% is new to a cache in the median of {} turns, {:.1f}% "
                   "in the mean; where things were added, {} turns, {:.1f}% and {:.1f}%\n",
                   100 * median(again_), again_.size(), 100 * mean(again_),
                   again_after_adding_.size(), 100 * median(again_after_adding_),
                   100 * mean(again_after_adding_));
        if (questions_ == 0) return;
        out << fmt::format("of {} references a model with {} tokens says rightly what is meant:\n",
                           questions_, main_limit);
        for (std::size_t way = 0; way < way_names.size(); ++way)
            out << fmt::format("{:>16} {:.1f}%\n", way_names[way],
                               100 * share(answered_[way], questions_));
    }

private:
    static constexpr std::size_t main_limit = 1'800;

    static std::string unique(const std::string& dialogue, std::string_view id) {
        return dialogue + ':' + std::string{id};
    }
    void take_result(const std::string& dialogue, ordered_json& event) {
        auto& ids = event["ids"];
        auto& result = event["result"];
        for (std::size_t i = 0; i < result.size() && i < ids.size(); ++i)
            if (result[i].is_object() && !result[i].contains("id") && ids[i].is_string())
                result[i]["id"] = unique(dialogue, ids[i].get_ref<const std::string&>());
        const auto tool = std::string{text_of(event, "tool")};
        const auto& arguments = member_of(event, "arguments");
        agent_->added += agent_->memory.observe(tool, arguments, result).added;
        agent_->things.observe(tool, arguments, result);
        agent_->say("tool " + tool + ' ' + workmem::text::to_json_text(arguments) + ": " +
                    workmem::text::to_json_text(result));
    }
    void hear(workmem::role by, const ordered_json& event) {
        const auto text = text_of(event, "text");
        agent_->memory.hear(by, text);
        agent_->say((by == workmem::role::user ? "user: " : "assistant: ") + std::string{text});
    }

    void ask(const std::string& dialogue, const ordered_json& event) {
        const auto found = gold_.find({dialogue, member_of(event, "query").get<std::int64_t>()});
        if (found == gold_.end() || found->second.empty()) return;
        std::set<std::string> ids;
        for (const auto& each : found->second) ids.insert(unique(dialogue, each));
        ++asked_;
        const auto holds = [&](std::string_view text) {
            return std::any_of(ids.begin(), ids.end(),
                               [&](const std::string& id) { return text.find(id) != text.npos; });
        };
        const auto utterance = text_of(event, "utterance");
        for (std::size_t i = 0; i < options_.limits.size(); ++i) {
            const auto limit = options_.limits[i];
            present_[i][0] += holds(last_messages(limit));
            present_[i][1] += holds(newest_things(limit));
            present_[i][2] += holds(best_messages(utterance, limit));
            const auto prompt = agent_->memory.prompt({.tokens = limit});
            present_[i][ours] += holds(prompt.stable + prompt.recent);
            if (limit == main_limit) {
                shown_ += prompt.tokens;
                raw_ += agent_->raw_tokens;
            }
        }
        if (options_.model && questions_ < options_.questions) ask_model(ids, utterance);
        const auto meant = agent_->memory.resolve(text_of(event, "reference"));
        if (meant) {
            const bool right = ids.count(std::string{meant->id.text()}) > 0;
            resolved_ += right;
            wrong_ += !right;
        } else if (meant.is_set()) {
            ++wrong_;
        }
    }
    // The same question to a model, with each of the prompts.
    void ask_model(const std::set<std::string>& ids, std::string_view utterance) {
        ++questions_;
        const auto prompt = agent_->memory.prompt({.tokens = main_limit});
        const std::array<std::string, way_names.size()> known{
            last_messages(main_limit), newest_things(main_limit),
            best_messages(utterance, main_limit), prompt.stable + prompt.recent};
        for (std::size_t way = 0; way < way_names.size(); ++way) {
            const auto said = options_.model(
                known[way],
                "Which thing does this refer to? Answer with its id and nothing else.\n" +
                    std::string{utterance});
            const auto begin = said.find_first_not_of(" \t\n\"'`");
            const auto end = said.find_last_not_of(" \t\n\"'`.");
            answered_[way] += begin != said.npos && begin <= end &&
                              ids.count(said.substr(begin, end - begin + 1)) > 0;
        }
    }
    // How much of the prompt comes behind the first difference from the one before, where anything
    // happened in between.
    void turn() {
        const auto version = agent_->memory.entities.version();
        if (version == agent_->last_version) return;
        agent_->last_version = version;
        const auto prompt = agent_->memory.prompt({.tokens = main_limit});
        const auto text = prompt.stable + prompt.recent;
        auto& before = agent_->last_prompt;
        const auto here =
            std::mismatch(text.begin(), text.end(), before.begin(), before.end()).first;
        if (!before.empty() && !text.empty()) {
            again_.push_back(static_cast<double>(text.end() - here) /
                             static_cast<double>(text.size()));
            if (agent_->added > 0) again_after_adding_.push_back(again_.back());
        }
        before = text;
        agent_->added = 0;
    }

    std::string last_messages(std::size_t limit) const {
        std::string out;
        const auto& all = agent_->messages;
        for (auto each = all.rbegin(); each != all.rend() && each->second <= limit; ++each) {
            limit -= each->second;
            out += each->first;
        }
        return out;
    }
    std::string newest_things(std::size_t limit) const {
        std::string out;
        agent_->things.for_each([&](const workmem::entry& each) {
            const auto line = fmt::format("- {} \"{}\" ({})\n", each.type, each.name, each.id);
            const auto tokens = workmem::bounding_counter{}(line);
            if (tokens > limit) return;
            limit -= tokens;
            out += line;
        });
        return out;
    }
    std::string best_messages(std::string_view utterance, std::size_t limit) {
        std::string out;
        for (const auto& each : agent_->searched.remember(utterance, 50)) {
            if (each.value.tokens > limit) continue;
            limit -= each.value.tokens;
            out += each.value.text;
        }
        return out;
    }

    [[nodiscard]] static double share(std::size_t of, std::size_t all) {
        return all == 0 ? 0 : static_cast<double>(of) / static_cast<double>(all);
    }
    [[nodiscard]] double share(std::size_t of) const { return share(of, asked_); }
    [[nodiscard]] double saved() const {
        return raw_ == 0 ? 0 : 1 - static_cast<double>(shown_) / static_cast<double>(raw_);
    }
    static double median(std::vector<double> of) {
        if (of.empty()) return 0;
        const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
        std::nth_element(of.begin(), middle, of.end());
        return *middle;
    }

    static double mean(const std::vector<double>& of) {
        return of.empty()
                   ? 0
                   : std::accumulate(of.begin(), of.end(), 0.0) / static_cast<double>(of.size());
    }

    meanings gold_;
    const bench_options& options_;
    std::unique_ptr<agent_so_far> agent_;
    std::size_t looked_at_ = 0;
    std::vector<std::array<std::size_t, way_names.size()>> present_;
    std::size_t asked_ = 0, resolved_ = 0, wrong_ = 0;
    std::size_t shown_ = 0, raw_ = 0;
    std::vector<double> again_, again_after_adding_;
    std::size_t questions_ = 0;
    std::array<std::size_t, way_names.size()> answered_{};
};

}  // namespace

int run_agent_bench(std::istream& dialogues, std::istream& gold, std::ostream& out,
                    std::ostream& log, const bench_options& options) {
    bench all{read_gold(gold, log), options};
    const int status =
        for_each_line(dialogues, log, {}, [&](ordered_json& line) { all.play(line); });
    all.report(out);
    return status;
}

}  // namespace workmem_program
