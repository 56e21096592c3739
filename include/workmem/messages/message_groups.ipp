#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/messages/message_groups.hpp>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

namespace workmem {

WORKMEM_DECL logged_message to_logged(const message_list& of) {
    logged_message out;
    if (!of.messages.empty()) out.role = of.messages.front().role;
    for (const auto& each : of.messages)
        for (const auto& part : each.parts) {
            if (const auto* const call = std::get_if<tool_call>(&part)) {
                if (!call->id.empty()) out.calls.emplace_back(call->id);
            } else if (const auto* const answer = std::get_if<tool_result>(&part)) {
                if (!answer->call_id.empty()) out.answers.emplace_back(answer->call_id);
            }
        }
    return out;
}

}  // namespace workmem

namespace workmem::detail {

WORKMEM_DECL message_groups group_messages(const std::vector<logged_message>& messages,
                                           const std::vector<std::size_t>& costs) {
    const auto count = messages.size();
    // Each message points to another of its group, the first of them to itself.
    std::vector<std::size_t> first(count);
    std::iota(first.begin(), first.end(), std::size_t{0});
    const auto find = [&](std::size_t at) {
        while (first[at] != at) at = first[at] = first[first[at]];
        return at;
    };
    const auto join = [&](std::size_t a, std::size_t b) {
        const auto [low, high] = std::minmax({find(a), find(b)});
        first[high] = low;
    };
    std::unordered_map<std::string_view, std::size_t, text_hash> calls;
    std::vector<std::pair<std::size_t, std::string_view>> alone;
    for (std::size_t i = 0; i < count; ++i) {
        for (const auto& id : messages[i].calls) calls[id] = i;
        for (const auto& id : messages[i].answers) {
            if (const auto call = calls.find(id); call != calls.end())
                join(i, call->second);
            else
                alone.emplace_back(i, id);
        }
    }
    calls.clear();
    for (std::size_t i = count; i-- > 0;) {
        for (const auto& id : messages[i].calls) calls[id] = i;
        for (; !alone.empty() && alone.back().first == i; alone.pop_back())
            if (const auto call = calls.find(alone.back().second); call != calls.end())
                join(i, call->second);
    }

    message_groups out;
    out.group_of.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto start = find(i);
        if (start == i) {
            out.group_of[i] = out.groups.size();
            out.groups.push_back({i, 0, true});
        }
        out.group_of[i] = out.group_of[start];
        auto& group = out.groups[out.group_of[i]];
        group.newest = i;
        group.tokens += costs[i];
        group.instructs = group.instructs && messages[i].role == message_role::system;
    }
    return out;
}

WORKMEM_DECL std::vector<group_fate> choose_groups(const message_groups& of, std::size_t tokens,
                                                   bool keep_system) {
    std::vector<group_fate> out(of.groups.size(), group_fate::older);
    std::vector<std::size_t> spoken;
    for (std::size_t i = 0; i < of.groups.size(); ++i) {
        if (!keep_system || !of.groups[i].instructs) {
            spoken.push_back(i);
        } else if (of.groups[i].tokens <= tokens) {
            out[i] = group_fate::stays;
            tokens -= of.groups[i].tokens;
        } else {
            out[i] = group_fate::too_large;
        }
    }
    std::sort(spoken.begin(), spoken.end(), [&](std::size_t a, std::size_t b) {
        return of.groups[a].newest > of.groups[b].newest;
    });
    const auto room = tokens;
    bool full = false;
    for (const auto i : spoken) {
        const auto cost = of.groups[i].tokens;
        if (cost > room) {
            out[i] = group_fate::too_large;
        } else if (!full && cost <= tokens) {
            out[i] = group_fate::stays;
            tokens -= cost;
        } else {
            full = true;
        }
    }
    return out;
}

}  // namespace workmem::detail
