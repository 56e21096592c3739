#include "history.hpp"

#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace workmem_program {
namespace {

// What all leave by a change of this kind.
std::optional<thing_kind> kind_that_leaves(std::string_view kind) noexcept {
    if (kind == "entity.clear" || kind == "entity.load") return thing_kind::entity;
    if (kind == "bounded.clear" || kind == "bounded.load") return thing_kind::note;
    if (kind == "session.clear" || kind == "session.drop") return thing_kind::memory;
    if (kind == "task.load") return thing_kind::task;
    return std::nullopt;
}

}  // namespace

thing_story& stream_history::story_of(const told_thing& what) {
    auto key = std::to_string(static_cast<int>(what.kind)) + '/' + what.type;
    key += '\0';
    const auto [at, is_new] = places_.try_emplace(key + what.id, stories_.size());
    if (is_new) stories_.push_back({.what = what});
    return stories_[at->second];
}

void stream_history::take_all_out(thing_kind kind, const told_event& event) {
    for (auto& each : stories_)
        if (each.what.kind == kind && !each.left) {
            each.left = event;
            each.reason = "cleared";
        }
}

void stream_history::take(const workmem::text::json_view& change, const told_change& told,
                          std::uint64_t sequence) {
    sequence_ = sequence;
    if (told.time) time_ = told.time;
    const told_event event{sequence, told.time ? told.time : time_, told.sentence};
    if (told.kind == "entity.put" && change.contains("unread")) unread_.push_back(event);
    if (const auto kind = kind_that_leaves(told.kind)) take_all_out(*kind, event);
    for (const auto& each : told.things) {
        auto& story = story_of(each);
        if (!each.name.empty()) story.what.name = each.name;
        if (!each.key.empty()) story.what.key = each.key;
        ++story.changes;
        if (each.role == thing_role::leaves) {
            if (!story.left) {
                story.left = event;
                story.reason = each.reason;
            }
            continue;
        }
        story.last = event;
        if (each.role != thing_role::comes) continue;
        if (story.left || (story.changes == 1 && !story.came)) story.came = event;
        story.left.reset();
    }
}

workmem::result<stream_history> stream_history::read(workmem::journal::any journal,
                                                     const std::string& stream,
                                                     const history_end& end) {
    const auto info = journal.open_stream(stream, {});
    if (!info) return info.error();
    stream_history out;
    out.stream_ = stream;
    out.forgotten_ = out.sequence_ = info->oldest;
    if (end.sequence && (*end.sequence > info->last || *end.sequence < info->oldest))
        return workmem::error{workmem::error_code::not_found,
                              "change " + std::to_string(*end.sequence) + " of stream " +
                                  workmem::text::quoted(stream) +
                                  " cannot be reached; those from " + std::to_string(info->oldest) +
                                  " to " + std::to_string(info->last) + " can"};
    thing_names names;
    names.learn_snapshots(journal, stream, *info);
    bool is_over = false;
    const auto done = journal.read(stream, info->oldest, [&](const workmem::journal::record& each) {
        if (is_over || (end.sequence && each.sequence > *end.sequence)) return;
        const workmem::text::json_document document{each.bytes};
        const auto change = document.root();
        if (!change.is_object()) return;
        const auto told = tell_change(change, names);
        is_over = end.time && told.time && *told.time > *end.time;
        if (is_over) return;
        out.take(change, told, each.sequence);
        names.learn(change);
    });
    if (!done) return done.error();
    return out;
}

}  // namespace workmem_program
