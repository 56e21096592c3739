#include "told_change.hpp"

#include "teller.hpp"

#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace workmem_program {
namespace {

namespace text = workmem::text;
using text::json_view;

constexpr std::size_t most_shown = 80;  // bytes of a text

std::string shortened_text(std::string_view stored) {
    auto out = text::escaped(text::prefix(stored, most_shown));
    if (stored.size() > most_shown) out += "…";
    return out;
}

/// Ids that the library makes are long and random: their beginning says as much, and is accepted
/// where an id is asked for.
std::string shown_id(std::string_view id) {
    constexpr std::size_t made = 26, enough = 8;
    const bool is_made = id.size() == made && std::all_of(id.begin(), id.end(), [](char c) {
                             return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
                         });
    return is_made ? std::string{id.substr(0, enough)} : shortened_text(id);
}

std::optional<workmem::timestamp> time_in(const json_view& value) {
    if (value.is_integer()) return workmem::timestamp{workmem::milliseconds{value.integer()}};
    return workmem::parse_iso8601(value.string());
}

/// Touches and answers have no time of their own: the last of them says when it was.
std::optional<workmem::timestamp> time_of_change(const json_view& change) {
    auto out = time_in(change.find("time"));
    for (const auto* const list : {"touches", "answers"})
        for (const auto& each : change.find(list))
            if (const auto time = time_in(each.find("time")); time && (!out || *time > *out))
                out = time;
    return out;
}

/// A change of a kind that has no sentence: its members, each shortened.
void tell_members(teller& to, const json_view& change) {
    to << shortened_text(change.find("kind").string());
    for (auto member = change.begin(); member != change.end(); ++member) {
        const auto name = member.key();
        if (name == "kind" || name == "version" || name == "time" || name == "actor" ||
            name == "key" || name == "request" || name == "answer")
            continue;
        to << " " << shortened_text(name) << "=";
        const auto& value = *member;
        if (value.is_string())
            to << shown_text(value.string());
        else if (value.is_structured())
            to << fmt::format("({})", value.size());
        else
            to << (value.is_boolean() ? std::string{value.boolean() ? "true" : "false"}
                                      : id_text(value));
    }
}

/// How something was taken out by a call; empty where it had to go for another reason.
std::string_view verb_of_removal(std::string_view reason) noexcept {
    constexpr std::pair<std::string_view, std::string_view> verbs[]{
        {"removed", "removed"},   {"replaced", "replaced"}, {"superseded", "replaced"},
        {"instructed", "forgot"}, {"cleared", "cleared"},   {"erased", "erased"}};
    for (const auto& [name, verb] : verbs)
        if (name == reason) return verb;
    return {};
}

const sentence* sentence_of(std::string_view kind) noexcept {
    for (const auto sentences : {memory_sentences(), task_sentences()})
        for (const auto& each : sentences)
            if (each.kind == kind) return &each;
    return nullptr;
}

}  // namespace

std::string in_words(std::string_view name) {
    auto out = shortened_text(name);
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

std::string shown_text(std::string_view stored) { return '"' + shortened_text(stored) + '"'; }

std::string shown_name(std::string_view name) {
    const bool is_word = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '-' || c == '_' || c == '.' || c == '@' || c == '/' || c == '+';
    });
    return is_word ? shortened_text(name) : shown_text(name);
}

std::string shown_thing(const told_thing& thing) {
    const auto id = shown_id(thing.id);
    if (thing.kind == thing_kind::entity) {
        auto out =
            thing.type.empty() ? std::string{to_string(thing.kind)} : shortened_text(thing.type);
        if (!thing.name.empty()) out += ' ' + shown_text(thing.name);
        return out + " (" + id + ')';
    }
    if (thing.name.empty()) return fmt::format("{} {}", to_string(thing.kind), id);
    return fmt::format("{} ({} {})", shown_text(thing.name), to_string(thing.kind), id);
}

std::string date_of(workmem::timestamp time) {
    return workmem::to_iso8601(workmem::to_moment(time)).substr(0, 10);
}
std::string clock_of(workmem::timestamp time) {
    return workmem::to_iso8601(workmem::to_moment(time)).substr(11, 8);
}

void teller::add_until(const json_view& time) {
    const auto until = time_in(time);
    if (!until) return;
    *this << " until ";
    if (!into_.time || date_of(*until) != date_of(*into_.time)) *this << date_of(*until) << " ";
    *this << clock_of(*until);
}

std::string teller::thing(thing_kind kind, const std::string& id, std::string_view type,
                          std::string_view name) {
    if (name.empty()) name = before_.name(kind, id, type);
    auto& noted = into_.things.emplace_back();
    noted = {.kind = kind, .type = std::string{type}, .id = id, .name = std::string{name}};
    if (!leaves_for_.empty()) {
        noted.role = thing_role::leaves;
        noted.reason = leaves_for_;
    }
    return shown_thing(noted);
}

std::string teller::thing(thing_kind kind, const json_view& of, std::string_view name_member) {
    if (!of.is_object()) return thing(kind, id_text(of));
    const auto type = kind == thing_kind::entity ? of.find("type").string() : std::string_view{};
    auto name = of.find(name_member).string();
    if (name.empty() && kind == thing_kind::entity) name = of.find("label").string();
    auto shown = thing(kind, id_text(of.find("id")), type, name);
    if (kind == thing_kind::note) into_.things.back().key = of.find("key").string();
    // All of it is there.
    if (!name_member.empty() && leaves_for_.empty()) into_.things.back().role = thing_role::comes;
    return shown;
}

void teller::add_list(std::string_view verb, thing_kind kind, const json_view& of,
                      std::string_view name_member) {
    if (of.size() > 0) and_then() << verb << list(kind, of, name_member);
}

void teller::add_removed(thing_kind kind, const json_view& removed,
                         std::string_view reason_member) {
    std::vector<std::string_view> reasons;
    for (const auto& each : removed)
        if (const auto reason = each.find(reason_member).string();
            std::find(reasons.begin(), reasons.end(), reason) == reasons.end())
            reasons.push_back(reason);
    for (const auto reason : reasons) {
        leaving(reason);
        std::vector<json_view> gone;
        for (const auto& each : removed)
            if (each.find(reason_member).string() == reason) gone.push_back(each);
        const auto verb = verb_of_removal(reason);
        and_then() << (verb.empty() ? "dropped" : verb) << " "
                   << list_as(gone, [&](const json_view& each) { return thing(kind, each); });
        if (verb.empty()) *this << " (" << in_words(reason) << ")";
    }
    leaving({});
}

told_change tell_change(const json_view& change, const thing_names& names) {
    told_change out;
    out.kind = change.find("kind").string();
    if (out.kind == "task.move") out.verb = change.find("verb").string();
    out.actor = change.find("actor").string();
    out.time = time_of_change(change);
    teller to{change, names, out};
    if (const auto* const found = sentence_of(out.kind))
        found->tell(to);
    else
        tell_members(to, change);
    if (out.sentence.empty()) out.sentence = "did something of which nothing is left";
    if (!out.actor.empty()) out.sentence = shown_name(out.actor) + ' ' + out.sentence;
    return out;
}

told_change tell_unreadable(std::string_view bytes) {
    told_change out;
    out.sentence = "unreadable: " + shortened_text(bytes);
    return out;
}

std::vector<std::string_view> told_kinds() {
    std::vector<std::string_view> out;
    for (const auto sentences : {memory_sentences(), task_sentences()})
        for (const auto& each : sentences) out.push_back(each.kind);
    return out;
}

}  // namespace workmem_program
