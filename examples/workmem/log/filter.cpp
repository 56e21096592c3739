#include "filter.hpp"

#include <workmem/ids/meant_id.hpp>
#include <workmem/task/access.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <utility>

namespace workmem_program {
namespace {

bool is_kind_meant(const told_change& change, std::string_view said) {
    if (change.kind == said) return true;
    if (change.kind.size() > said.size() && change.kind.starts_with(said) &&
        change.kind[said.size()] == '.')
        return true;
    return !change.verb.empty() && said == "task." + change.verb;
}

}  // namespace

bool is_meant(const told_thing& thing, std::string_view said) {
    if (thing.id == said) return true;
    if (said.size() >= workmem::meant_id::least && thing.id.starts_with(said)) return true;
    return !said.empty() &&
           workmem::text::folded(thing.name).find(workmem::text::folded(said)) != std::string::npos;
}

bool change_filter::accepts(const told_change& change, workmem::timestamp when) const {
    if (since && when < *since) return false;
    if (until && when > *until) return false;
    if (!actor.empty() && change.actor != actor) return false;
    if (!kinds.empty() && std::none_of(kinds.begin(), kinds.end(), [&](const auto& each) {
            return is_kind_meant(change, each);
        }))
        return false;
    return thing.empty() ||
           std::any_of(change.things.begin(), change.things.end(),
                       [&](const told_thing& each) { return is_meant(each, thing); });
}

std::string problem_of_kind(std::string_view kind) {
    const auto kinds = told_kinds();
    std::vector<std::string_view> owners;
    for (const auto each : kinds) {
        const auto owner = each.substr(0, each.find('.'));
        if (kind == each || kind == owner) return {};
        if (std::find(owners.begin(), owners.end(), owner) == owners.end()) owners.push_back(owner);
    }
    constexpr std::string_view tasks = "task.";
    workmem::task_verb verb{};
    if (kind.starts_with(tasks) && parse_name(kind.substr(tasks.size()), verb)) return {};
    std::string out = "there is no kind " + workmem::text::quoted(kind) + "; there are ";
    for (const auto owner : owners) {
        out += owner == owners.front() ? "" : ", ";
        out += owner;
    }
    return out + ", and one of their changes, such as entity.put or task.claim";
}

std::optional<workmem::timestamp> read_moment(std::string_view text, workmem::timestamp now) {
    if (const auto read = workmem::parse_iso8601(text)) return read;
    constexpr std::size_t length_of_day = 10;
    if (text.size() == length_of_day)
        if (const auto day = workmem::parse_iso8601(std::string{text} + "T00:00:00Z")) return day;
    constexpr std::int64_t most = 10'000'000;
    std::int64_t count = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (problem != std::errc{} || count < 0 || count > most) return {};
    const std::string_view unit{end, static_cast<std::size_t>(text.data() + text.size() - end)};
    constexpr std::pair<std::string_view, std::chrono::seconds> units[]{
        {"s", std::chrono::seconds{1}},
        {"min", std::chrono::minutes{1}},
        {"h", std::chrono::hours{1}},
        {"d", std::chrono::hours{24}}};
    for (const auto& [name, length] : units)
        if (unit == name) return workmem::later(now, -count * length);
    return {};
}

}  // namespace workmem_program
