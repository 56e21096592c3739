#include "told_reference.hpp"

#include "answer_lines.hpp"

#include <workmem/resolution/reference.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace workmem_program {
namespace {

using answer_type = workmem::resolved_reference<workmem::entity>;

std::string shown_entity(const workmem::entity& of) {
    return shown_thing({thing_kind::entity, of.type, std::string{of.id.text()},
                        of.unnamed ? std::string{} : of.name});
}

// In whole percents: more would promise more than was measured.
std::string shown_percent(std::uint32_t parts_per_million) {
    constexpr std::uint32_t one = 10'000;
    if (parts_per_million < one) return "below 1 %";
    return fmt::format("{} %", (parts_per_million + one / 2) / one);
}

std::string shown_reason(const answer_type::candidate& of) {
    if (!of.derivation.empty()) return of.derivation;
    std::string out{of.reason};
    if (!of.evidence.empty()) out += ' ' + shown_text(of.evidence);
    return out;
}

std::string shown_meaning(const answer_type& answer) {
    using enum workmem::resolution_status;
    if (answer.status == ambiguous) return "no single thing: it was left open";
    if (answer.status == unresolved) return "nothing that was known";
    std::string out;
    if (answer.is_set()) {
        for (const auto& each : answer.references)
            if (each.value) out += (out.empty() ? "" : ", ") + shown_entity(*each.value);
        out += " together";
    } else {
        out = shown_entity(answer.candidates.front().value);
    }
    if (!answer.candidates.empty())
        out += ", " + shown_percent(answer.candidates.front().confidence) + " sure";
    return out;
}

std::string why_meant(const answer_type& answer) {
    if (answer.status == workmem::resolution_status::resolved && !answer.candidates.empty())
        return shown_reason(answer.candidates.front());
    // It quotes what was said, escaped.
    return answer.message;
}

/// Returns what it could have meant, and why it does not.
std::string shown_others(const workmem::explained_reference<workmem::entity>& found) {
    const auto& answer = found.answer;
    const auto is_chosen = [&](const workmem::entity& each) {
        if (answer.status != workmem::resolution_status::resolved) return false;
        const auto is = [&](const workmem::entity& chosen) {
            return chosen.type == each.type && chosen.id == each.id;
        };
        return (!answer.candidates.empty() && is(answer.candidates.front().value)) ||
               std::any_of(answer.references.begin(), answer.references.end(),
                           [&](const auto& part) { return part.value && is(*part.value); });
    };
    using enum workmem::resolution_status;
    std::string out;
    std::size_t count = 0;
    for (const auto& each : found.considered)
        if (!is_chosen(each.value) && ++count <= most_named)
            out += fmt::format(
                "{}{}{}: {}", count == 1 ? "" : "; ", shown_entity(each.value),
                answer.status == unresolved ? std::string{} : ", " + shown_percent(each.confidence),
                shown_reason(each));
    if (out.empty()) return "nothing else was possible";
    return out + (answer.status == resolved    ? "; less likely than the answer"
                  : answer.status == ambiguous ? "; none leads by enough to be answered"
                                               : "; that nothing is meant is likelier");
}

std::string shown_known(const past_memory& past) {
    auto out = counted(past.things().size(), "thing");
    bool is_first = true;
    for (const auto& each : past.things().recent(most_named)) {
        out += (is_first ? ", newest " : ", ") + shown_entity(each);
        is_first = false;
    }
    const auto notes = past.notes().all();
    out += "; " + counted(notes.size(), "note");
    if (!notes.empty()) out += ", newest " + shown_text(notes.back().text);
    return out;
}

/// Returns what had left before, and what was never taken in.
std::string shown_gone(const stream_history& history, const past_memory& past) {
    std::vector<const thing_story*> left;
    std::size_t expired = 0;
    for (const auto& each : history.stories()) {
        if (each.left)
            left.push_back(&each);
        else if (each.what.kind == thing_kind::entity &&
                 !past.things().contains(each.what.type, each.what.id))
            ++expired;
    }
    std::stable_sort(left.begin(), left.end(), [](const auto* a, const auto* b) {
        return a->left->sequence > b->left->sequence;
    });
    auto out = left.empty() ? std::string{"nothing"} : counted(left.size(), "thing");
    for (std::size_t i = 0; i < std::min(left.size(), most_named); ++i)
        out += fmt::format("{}{}, {} (change {})", i == 0 ? ", last: " : "; ",
                           shown_thing(left[i]->what), left[i]->reason, left[i]->left->sequence);
    if (expired > 0) out += fmt::format("; {} more were untouched for too long", expired);
    if (const auto& unread = history.unread(); !unread.empty())
        out += fmt::format("; {} not understood, last: {} (change {})",
                           counted(unread.size(), "result"), unread.back().sentence,
                           unread.back().sequence);
    return out;
}

}  // namespace

bool tell_reference(std::ostream& out, const stream_history& history, const past_memory& past,
                    std::string_view text) {
    const auto found = past.explain(text);
    print_labelled(
        out, "means",
        fmt::format("{}, in {} after {}", shown_meaning(found.answer), shown_text(history.stream()),
                    shown_moment(history.sequence(), history.time())));
    print_labelled(out, "because", why_meant(found.answer));
    print_labelled(out, "instead", shown_others(found));
    print_labelled(out, "known", shown_known(past));
    print_labelled(out, "gone", shown_gone(history, past));
    return found.answer.status == workmem::resolution_status::resolved;
}

}  // namespace workmem_program
