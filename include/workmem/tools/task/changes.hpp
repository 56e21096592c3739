#pragma once

#include <workmem/text/percent.hpp>
#include <workmem/tools/page.hpp>
#include <workmem/tools/task/json.hpp>
#include <workmem/tools/tool.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::tools::task_rows {

/// Where an agent stands in a plan's history, and up to when it has been given its messages.
struct kept_position {
    std::string incarnation{};
    std::uint64_t sequence = 0;
    std::int64_t told_ms = 0;
};

[[nodiscard]] inline std::string to_text(const kept_position& position) {
    return text::percent_encoded(position.incarnation) + ':' + std::to_string(position.sequence) +
           ':' + std::to_string(position.told_ms);
}
/// What `to_text` gave; nothing for another text.
[[nodiscard]] inline std::optional<kept_position> parse_position(std::string_view from) {
    const auto end = from.find(':');
    if (end == std::string_view::npos) return std::nullopt;
    auto incarnation = text::percent_decoded(from.substr(0, end));
    if (!incarnation) return std::nullopt;
    kept_position out{std::move(*incarnation)};
    from.remove_prefix(end + 1);
    const auto* const last = from.data() + from.size();
    auto read = std::from_chars(from.data(), last, out.sequence);
    if (read.ec != std::errc{} || read.ptr == last || *read.ptr != ':') return std::nullopt;
    read = std::from_chars(read.ptr + 1, last, out.told_ms);
    if (read.ec != std::errc{} || read.ptr != last) return std::nullopt;
    return out;
}

// The plan in whose history a cursor stands; empty where there is none any more.
template <class Store>
result<std::string> plan_of_cursor(Store& store, const kept_position& cursor) {
    auto all = store.try_list();
    if (!all) return all.error();
    for (auto& each : *all) {
        auto found = store.find(each.name);
        if (!found) return found.error();
        if (*found && (*found)->position().incarnation == cursor.incarnation)
            return std::move(each.name);
    }
    return std::string{};
}

template <class Json, class Memory>
void renew(Memory& memory, const std::string& agent, timestamp now, Json& renewed) {
    for (const auto status :
         {task_status::assigned, task_status::in_progress, task_status::blocked})
        for (const auto& id : memory.of_status(status)) {
            const auto held = memory.try_get(id);
            if (!held || held->assigned_to != agent || !held->expires) continue;
            // A claim that is good for half of its time still is left alone.
            if (*held->expires - now > held->lease / 2) continue;
            claimed_task own{id};
            own.agent = agent;
            own.token = held->token;
            // One that has just passed to somebody else is no error here.
            if (memory.try_renew(own, {}, {.actor = agent})) renewed.push_back(id.str());
        }
}

// Who comes with the cursor of an answer has got that answer, and the messages in it. Those of
// its last millisecond may have come after it: they are told twice rather than never.
template <class Memory>
result<void> acknowledge(Memory& memory, const std::string& agent, std::int64_t told_ms) {
    std::vector<std::string> read;
    for (const auto& each : memory.inbox(agent))
        if (each.sent_at.time_since_epoch().count() < told_ms) read.push_back(each.id);
    if (read.empty()) return {};
    auto done = memory.try_acknowledge(read, {.actor = agent});
    return done ? result<void>{} : result<void>{done.error()};
}

// The messages for an agent, oldest first, as many as fit into a page. Of what is left out the next
// answer tells: `told_ms` becomes the time of the first one.
template <class Json, class Memory>
[[nodiscard]] Json told_messages(const Memory& memory, const std::string& agent,
                                 std::int64_t& told_ms) {
    auto all = memory.inbox(agent);
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.sent_at < b.sent_at; });
    Json out = Json::array();
    std::size_t bytes = 0;
    const timestamp* last = nullptr;
    for (const auto& each : all) {
        Json message = Json::object();
        message["from"] = each.from;
        message["message"] = each.message;
        message["priority"] = std::string{to_string(each.priority)};
        message["sent_at"] = to_iso8601(each.sent_at);
        bytes += text::to_json_text(message).size() + 1;
        if (bytes > max_page_bytes && last != nullptr && *last != each.sent_at) {
            told_ms = each.sent_at.time_since_epoch().count();
            break;
        }
        last = &each.sent_at;
        out.push_back(std::move(message));
    }
    return out;
}

template <class Json, class Memory>
result<Json> told(Memory& memory, const kept_position& since, std::int64_t told_ms,
                  std::size_t limit) {
    auto from = memory.position();
    if (!since.incarnation.empty()) from.incarnation = since.incarnation;
    from.sequence = since.sequence;
    auto changed = memory.try_changes_since(from, limit);
    if (!changed) return changed.error();
    Json out = Json::object();
    auto& list = out["changes"] = Json::array();
    for (const auto& each : changed->list) {
        auto what = Json::parse(each.json, nullptr, false);
        if (!what.is_object()) continue;
        what.erase("version");
        what["sequence"] = each.sequence;
        list.push_back(std::move(what));
    }
    if (changed->compacted) out["forgotten_up_to"] = *changed->compacted;
    out["next_cursor"] =
        to_text(kept_position{changed->next.incarnation, changed->next.sequence, told_ms});
    return out;
}

/// What happened since the cursor, and messages; renews the claims of who asks.
template <class Json, class Store>
[[nodiscard]] result<Json> changes(Store& store, const arguments<Json>& in) {
    auto plan = plan_of(store, in);
    if (!plan) return plan.error();
    auto& memory = *plan->memory;
    const auto& agent = in.text("agent");
    kept_position since;
    if (in.has("cursor")) {
        auto read = parse_position(in.text("cursor"));
        if (!read)
            return tools::detail::bad_value("cursor", "one that an earlier answer gave",
                                            text::quoted(text::prefix(in.text("cursor"), 64)));
        since = std::move(*read);
        if (since.incarnation != memory.position().incarnation) {
            auto owner = plan_of_cursor(store, since);
            if (!owner) return owner.error();
            if (!owner->empty())
                return tools::detail::bad_value(
                    "cursor", "one of plan " + text::quoted(text::prefix(plan->name, 64)),
                    "one of plan " + text::quoted(text::prefix(*owner, 64)));
        }
    }
    Json renewed = Json::array();
    if (!agent.empty()) {
        renew(memory, agent, store.now(), renewed);
        if (auto done = acknowledge(memory, agent, since.told_ms); !done) return done.error();
    }
    std::int64_t told_ms = memory.info().changed.time_since_epoch().count();
    auto messages = agent.empty() ? Json::array() : told_messages<Json>(memory, agent, told_ms);
    auto out = fitting(in.count("limit", 50), [&](std::size_t limit) {
        return told<Json>(memory, since, told_ms, limit);
    });
    if (!out) return out;
    (*out)["messages"] = std::move(messages);
    (*out)["renewed"] = std::move(renewed);
    return out;
}

}  // namespace workmem::tools::task_rows
