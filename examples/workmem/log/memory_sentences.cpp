#include "teller.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

namespace workmem_program {
namespace told_memories {
namespace {

using workmem::text::json_view;

using enum thing_kind;

// Things.

void tell_entity_put(teller& to) {
    if (to.has("unread")) to << "could not read the result of " << shown_name(to.text("unread"));
    // A result's first thing comes in last.
    std::vector<json_view> seen;
    for (const auto& each : to.at("entities")) seen.insert(seen.begin(), each);
    if (!seen.empty())
        to.and_then() << "saw " << to.list_as(seen, [&](const json_view& each) {
            return to.thing(entity, each, "name");
        });
    to.add_list("touched ", entity, to.at("touched"));
    to.add_removed(entity, to.at("removed"), "cause");
}
void tell_entity_remove(teller& to) { to.add_removed(entity, to.at("removed"), "cause"); }
void tell_entity_clear(teller& to) { to << "cleared all things"; }
void tell_entity_load(teller& to) {
    to << "loaded " << to.list(entity, to.at("entities"), "name") << " in place of all things";
}

std::string length_of(std::chrono::milliseconds time) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
    if (seconds < 60) return fmt::format("{} s", seconds);
    if (seconds < 3'600) return fmt::format("{} min", seconds / 60);
    return seconds < 48 * 3'600 ? fmt::format("{} h", seconds / 3'600)
                                : fmt::format("{} days", seconds / 86'400);
}

std::string_view verb_of_touch(std::string_view strength) noexcept {
    if (strength == "acted_on") return "acted on ";
    if (strength == "offered" || strength == "mentioned") return "named ";
    if (strength == "chosen") return "chose ";
    return "looked at ";
}
// `"that page" meant page "Home" (1), 56 % sure`
void tell_answer(teller& to, const json_view& answer) {
    to.and_then() << shown_text(answer.find("phrase").string());
    const auto meant = answer.find("meant").unsigned_integer();
    const auto candidates = answer.find("candidates");
    std::vector<json_view> shown;
    for (const auto& each : candidates)
        if (meant == 0 || shown.size() < meant) shown.push_back(each);
    to << (meant > 0 ? " meant " : " stayed open")
       << (meant > 0 || shown.empty() ? "" : ", likeliest ")
       << to.list_as(shown, [&](const json_view& each) { return to.thing(entity, each); });
    if (meant > 0)
        to << fmt::format(", {} % sure",
                          (shown.front().find("confidence").unsigned_integer() + 5'000) / 10'000);
}
void tell_entity_touch(teller& to) {
    if (const auto pause = to.at("pause"))
        to << "went on after a pause of "
           << length_of(std::chrono::milliseconds{pause.find("duration").integer()});
    // One after the other, as they came, those of one verb together.
    std::string_view verb;
    for (const auto& each : to.at("touches")) {
        const auto next = verb_of_touch(each.find("strength").string());
        if (next == verb)
            to << ", ";
        else
            to.and_then() << next;
        verb = next;
        to << to.thing(entity, each);
        if (const auto count = each.find("count").unsigned_integer(); count > 1)
            to << fmt::format(" ({} times)", count);
    }
    for (const auto& each : to.at("answers")) tell_answer(to, each);
    if (const auto count = to.at("answers_left_out").unsigned_integer(); count > 0)
        to.and_then() << fmt::format("{} more answer{} not recorded", count,
                                     count == 1 ? " was" : "s were");
}
void tell_entity_erase(teller& to) {
    to.leaving("erased");
    to << "erased " << to.thing(entity, id_text(to.at("id")), to.text("type")) << " for good";
}
void tell_erased(teller& to) { to << "erased something for good"; }

// Notes.

std::string shown_note(teller& to, const json_view& each) {
    const auto key = each.find("key").string();
    const auto shown = to.thing(note, each, "text");
    return key.empty() ? shown : shown_name(key) + ": " + shown;
}
void tell_note_put(teller& to) {
    bool is_new = true;
    for (const auto& each : to.at("items")) {
        is_new = is_new && to.before().name(note, id_text(each.find("id"))).empty();
        to.by(each.find("from").find("actor").string());
    }
    if (const auto items = to.at("items"); items.size() > 0)
        to << (is_new ? "noted " : "changed ")
           << to.list_as(items, [&](const json_view& each) { return shown_note(to, each); });
    to.add_removed(note, to.at("removed"), "reason");
}
void tell_note_remove(teller& to) { to.add_removed(note, to.at("removed"), "reason"); }
void tell_note_hide(teller& to) {
    to << (to.at("restored").boolean() ? "brought back " : "put out of sight ")
       << to.list(note, to.at("ids"));
}
void tell_step(teller& to) { to << fmt::format("began turn {}", to.at("step").integer()); }
void tell_note_clear(teller& to) { to << "cleared all notes"; }
void tell_note_load(teller& to) {
    to << "loaded " << to.list(note, to.at("items"), "text") << " in place of all notes";
}
void tell_note_erase(teller& to) {
    to.leaving("erased");
    to << "erased " << to.thing(note, id_text(to.at("subject"))) << " for good";
}
void tell_note_touch(teller& to) { to.add_list("used ", note, to.at("touches")); }

// Sessions, and what is kept for good.

void tell_memory_put(teller& to) {
    bool is_new = true;
    for (const auto& each : to.at("memories"))
        is_new = is_new && to.before().name(memory, id_text(each.find("id"))).empty();
    to.add_list(is_new ? "remembered " : "changed ", memory, to.at("memories"), "content");
    if (to.at("memories").size() == 1) to.add_until(to.at("memories").front().find("expires_at"));
}
void tell_expiry(teller& to) {
    to << "keeps " << to.thing(memory, id_text(to.at("id")));
    to.add_until(to.at("expires_at"));
}
void tell_relate(teller& to) {
    to << "related " << to.thing(memory, id_text(to.at("id"))) << " to something";
}
void tell_promote(teller& to) {
    to << "promoted " << to.thing(memory, id_text(to.at("id"))) << " to long-term memory ("
       << in_words(to.text("reason")) << ")";
}
void tell_sweep(teller& to) {
    to.leaving("expired");
    to.add_list("dropped ", memory, to.at("ids"));
    if (to.at("ids").size() > 0) to << " (expired)";
}
void tell_memory_erase(teller& to) {
    to.leaving("erased");
    to << "erased " << to.thing(memory, id_text(to.at("id"))) << " for good";
}
void tell_memory_clear(teller& to) { to << "cleared the session"; }
void tell_session_drop(teller& to) {
    to.leaving("idle");
    to << "dropped the session, which was idle";
    to.add_list("with ", memory, to.at("ids"));
    to.leaving({});
    to.add_list("promoted ", long_term, to.at("promoted"), "content");
}
void tell_session_touch(teller& to) {
    to.add_list("read ", memory, to.at("accesses"));
    to.add_list("delivered ", long_term, to.at("delivered"));
}
void tell_kept(teller& to) {
    to.add_list("kept for good ", long_term, to.at("memories"), "content");
}
void tell_kept_anew(teller& to) {
    to.add_list("kept in place of what was there ", long_term, to.at("memories"), "content");
}
void tell_kept_erase(teller& to) {
    to.leaving("erased");
    to << "erased " << to.thing(long_term, id_text(to.at("id"))) << " for good";
}
void tell_agenda(teller& to) {
    to << "entered session " << shown_text(to.text("session")) << " to be looked at";
}
void tell_agenda_progress(teller& to) {
    const std::chrono::hours hour{to.at("first_open_hour").integer()};
    const workmem::timestamp time{hour};
    to << "looked at all sessions that were due before " << date_of(time) << " " << clock_of(time);
}

constexpr std::array sentences{
    sentence{"entity.put", tell_entity_put},
    sentence{"entity.remove", tell_entity_remove},
    sentence{"entity.clear", tell_entity_clear},
    sentence{"entity.load", tell_entity_load},
    sentence{"entity.touch", tell_entity_touch},
    sentence{"entity.erase", tell_entity_erase},
    sentence{"entity.erased", tell_erased},
    sentence{"bounded.put", tell_note_put},
    sentence{"bounded.remove", tell_note_remove},
    sentence{"bounded.forget", tell_note_hide},
    sentence{"bounded.step", tell_step},
    sentence{"bounded.clear", tell_note_clear},
    sentence{"bounded.load", tell_note_load},
    sentence{"bounded.erase", tell_note_erase},
    sentence{"bounded.erased", tell_erased},
    sentence{"bounded.touch", tell_note_touch},
    sentence{"session.put", tell_memory_put},
    sentence{"session.expiry", tell_expiry},
    sentence{"session.relate", tell_relate},
    sentence{"session.promote", tell_promote},
    sentence{"session.sweep", tell_sweep},
    sentence{"session.erase", tell_memory_erase},
    sentence{"session.erased", tell_erased},
    sentence{"session.clear", tell_memory_clear},
    sentence{"session.drop", tell_session_drop},
    sentence{"session.touch", tell_session_touch},
    sentence{"long_term.put", tell_kept},
    sentence{"long_term.replace", tell_kept_anew},
    sentence{"long_term.erase", tell_kept_erase},
    sentence{"long_term.erased", tell_erased},
    sentence{"session_agenda.entry", tell_agenda},
    sentence{"session_agenda.progress", tell_agenda_progress},
};

}  // namespace
}  // namespace told_memories

std::span<const sentence> memory_sentences() noexcept { return told_memories::sentences; }

}  // namespace workmem_program
