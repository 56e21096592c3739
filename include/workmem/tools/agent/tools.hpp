#pragma once

#include <workmem/agent/agent_memory.hpp>
#include <workmem/tools/agent/json.hpp>
#include <workmem/tools/agent/plan.hpp>
#include <workmem/tools/agent/schema.hpp>
#include <workmem/tools/agent/secrets.hpp>
#include <workmem/tools/agent/sessions.hpp>
#include <workmem/tools/page.hpp>
#include <workmem/tools/tool.hpp>

#include <string>
#include <tuple>
#include <utility>

// The tools of an agent's memory, one a row: name, what it says of itself, what it does, what it
// takes, what it answers, what it calls. A new tool is a new row.

namespace workmem::tools::agent_rows {

using namespace agent_schema;

inline constexpr std::tuple table{
    tool{"memory_observe",
         "Note the things in a tool's result, to refer to them later.",
         effect::writes,
         {{"tool", {.kind = value_kind::text, .least = 1, .most = 256}, true, "its name"},
          // Published as a string: some clients refuse a schema without a type.
          {"result",
           {.kind = value_kind::text, .most = max_result_bytes, .takes_json = true},
           true,
           "as it came"},
          {"arguments", object, false, "of the call"},
          session,
          idempotency_key},
         {{"things", things, true, "what the result is about"},
          {"added", count, true, "that were not known"},
          {"removed", count, true, "by a delete tool"},
          {"failed", session_schema::flag, true, "the result is an error"}},
         []<class Json>(auto& agents, const arguments<Json>& in) {
             return with_agent(agents, in, [&](auto& agent) -> result<Json> {
                 const auto detector = secrets_of(agent);
                 auto given = Json::object();
                 if (const auto* const said = in.find("arguments")) given = *said;
                 (void)redact(detector, given);
                 const auto returned = redacted<Json>(detector, in.text("result"));
                 auto seen = agent.entities.try_observe(
                     in.text("tool"),
                     in.has("arguments") ? text::json_view{given} : text::json_view{},
                     // What is text to the agent may be a file that it has read.
                     text::json_view::of_text(returned), retriable_call{in});
                 if (!seen) return seen.error();
                 Json out = Json::object();
                 auto& list = out["things"] = Json::array();
                 for (const auto& each : seen->entities)
                     if (const auto known = agent.entities.peek(each.type, each.id))
                         list.push_back(to_key_json<Json>(*known));
                 out["added"] = seen->added;
                 out["removed"] = seen->removed;
                 out["failed"] = seen->failed;
                 return out;
             });
         }},
    tool{"memory_hear",
         "Note each message, so that references to its things work.",
         effect::writes,
         {{"role",
           {.kind = value_kind::text, .description = "who said it", .choices = role_names},
           true},
          {"text", {.kind = value_kind::text, .most = max_said_bytes}, true, "what was said"},
          session},
         {{"things", things, true, "what it names"}},
         []<class Json>(auto& agents, const arguments<Json>& in) {
             return with_agent(agents, in, [&](auto& agent) -> result<Json> {
                 const auto by = in.text("role") == "user" ? role::user : role::assistant;
                 Json out = Json::object();
                 auto& list = out["things"] = Json::array();
                 for (const auto& each : agent.hear(by, in.text("text")))
                     if (const auto known = agent.entities.peek(each.type, each.id))
                         list.push_back(to_key_json<Json>(*known));
                 if (auto saved = agent.entities.try_flush(); !saved) return saved.error();
                 return out;
             });
         }},
    tool{"memory_resolve",
         "Which thing is meant by \"that page\", \"the second one\"? Its id, or candidates. "
         "Call before acting on a reference; never guess an id.",
         effect::writes,
         {{"reference",
           {.kind = value_kind::text, .least = 1, .most = max_said_bytes},
           true,
           "the user's own words"},
          type,
          session},
         {{"status", any_text, true, "resolved, set, ambiguous or unresolved"},
          {"type", any_text, false, "of the one that is meant"},
          {"id", any_text, false, "of the one that is meant"},
          {"name", any_text, false, "of the one that is meant"},
          {"reason", any_text, false, "why this one"},
          {"confidence", count, false, "parts per million"},
          {"references", things, false, "all of a set"},
          {"with", things, false, "what else takes part"},
          {"candidates", things, false, "what may be meant"},
          {"message", any_text, false, "why it is not one"}},
         []<class Json>(auto& agents, const arguments<Json>& in) {
             return with_known_agent(agents, in, [&](auto& agent) -> result<Json> {
                 auto out =
                     to_json<Json>(agent.resolve(in.text("reference"), {.type = in.text("type")}));
                 if (auto saved = agent.entities.try_flush(); !saved) return saved.error();
                 return out;
             });
         }},
    tool{"memory_context",
         "What is known, most useful first: things seen, notes, what is kept for good, the task.",
         effect::reads,
         {{"token_limit",
           {.kind = value_kind::integer, .least = 1, .most = max_tokens},
           false,
           "default 1000"},
          session},
         {{"context", any_text, true, "one quoted line for each"}},
         []<class Json>(auto& agents, const arguments<Json>& in) {
             return with_known_agent(agents, in, [&](auto& agent) -> result<Json> {
                 constexpr std::size_t usual = 1'000;
                 auto made = agent.try_prompt({.tokens = in.count("token_limit", usual)});
                 if (!made) return made.error();
                 Json out = Json::object();
                 auto text = made->stable + made->recent;
                 if (text.empty())
                     text = "Nothing is known yet: no result was observed and nothing was "
                            "remembered. memory_observe notes what a tool returned, "
                            "memory_remember a fact.";
                 out["context"] = std::move(text);
                 return out;
             });
         }}
        .as_text(),
    tool{"memory_list",
         "The things seen, newest first.",
         effect::reads,
         {type, limit, session},
         {{"things", things, true, "newest first"}, {"count", count, true, "of this answer"}},
         []<class Json>(auto& agents, const arguments<Json>& in) {
             return with_known_agent(agents, in, [&](auto& agent) -> result<Json> {
                 constexpr std::size_t usual = 20;
                 const auto most = in.count("limit", usual);
                 const auto found = in.has("type") ? agent.entities.by_type(in.text("type"), most)
                                                   : agent.entities.recent(most);
                 Json out = Json::object();
                 auto& list = out["things"] = Json::array();
                 for (const auto& each : found) list.push_back(to_key_json<Json>(each));
                 out["count"] = list.size();
                 return out;
             });
         }},
    tool{"memory_why",
         "What memory_resolve would answer, why, and what else it could be.",
         effect::reads,
         {{"reference",
           {.kind = value_kind::text, .least = 1, .most = max_said_bytes},
           true,
           "the user's own words"},
          type,
          session},
         {{"status", any_text, true, "resolved, set, ambiguous or unresolved"},
          {"type", any_text, false, "of the one that is meant"},
          {"id", any_text, false, "of the one that is meant"},
          {"name", any_text, false, "of the one that is meant"},
          {"reason", any_text, false, "why this one"},
          {"confidence", count, false, "parts per million"},
          {"references", things, false, "all of a set"},
          {"with", things, false, "what else takes part"},
          {"candidates", things, false, "what may be meant"},
          {"message", any_text, false, "why it is not one"},
          {"considered", considered, true, "likeliest first; of nothing, what came nearest"},
          {"newest", things, true, "of what is known"},
          {"known", count, true, "things"}},
         []<class Json>(auto& agents, const arguments<Json>& in) {
             return with_known_agent(agents, in, [&](auto& agent) -> result<Json> {
                 const auto found = agent.explain(in.text("reference"), {.type = in.text("type")});
                 auto out = to_json<Json>(found.answer);
                 auto& list = out["considered"] = Json::array();
                 for (const auto& each : found.considered) list.push_back(to_json<Json>(each));
                 auto& newest = out["newest"] = Json::array();
                 for (const auto& each : agent.entities.recent())
                     newest.push_back(to_key_json<Json>(each));
                 out["known"] = agent.entities.size();
                 return out;
             });
         }},
    tool{"memory_remember",
         "Note a fact; a key keeps its newest value.",
         effect::writes,
         {{"content",
           {.kind = value_kind::text, .least = 1, .most = session_limits::content_bytes},
           true,
           "one fact"},
          {"key",
           {.kind = value_kind::text, .least = 1, .most = 256},
           false,
           "e.g. delivery_address"},
          {"tags", session_schema::tags, false, "its labels"},
          {"pin", session_schema::flag, false, "always in the context"},
          {"for_good", session_schema::flag, false, "also for later sessions"},
          session_schema::allow_secret,
          session,
          idempotency_key},
         {{"id", any_text, true, "for memory_forget"},
          {"long_term_id", any_text, false, "where it is kept for good"}},
         []<class Json>(auto& agents, const arguments<Json>& in) {
             return with_agent(agents, in, [&](auto& agent) -> result<Json> {
                 new_item what;
                 what.text = in.text("content");
                 what.key = in.text("key");
                 what.tags = in.texts("tags");
                 what.pinned = in.flag("pin");
                 retriable_call by{in};
                 const promotion_choice choice{.allow_secret = in.flag("allow_secret")};
                 const bool is_kept = in.flag("for_good");
                 // Before anything is changed.
                 if (!choice.allow_secret) {
                     auto labels = what.tags;
                     labels.push_back(what.key);
                     if (auto problem = agent.problem_of_keeping(what.text, labels))
                         return std::move(*problem);
                 }
                 auto done = agent.try_memorize(std::move(what), by);
                 if (!done) return done.error();
                 Json out = Json::object();
                 out["id"] = done->id;
                 if (is_kept) {
                     auto kept = agent.try_keep(done->id, by.part("keep"), choice);
                     if (!kept) return kept.error();
                     out["long_term_id"] = std::move(*kept);
                 }
                 return out;
             });
         }},
    tool{"memory_search",
         "Find notes and memories by words.",
         effect::reads,
         {{"query",
           {.kind = value_kind::text, .least = 1, .most = session_schema::max_query_bytes},
           true,
           "any of its words"},
          limit,
          session},
         {{"found", all_recalled, true, "best of each first"}, {"count", count, true, "of them"}},
         []<class Json>(auto& agents, const arguments<Json>& in) -> result<Json> {
             constexpr std::size_t usual = 10;
             const auto all = recall_everywhere(agents, in, in.count("limit", usual));
             if (!all) return all.error();
             return fitting(all->size(), [&](std::size_t most) -> result<Json> {
                 Json out = Json::object();
                 auto& list = out["found"] = Json::array();
                 for (std::size_t i = 0; i < most && i < all->size(); ++i) {
                     const auto& found = (*all)[i];
                     Json each = Json::object();
                     each["from"] = found.from;
                     each["id"] = found.id;
                     each["content"] = found.content;
                     if (!found.session.empty()) each["session_id"] = found.session;
                     cut_content(each);
                     list.push_back(std::move(each));
                 }
                 out["count"] = list.size();
                 return out;
             });
         }},
    tool{"memory_forget",
         "Forget a thing, note or memory by its id, or a note by its key.",
         effect::destroys,
         {{"id",
           {.kind = value_kind::text, .least = 1, .most = session_limits::id_bytes},
           true,
           "or a note's key"},
          {"erase", session_schema::flag, false, "also from the store"},
          session,
          idempotency_key},
         {{"forgotten", count, true, "how many had that id"}},
         []<class Json>(auto& agents, const arguments<Json>& in) {
             return with_agent_of<Json>(
                 agents, known_session_of(agents, in), [&](auto& agent) -> result<Json> {
                     retriable_call by{in};
                     const auto id = agent.try_identify(in.text("id"));
                     // A call that is repeated is answered as it was.
                     const bool was_made =
                         agent.has_made(by.part("note")) || agent.has_made(by.part("memory"));
                     if (!id && !was_made) return id.error();
                     auto gone = agent.try_forget(id ? *id : in.text("id"), in.flag("erase"), by);
                     if (!gone) return gone.error();
                     Json out = Json::object();
                     out["forgotten"] = *gone;
                     return out;
                 });
         }},
    tool{"memory_plan",
         "The plan's open tasks. Adds some, or moves one.",
         effect::writes,
         {{"add", new_tasks, false, "titles of tasks"},
          {"task", task_schema::name, false, "its id or title"},
          {"status", {.kind = value_kind::text, .choices = task_steps}, false, "pending reopens it"},
          session,
          idempotency_key},
         {{"tasks", open_tasks, true, "in the order of the plan"},
          {"count", count, true, "of them"}},
         []<class Json>(auto& agents, const arguments<Json>& in) {
             return with_agent(agents, in, [&](auto& agent) { return planned(agent, in); });
         }},
    tool{"memory_sessions",
         "Conversations, latest first.",
         effect::reads,
         {limit},
         {{"sessions", summaries, true, "latest first"}, {"count", count, true, "of this answer"}},
         []<class Json>(auto& agents, const arguments<Json>& in) -> result<Json> {
             constexpr std::size_t usual = 20;
             auto all = agents.try_list();
             if (!all) return all.error();
             Json out = Json::object();
             auto& list = out["sessions"] = Json::array();
             for (const auto& each : *all) {
                 if (list.size() == in.count("limit", usual)) break;
                 Json shown = Json::object();
                 shown["session_id"] = each.name;
                 if (each.changed) shown["changed_at"] = to_iso8601(*each.changed);
                 list.push_back(std::move(shown));
             }
             out["count"] = list.size();
             return out;
         }},
};

}  // namespace workmem::tools::agent_rows
