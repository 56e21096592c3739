// `workmem replay`: what memory made of recorded dialogues.
#pragma once

#include "dialogue.hpp"
#include "lines.hpp"

#include <workmem/extraction/extractor.hpp>
#include <workmem/resolution/risk.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/quote.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace workmem_program {

struct replay_options {
    std::size_t window = 20;
    std::uint32_t risk = workmem::default_risk;  ///< see `entity_options::risk`
    bool answers = false;  ///< the protocol's JSON lines instead of a report
    bool explain = false;  ///< every candidate, and what each extraction step saw
    /// Where each dialogue goes on from one run to the next.
    std::optional<workmem::journal::any> store{};
};

class replay {
public:
    replay(std::ostream& out, replay_options options) : out_{out}, options_{options} {}

    /// One dialogue; it begins with an empty memory. Throws `workmem::error` when the line is none.
    void play(ordered_json& dialogue) {
        const auto events = dialogue.find("events");
        if (events == dialogue.end() || !events->is_array()) refuse("it has no array \"events\"");
        for (const auto& event : *events)
            if (!event.is_object()) refuse("one of its events is not an object");
        const auto called = dialogue.find("dialogue");
        if (called != dialogue.end() && !called->is_string())
            refuse("its \"dialogue\" is not a string");
        workmem::entity_options limits;
        limits.capacity = options_.window;
        limits.risk = options_.risk;
        const auto name = text_of(dialogue, "dialogue");
        if (options_.store && name.empty()) refuse("it has no name to be kept under");
        auto memory = options_.store ? remember(*options_.store, name, limits) : forgetful(limits);
        if (!options_.answers)
            print("== {}{}\n", shown(name),
                  memory.sequence() == 0
                      ? std::string{}
                      : fmt::format(", goes on with {} entities after {} changes", memory.size(),
                                    memory.sequence()));
        std::string heard;
        for (auto& event : *events) {
            const auto kind = text_of(event, "kind");
            if (kind == "tool_result") {
                attach_ids(event);
                take_result(memory, event);
            } else if (kind == "system" || kind == "assistant") {
                hear_assistant(memory, event);
                say("assistant", text_of(event, "text"));
            } else if (kind == "user") {
                heard = text_of(event, "text");
                memory.hear(workmem::role::user, heard);
                say("user", heard);
            } else if (kind == "query") {
                if (const auto utterance = text_of(event, "utterance"); utterance != heard)
                    memory.hear(workmem::role::user, heard = utterance);
                answer(memory, name, event);
            }
        }
        if (options_.store) memory.flush();
    }

    [[nodiscard]] std::size_t references() const noexcept { return references_; }
    [[nodiscard]] std::size_t resolved() const noexcept { return resolved_; }

private:
    template <class... Arguments>
    void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        out_ << fmt::format(format, std::forward<Arguments>(arguments)...);
    }
    static std::string shown(std::string_view text) {
        constexpr std::size_t most = 100;
        auto out = workmem::text::escaped(workmem::text::prefix(text, most));
        if (text.size() > most) out += "…";
        return out;
    }
    static std::string shown(const workmem::entity& what) {
        return fmt::format("{} \"{}\" ({})", shown(what.type), shown(what.name),
                           shown(what.id.text()));
    }
    void say(std::string_view who, std::string_view text) {
        if (!options_.answers) print("  {}: {}\n", who, shown(text));
    }

    void take_result(dialogue_memory& memory, const ordered_json& event) {
        if (!options_.answers && options_.explain)
            for (const auto& note :
                 memory.extractor().explain(text_of(event, "tool"), member_of(event, "arguments"),
                                            member_of(event, "result")))
                print("      {}: {}: {}\n", note.step, shown(note.saw), shown(note.why));
        const auto seen = observe(memory, event);
        if (options_.answers) return;
        print("  {} -> {} entities, {} new{}\n", shown(text_of(event, "tool")),
              seen.entities.size(), seen.added,
              seen.failed        ? ", an error"
              : seen.removed > 0 ? ", removed"
                                 : "");
    }

    void answer(dialogue_memory& memory, std::string_view dialogue, const ordered_json& event) {
        const auto reference = text_of(event, "reference");
        const auto found = memory.resolve(reference);
        ++references_;
        const bool known = found.status == workmem::resolution_status::resolved;
        resolved_ += known;
        if (options_.answers) {
            const auto& query = member_of(event, "query");
            ordered_json line;
            line["dialogue"] = dialogue;
            line["query"] = query.is_number_integer() ? query : ordered_json(nullptr);
            const auto id_of = [](const workmem::entity& of) {
                return ordered_json{{"id", of.id.text()}};
            };
            line["entity"] = known ? id_of(found.candidates.front().value) : ordered_json(nullptr);
            if (found.is_set() || !found.others().empty())
                for (const auto& each : found.references)
                    if (each.value) line["references"].push_back(id_of(*each.value));
            out_ << workmem::text::to_json_text(line) << '\n';
            return;
        }
        if (known)
            print("  ? {} -> {}: {}{}\n", shown(reference), meant(found),
                  found.candidates.front().reason, evidence(found.candidates.front().evidence));
        else
            print("  ? {} -> {}\n", shown(reference), workmem::to_string(found.status));
        if (!options_.explain) return;
        for (const auto& each : found.candidates)
            print("      {:>7} {}: {}{}; {}\n", each.confidence, shown(each.value), each.reason,
                  evidence(each.evidence), each.derivation);
        print("    memory held\n");
        for (const auto& each : memory.recent(memory.size())) print("      {}\n", shown(each));
    }
    static std::string meant(const workmem::resolved_reference<workmem::entity>& found) {
        if (!found.is_set()) return shown(*found);
        std::string out;
        for (const auto& each : found.references)
            out += (out.empty() ? "" : ", ") + shown(*each.value);
        return out;
    }
    static std::string evidence(std::string_view words) {
        return words.empty() ? std::string{} : fmt::format(" (\"{}\")", shown(words));
    }

    std::ostream& out_;
    replay_options options_;
    std::size_t references_ = 0;
    std::size_t resolved_ = 0;
};

/// Plays every line of `in`. Bad lines are reported on `log` with their number and skipped; then
/// the answer is 1, else 0.
inline int run_replay(std::istream& in, std::ostream& out, std::ostream& log,
                      const replay_options& options, const progress& report = {}) {
    replay player{out, options};
    const int status =
        for_each_line(in, log, report, [&](ordered_json& dialogue) { player.play(dialogue); });
    if (!options.answers)
        out << fmt::format("{} references, {} resolved\n", player.references(), player.resolved());
    return status;
}

}  // namespace workmem_program
