#include "names.hpp"

#include <workmem/text/json_document.hpp>
#include <workmem/text/utf8.hpp>

#include <array>

namespace workmem_program {
namespace {

using workmem::text::json_view;

/// Where things stand in the records of a memory, and which member names them.
struct place_of_things {
    std::string_view owner, member;
    thing_kind kind;
    std::string_view name;
};

constexpr std::array places_of_things{
    place_of_things{"entity", "entities", thing_kind::entity, "name"},
    place_of_things{"bounded", "items", thing_kind::note, "text"},
    place_of_things{"session", "memories", thing_kind::memory, "content"},
    place_of_things{"session", "memory", thing_kind::long_term, "content"},
    place_of_things{"session", "promoted", thing_kind::long_term, "content"},
    place_of_things{"session", "outbox", thing_kind::long_term, "content"},
    place_of_things{"long_term", "memories", thing_kind::long_term, "content"},
    place_of_things{"task", "tasks", thing_kind::task, "title"},
    place_of_things{"task", "task", thing_kind::task, "title"},
    place_of_things{"task", "decisions", thing_kind::decision, "question"},
    place_of_things{"task", "decision", thing_kind::decision, "question"},
    place_of_things{"task", "discoveries", thing_kind::discovery, "content"},
    place_of_things{"task", "artifacts", thing_kind::artifact, "path"},
    place_of_things{"task", "artifact", thing_kind::artifact, "path"},
    place_of_things{"task", "branches", thing_kind::branch, "question"},
    place_of_things{"task", "branch", thing_kind::branch, "question"},
    place_of_things{"task", "nudges", thing_kind::nudge, "message"},
};

}  // namespace

std::string_view to_string(thing_kind kind) noexcept {
    constexpr std::string_view names[]{"thing",    "note",      "memory",   "memory", "task",
                                       "decision", "discovery", "artifact", "branch", "message"};
    return names[static_cast<std::size_t>(kind)];
}

std::string id_text(const json_view& id) {
    if (id.is_unsigned()) return std::to_string(id.unsigned_integer());
    if (id.is_integer()) return std::to_string(id.integer());
    return std::string{id.string()};
}

std::string thing_names::key(thing_kind kind, std::string_view id, std::string_view type) {
    std::string out(1, static_cast<char>('a' + static_cast<int>(kind)));
    out += type;
    out += '\0';
    return out += id;
}

const thing_names::entry* thing_names::find(thing_kind kind, std::string_view id,
                                            std::string_view type) const {
    const auto found = entries_.find(key(kind, id, type));
    return found == entries_.end() ? nullptr : &found->second;
}

std::string_view thing_names::name(thing_kind kind, std::string_view id,
                                   std::string_view type) const {
    const auto* const found = find(kind, id, type);
    return found == nullptr ? std::string_view{} : std::string_view{found->name};
}

std::string_view thing_names::holder(std::string_view task) const {
    const auto* const found = find(thing_kind::task, task, {});
    return found == nullptr ? std::string_view{} : std::string_view{found->holder};
}

void thing_names::learn_thing(thing_kind kind, const json_view& thing,
                              std::string_view name_member) {
    const auto id = id_text(thing.find("id"));
    auto name = thing.find(name_member).string();
    if (name.empty() && kind == thing_kind::entity) name = thing.find("label").string();
    if (id.empty()) return;
    // More than a line shows is not looked at.
    constexpr std::size_t most = 400;
    auto& into = entries_[key(
        kind, id, kind == thing_kind::entity ? thing.find("type").string() : std::string_view{})];
    if (!name.empty()) into.name = workmem::text::prefix(name, most);
    if (const auto holder = thing.find("assigned_to").string(); !holder.empty())
        into.holder = holder;
}

void thing_names::learn_move(const json_view& change) {
    const auto verb = change.find("verb").string();
    const bool takes = verb == "claim" || verb == "assign";
    if (!takes && verb != "release" && verb != "reclaim" && verb != "retry" && verb != "reopen")
        return;
    for (const auto& step : change.find("steps")) {
        const auto id = step.find("task").string();
        if (id.empty()) continue;
        entries_[key(thing_kind::task, id, {})].holder =
            takes ? step.find("agent").string() : std::string_view{};
    }
}

void thing_names::learn(const json_view& change) {
    const auto kind = change.find("kind").string();
    const auto owner = kind.substr(0, kind.find('.'));
    for (const auto& place : places_of_things) {
        if (place.owner != owner) continue;
        const auto found = change.find(place.member);
        if (found.is_object()) learn_thing(place.kind, found, place.name);
        if (!found.is_array()) continue;
        for (const auto& each : found)
            if (each.is_object()) learn_thing(place.kind, each, place.name);
    }
    if (kind == "task.move") learn_move(change);
    if (kind == "task.load") {
        const auto content = change.find("content");
        for (const auto& place : places_of_things)
            if (place.owner == owner)
                for (const auto& each : content.find(place.member))
                    if (each.is_object()) learn_thing(place.kind, each, place.name);
    }
}

void thing_names::learn_snapshots(workmem::journal::any& journal, const std::string& stream,
                                  const workmem::journal::stream_info& info) {
    if (info.oldest == 0) return;
    for (const auto* const owner : {"entity", "bounded", "session", "long_term", "task"}) {
        const auto found = journal.newest_snapshot(stream, owner, info.last);
        if (!found || !*found) continue;
        const workmem::text::json_document document{(*found)->bytes};
        learn(document.root());
    }
}

}  // namespace workmem_program
