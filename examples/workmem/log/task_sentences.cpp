#include "teller.hpp"

#include <fmt/format.h>

#include <array>

namespace workmem_program {
namespace told_plans {
namespace {

using workmem::text::json_view;

using enum thing_kind;

// How tasks move on.

/// A verb whose sentence is `<said> <task>` and the note, if there is one.
struct plain_move {
    std::string_view verb, said;
};
constexpr std::array plain_moves{
    plain_move{"start", "started "},
    plain_move{"block", "is blocked on "},
    plain_move{"unblock", "went on with "},
    plain_move{"fail", "failed at "},
    plain_move{"retry", "set up to be tried again "},
    plain_move{"reopen", "reopened "},
    plain_move{"cancel", "cancelled "},
    plain_move{"skip", "skipped "},
};

void tell_claim(teller& to, const json_view& step, std::string_view verb) {
    const auto agent = step.find("agent").string();
    if (verb == "claim") to.by(agent);
    to << (verb == "claim" ? "claimed " : "assigned ")
       << to.thing(task, id_text(step.find("task")));
    if (agent != to.actor() && !agent.empty())
        to << (verb == "claim" ? " for " : " to ") << shown_name(agent);
    to.add_until(step.find("expires_at"));
}

void tell_review(teller& to, const json_view& step) {
    to.by(step.find("agent").string());
    const auto said = step.find("review").string();
    to << (said == "approved"       ? "approved "
           : said == "needs_rework" ? "sent back "
                                    : "rejected ")
       << to.thing(task, id_text(step.find("task")));
    to.add_text(": ", step.find("note").string());
}

void tell_step_of(teller& to, const json_view& step, std::string_view verb) {
    const auto id = id_text(step.find("task"));
    const auto holder = to.before().holder(id);
    const auto note = step.find("note").string();
    if (verb == "claim" || verb == "assign") return tell_claim(to, step, verb);
    if (verb == "review") return tell_review(to, step);
    if (verb == "complete") {
        to.by(holder);
        to << "completed " << to.thing(task, id);
        if (step.find("to") == "review") to << ", which is to be reviewed";
        to.add_text(": ", step.find("result").find("summary").string());
    } else if (verb == "reclaim" ||
               (verb == "release" && !to.actor().empty() && to.actor() != holder)) {
        to << "took back " << to.thing(task, id);
        if (!holder.empty()) to << " from " << shown_name(holder);
        to.add_text(": ", note);
    } else if (verb == "release") {
        to.by(holder);
        to << "let go of " << to.thing(task, id);
        to.add_text(": ", note);
    } else if (verb == "renew") {
        to.by(holder);
        to << "renewed the claim of " << to.thing(task, id);
        to.add_until(step.find("expires_at"));
    } else if (verb == "assign_review") {
        to << "asked " << shown_name(step.find("agent").string()) << " to review "
           << to.thing(task, id);
    } else {
        // What an agent has in hand it alone moves on, unless the change says otherwise.
        if (verb == "start" || verb == "block" || verb == "unblock" || verb == "fail")
            to.by(holder);
        auto said = std::string{"moved "};
        for (const auto& each : plain_moves)
            if (each.verb == verb) said = each.said;
        to << said << to.thing(task, id);
        to.add_text(": ", note);
    }
}

void tell_move(teller& to) {
    const auto verb = to.text("verb");
    if (verb == "close") {
        to << "set the plan to " << in_words(to.text("memory"));
        if (const auto steps = to.at("steps"); steps.size() > 0)
            to << "; cancelled " << to.list_as(steps, [&](const json_view& each) {
                return to.thing(task, id_text(each.find("task")));
            });
        return;
    }
    for (const auto& step : to.at("steps")) {
        to.and_then();
        tell_step_of(to, step, verb);
    }
    to.add_list("skipped ", task, to.at("skipped"));
}

// What is planned.

void tell_plan(teller& to) {
    to << "set the plan";
    to.add_text(" ", to.text("name"));
    to.add_text(": ", to.text("goal"));
}
void tell_add(teller& to) {
    to << "added " << to.list_as(to.at("tasks"), [&](const json_view& each) {
        auto out = to.thing(task, each, "title");
        if (const auto after = each.find("depends_on"); after.size() > 0)
            out += " (after " + to.list_as(after, [&](const json_view& on) {
                return to.thing(task, id_text(on.is_object() ? on.find("task") : on));
            }) + ')';
        return out;
    });
}
void tell_dependencies(teller& to, std::string_view waits) {
    bool is_first = true;
    for (const auto& each : to.at("dependencies")) {
        if (!is_first) to << "; ";
        is_first = false;
        to << "made " << to.thing(task, id_text(each.find("task"))) << waits
           << to.thing(task, id_text(each.find("on")));
    }
}
void tell_depend(teller& to) { tell_dependencies(to, " wait for "); }
void tell_undepend(teller& to) { tell_dependencies(to, " no longer wait for "); }
void tell_update(teller& to) {
    const auto what = to.at("task");
    const auto id = id_text(what.find("id"));
    const auto title = what.find("title").string();
    const auto before = std::string{to.before().name(task, id)};
    const bool is_renamed = !before.empty() && before != title;
    to << (is_renamed ? "renamed " : "changed ")
       << to.thing(task, id, {}, is_renamed ? before : title);
    if (is_renamed) to << " to " << shown_text(title);
}

// What is shared.

void tell_decide(teller& to) {
    const auto what = to.at("decision");
    to.by(what.find("made_by").string());
    to << "decided " << to.thing(decision, what, "question");
    to.add_text(": ", what.find("choice").string());
    if (what.find("needs_approval").boolean()) to << ", which is to be approved";
    to.add_list("skipped ", task, to.at("skipped"));
}
void tell_approve(teller& to) {
    const auto said = to.at("approval");
    to.by(said.find("by").string());
    to << (said.find("granted").boolean() ? "approved " : "refused ")
       << to.thing(decision, id_text(to.at("decision")));
    to.add_text(": ", said.find("comments").string());
    to.add_list("skipped ", task, to.at("skipped"));
}
void tell_discover(teller& to) {
    to.by(to.at("discoveries").front().find("discovered_by").string());
    to << "found " << to.list_as(to.at("discoveries"), [&](const json_view& each) {
        return in_words(each.find("type").string()) + ' ' + to.thing(discovery, each, "content");
    });
}
void tell_artifact(teller& to) {
    const auto what = to.at("artifact");
    to.by(what.find("created_by").string());
    to << "made " << in_words(what.find("type").string()) << " "
       << to.thing(artifact, what, "path");
    if (const auto version = what.find("version").unsigned_integer(); version > 1)
        to << fmt::format(", version {},", version);
    if (const auto of = what.find("associated_task"); of)
        to << " for " << to.thing(task, id_text(of));
}
void tell_branch(teller& to) {
    const auto what = to.at("branch");
    to.by(what.find("created_by").string());
    to << "opened " << to.thing(branch, what, "question") << " between "
       << to.list(task, what.find("options"));
}
void tell_nudge(teller& to) {
    const auto nudges = to.at("nudges");
    to.by(nudges.front().find("from").string());
    to << "told " << to.list_as(nudges, [](const json_view& each) {
        return shown_name(each.find("target").string());
    });
    to << " " << to.thing(nudge, nudges.front(), "message");
}
void tell_acknowledge(teller& to) { to << "has read " << to.list(nudge, to.at("nudges")); }
void tell_agent(teller& to) {
    const auto who = to.at("agent");
    const auto id = who.find("id").string();
    const auto role = in_words(who.find("role").string());
    to.by(id);
    if (to.actor() == id)
        to << "joined as " << role;
    else
        to << "made " << shown_name(id) << " " << role;
}
void tell_lead(teller& to) {
    const auto lead = to.at("lead");
    const auto agent = lead.find("agent").string();
    to.by(agent);
    if (to.actor() == agent)
        to << "leads";
    else
        to << "made " << shown_name(agent) << " lead";
    to.add_until(lead.find("expires_at"));
}
void tell_task_erase(teller& to) { to << "erased " << shown_text(to.text("id")) << " for good"; }
void tell_task_erased(teller& to) { to << "erased something for good"; }
void tell_fold(teller& to) {
    to.leaving("folded");
    to << "folded " << to.list(task, to.at("tasks"));
}
void tell_task_load(teller& to) {
    to << "loaded " << to.list(task, to.at("content").find("tasks"), "title")
       << " in place of the plan";
}

constexpr std::array sentences{
    sentence{"task.plan", tell_plan},
    sentence{"task.add", tell_add},
    sentence{"task.depend", tell_depend},
    sentence{"task.undepend", tell_undepend},
    sentence{"task.update", tell_update},
    sentence{"task.move", tell_move},
    sentence{"task.decide", tell_decide},
    sentence{"task.approve", tell_approve},
    sentence{"task.discover", tell_discover},
    sentence{"task.artifact", tell_artifact},
    sentence{"task.branch", tell_branch},
    sentence{"task.nudge", tell_nudge},
    sentence{"task.acknowledge", tell_acknowledge},
    sentence{"task.agent", tell_agent},
    sentence{"task.lead", tell_lead},
    sentence{"task.erase", tell_task_erase},
    sentence{"task.erased", tell_task_erased},
    sentence{"task.fold", tell_fold},
    sentence{"task.load", tell_task_load},
};

}  // namespace
}  // namespace told_plans

std::span<const sentence> task_sentences() noexcept { return told_plans::sentences; }

}  // namespace workmem_program
