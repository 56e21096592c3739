#include "page_change.hpp"

#include "../ordered_json.hpp"
#include "../project/memory.hpp"
#include "shown_memories.hpp"

#include <workmem/agent/links.hpp>
#include <workmem/bounded/bounded_store.hpp>
#include <workmem/bounded/commands.hpp>
#include <workmem/journal/erasing_together.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/secrets/field_secrets.hpp>
#include <workmem/session/promoted.hpp>
#include <workmem/session/session.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/text/json.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace workmem_program {
namespace {

using workmem::call_options;
using change_done = workmem::result<void>;

workmem::error no_such_verb(const page_change& what) {
    return {workmem::error_code::validation_error,
            "the verb " + workmem::text::quoted(what.verb) + " does nothing to " +
                workmem::text::quoted(what.section) + " of a memory of the kind " +
                workmem::text::quoted(what.memory)};
}
/// Whether a memory of that kind has that section.
bool has_section(const page_change& what) {
    using sections = std::vector<std::string_view>;
    const std::array<std::pair<std::string_view, sections>, 5> known{
        {{"window", {"entities"}},
         {"notes", {"items"}},
         {"session", {"memories"}},
         {"long-term", {"kept"}},
         {"plan",
          {"head", "tasks", "decisions", "branches", "discoveries", "nudges", "artifacts",
           "agents"}}}};
    return std::any_of(known.begin(), known.end(), [&](const auto& each) {
        return each.first == what.memory &&
               std::find(each.second.begin(), each.second.end(), what.section) != each.second.end();
    });
}
workmem::error no_such_record(const page_change& what) {
    return {workmem::error_code::not_found, "there is no " + workmem::text::quoted(what.key) +
                                                " in stream " + workmem::text::quoted(what.stream)};
}

template <class T>
change_done done_by(const workmem::result<T>& answer) {
    if (!answer) return answer.error();
    return {};
}
/// What `entity_key_of` made one key of.
std::optional<std::pair<std::string, std::string>> type_and_id_of(const std::string& key) {
    const auto colon = key.find(':');
    std::size_t size = 0;
    const auto [end, problem] = std::from_chars(key.data(), key.data() + key.size(), size);
    if (problem != std::errc{} || end != key.data() + colon || size > key.size() - colon - 1)
        return std::nullopt;
    return std::pair{key.substr(colon + 1, size), key.substr(colon + 1 + size)};
}

/// Whether what is stored of a stream names a record by its id. What was erased is named no more.
workmem::result<bool> is_stored(workmem::journal::any journal, const std::string& stream,
                                std::string_view id) {
    std::string named = "\"id\":";
    workmem::text::append_quoted(named, id);
    bool found = false;
    const auto info = journal.find_stream(stream);
    if (!info) return info.error();
    if (!*info) return false;
    const auto read =
        journal.read(stream, (*info)->oldest, [&](const workmem::journal::record& each) {
            found = found || each.bytes.find(named) != std::string_view::npos;
        });
    if (!read) return read.error();
    return found;
}
/// Nothing where a record is there, or what is stored still has it: an erasure that failed can be
/// made again.
change_done must_be_there(bool is_there, const workmem::journal::any& journal,
                          const page_change& what, std::string_view id) {
    if (is_there) return {};
    if (id.empty()) return no_such_record(what);
    const auto stored = is_stored(journal, what.stream, id);
    if (!stored) return stored.error();
    if (!*stored) return no_such_record(what);
    return {};
}

/// What is said instead of a text must hold no secret: the tools that store such texts refuse them.
change_done must_hold_no_secret(const page_change& what) {
    const workmem::secrets::field_secrets<recorded_policies::session::secrets> secrets;
    const auto found = secrets.in_text(what.text);
    if (!found) return {};
    return workmem::error{workmem::error_code::validation_error,
                          "the text holds " + *found + ", which looks like a secret; leave it out"};
}

using kept_type = workmem::basic_long_term_store<recorded_policies>;

/// Whether what a conversation of a project keeps for good is in that stream.
bool keeps_in(const std::string& conversation, const std::string& stream) {
    const project nameless;
    if (conversation == stream) return true;
    if (!stream.starts_with(nameless.long_term())) return false;
    project of;
    of.key = stream.substr(nameless.long_term().size());
    return conversation.starts_with(of.sessions());
}
/// Erases what long-term memories of the store have that `is_copy`, and what those of the project
/// have by one of these ids, also where only what is stored still has them.
template <class IsCopy>
change_done erase_copies(workmem::journal::any journal, const page_change& what,
                         const std::vector<std::string>& ids, IsCopy&& is_copy,
                         const call_options& call) {
    const auto streams = journal.streams();
    if (!streams) return streams.error();
    for (const auto& stream : *streams) {
        const auto info = journal.find_stream(stream);
        if (!info) return info.error();
        const bool is_own = stream == what.stream;
        if (!*info || (is_own ? (*info)->purpose != workmem::journal::agent_purpose
                              : (*info)->purpose != kept_state::purpose))
            continue;
        auto memory = kept_type::try_make({}, {.journal = journal, .stream = stream});
        if (!memory) return memory.error();
        std::vector<std::string> copies;
        memory->for_each([&](const workmem::long_term_memory& each) {
            if (is_copy(each)) copies.push_back(each.id);
        });
        for (const auto& id : ids) {
            // Other projects keep other things by the same key.
            if (!keeps_in(what.stream, stream) ||
                std::find(copies.begin(), copies.end(), id) != copies.end())
                continue;
            const auto stored = is_stored(journal, stream, id);
            if (!stored) return stored.error();
            if (*stored || memory->contains(id)) copies.push_back(id);
        }
        for (const auto& id : copies)
            if (auto erased = memory->try_erase(id, call); !erased) return erased.error();
    }
    return {};
}

// Nothing has to leave because of the limits and times of this program, which are not those of the
// one that writes the stream.

change_done change_window(const workmem::journal::any& journal, const page_change& what,
                          const call_options& call) {
    using memory_type = workmem::basic_entity_memory<workmem::entity, recorded_policies>;
    if (what.verb != "forget") return no_such_verb(what);
    const auto which = type_and_id_of(what.key);
    if (!which) return no_such_record(what);
    auto options = project_options().entities;
    options.capacity = std::size_t{1} << 31U;
    options.ttl.reset();
    auto memory = memory_type::try_make(options, {.journal = journal, .stream = what.stream});
    if (!memory) return memory.error();
    if (auto there = must_be_there(memory->contains(which->first, which->second), journal, what,
                                   which->second);
        !there)
        return there;
    return done_by(memory->try_erase(which->first, which->second, call));
}

using notes_type = workmem::basic_bounded_store<recorded_policies>;

/// From now on the limits of this program count where no more than they allow is there.
change_done limit_as_usual(notes_type& memory) {
    auto options = memory.options();
    const auto usual = project_options().items;
    const auto is = memory.get_capacity_info();
    options.max_items = (std::max)(usual.max_items, is.items);
    options.max_tokens = (std::max)(usual.max_tokens, is.tokens);
    if (auto set = memory.try_set_options(options); !set) return set.error();
    return {};
}
/// A text that does not fit would leave, or push others out, when the agent writes next.
change_done correct_note(notes_type& memory, const page_change& what, const call_options& call) {
    const auto note = memory.peek(what.key);
    if (!note) return no_such_record(what);
    const auto most = memory.options().max_tokens;
    const recorded_policies::tokens tokens{};
    const auto size = workmem::bounded_commands::line_counter{tokens}(what.text, note->key);
    const auto others = memory.get_capacity_info().tokens - std::int64_t{note->tokens};
    if (others + size > most)
        return workmem::error{workmem::error_code::capacity,
                              "the text has " + std::to_string(size) +
                                  " tokens, the other notes have " + std::to_string(others) +
                                  ", and all may have " + std::to_string(most)};
    return done_by(memory.try_update(what.key, {.text = what.text}, call));
}
/// Also what was kept of it for good.
change_done forget_note(notes_type& memory, const workmem::journal::any& journal,
                        const page_change& what, const call_options& call) {
    const auto note = memory.peek(what.key);
    if (auto there = must_be_there(note.has_value(), journal, what, what.key); !there) return there;
    workmem::journal::erasing_together files;
    std::vector<std::string> ids{workmem::detail::kept_id(what.key, {})};
    if (note && !note->key.empty()) ids.push_back(workmem::detail::kept_id({}, note->key));
    const auto is_copy = [&](const workmem::long_term_memory& each) {
        return workmem::detail::is_kept_of(each, what.key);
    };
    // The note leaves last: after an error it can be forgotten again.
    if (auto erased = erase_copies(journal, what, ids, is_copy, call); !erased) return erased;
    if (auto erased = memory.try_erase(what.key, call); !erased) return erased.error();
    return files.finish();
}

change_done change_notes(const workmem::journal::any& journal, const page_change& what,
                         const call_options& call) {
    constexpr auto most = std::int64_t{1} << 31U;
    auto options = project_options().items;
    options.max_items = options.max_tokens = most;
    options.step_ttl.reset();
    options.wall_ttl.reset();
    auto memory = notes_type::try_make(options, {.journal = journal, .stream = what.stream});
    if (!memory) return memory.error();
    if (what.verb == "forget") return forget_note(*memory, journal, what, call);
    if (what.verb == "unpin") return memory->try_unpin(what.key, call);
    if (what.verb == "restore") return done_by(memory->try_restore(what.key, call));
    if (what.verb != "pin" && what.verb != "correct") return no_such_verb(what);
    // Too many pins would leave no room for anything else.
    if (auto limited = limit_as_usual(*memory); !limited) return limited;
    if (what.verb == "pin") return memory->try_pin(what.key, call);
    return correct_note(*memory, what, call);
}

/// Whether a memory came from that memory of the session in that stream.
bool is_promoted_copy(const workmem::long_term_memory& each, const page_change& what) {
    const auto* const named = workmem::find_attribute(each.metadata, "working_memory_session");
    const auto* const session = named == nullptr ? nullptr : std::get_if<std::string>(named);
    if (session == nullptr || !workmem::is_promoted_from(each.metadata, *session, what.key))
        return false;
    return what.stream == *session || what.stream.ends_with('/' + *session);
}

change_done change_session(const workmem::journal::any& journal, const page_change& what,
                           const call_options& call) {
    using memory_type = workmem::basic_session<recorded_policies>;
    auto memory =
        memory_type::try_make({}, {.journal = journal, .name = what.stream, .stream = what.stream});
    if (!memory) return memory.error();
    if (what.verb == "correct")
        return done_by(memory->try_update(what.key, {.content = what.text}, call));
    if (what.verb != "forget") return no_such_verb(what);
    const auto held = memory->try_identify(what.key);
    if (auto there = must_be_there(held && *held == what.key, journal, what, what.key); !there)
        return there;
    workmem::journal::erasing_together files;
    const auto is_copy = [&](const auto& each) { return is_promoted_copy(each, what); };
    if (auto erased = erase_copies(journal, what, {}, is_copy, call); !erased) return erased;
    if (auto erased = memory->try_erase(what.key, call); !erased) return erased.error();
    return files.finish();
}

change_done change_kept(const workmem::journal::any& journal, const page_change& what,
                        const call_options& call) {
    auto memory = kept_type::try_make({}, {.journal = journal, .stream = what.stream});
    if (!memory) return memory.error();
    auto kept = memory->get(what.key);
    if (what.verb == "forget") {
        if (auto there = must_be_there(kept.has_value(), journal, what, what.key); !there)
            return there;
        return done_by(memory->try_erase(what.key, call));
    }
    if (what.verb != "correct") return no_such_verb(what);
    if (!kept) return no_such_record(what);
    kept->content = what.text;
    return done_by(memory->try_replace(std::move(*kept), call));
}

using plan_type = workmem::basic_task_memory<recorded_policies>;

change_done change_task(plan_type& memory, const page_change& what, const std::string& by,
                        const call_options& call) {
    const workmem::task_id id{what.key};
    const auto task = memory.try_get(id);
    if (!task) return no_such_record(what);
    if (what.verb == "correct")
        return done_by(memory.try_update_task(id, {.description = what.text}, {}, call));
    if (what.verb == "reopen") {
        if (task->status == workmem::task_status::failed) return memory.try_retry(id, call);
        return done_by(memory.try_reopen(id, what.text, call));
    }
    workmem::task_review said{.comments = what.text, .by = by};
    if (what.verb == "rework")
        said.status = workmem::review_status::needs_rework;
    else if (what.verb == "reject")
        said.status = workmem::review_status::rejected;
    else if (what.verb != "approve")
        return no_such_verb(what);
    return done_by(memory.try_review_task(id, std::move(said), call));
}

/// Whether a section of a plan has a record that can be forgotten.
bool has_record(const plan_type& memory, const page_change& what) {
    const auto is_among = [&](const auto& records) {
        return std::any_of(records.begin(), records.end(),
                           [&](const auto& each) { return each.id == what.key; });
    };
    if (what.section == "tasks") return memory.contains(workmem::task_id{what.key});
    if (what.section == "decisions") return is_among(memory.decisions());
    if (what.section == "branches") return is_among(memory.branches());
    if (what.section == "discoveries") return is_among(memory.discoveries());
    if (what.section == "nudges") return is_among(memory.nudges());
    return is_among(memory.artifacts());
}

change_done change_plan(const workmem::journal::any& journal, const page_change& what,
                        const std::string& by, const call_options& call) {
    auto memory = plan_type::try_make({}, {.journal = journal, .stream = what.stream});
    if (!memory) return memory.error();
    const auto& [section, verb] = std::pair{what.section, what.verb};
    if (verb == "forget" && section != "head" && section != "agents") {
        if (!has_record(*memory, what)) return no_such_record(what);
        return done_by(memory->try_erase(what.key, call));
    }
    if (section == "tasks") return change_task(*memory, what, by, call);
    if (section == "decisions" && (verb == "approve" || verb == "refuse"))
        return done_by(memory->try_approve(
            what.key, {.granted = verb == "approve", .comments = what.text, .by = by}, call));
    if ((section == "agents" || section == "head") && verb == "nudge")
        return done_by(memory->as({.id = by, .role = workmem::agent_role::human})
                           .try_inject_nudge({.target = what.key, .message = what.text}, call));
    return no_such_verb(what);
}

}  // namespace

workmem::result<page_change> page_change::parse(std::string_view json) {
    const auto said = workmem::text::parse_json<ordered_json>(json);
    page_change out;
    const std::array<std::pair<const char*, std::string*>, 6> members{{{"stream", &out.stream},
                                                                       {"memory", &out.memory},
                                                                       {"section", &out.section},
                                                                       {"key", &out.key},
                                                                       {"verb", &out.verb},
                                                                       {"text", &out.text}}};
    for (const auto& [name, into] : members) {
        if (!said.is_object() || !said.contains(name) || !said[name].is_string())
            return workmem::error{workmem::error_code::validation_error,
                                  std::string{"a change must be an object with the text "} + name};
        *into = said[name].get<std::string>();
    }
    return out;
}

workmem::result<void> make_change(const workmem::journal::any& journal, const page_change& what,
                                  const std::string& by) {
    const call_options call{.actor = by};
    if (!has_section(what)) return no_such_verb(what);
    if (what.verb == "correct" && what.memory != "plan")
        if (auto fit = must_hold_no_secret(what); !fit) return fit;
    // Opening a memory on a stream would make it.
    auto there = workmem::journal::any{journal}.find_stream(what.stream);
    if (!there) return there.error();
    if (!*there)
        return workmem::error{workmem::error_code::not_found,
                              "there is no stream " + workmem::text::quoted(what.stream)};
    if (what.memory == "window") return change_window(journal, what, call);
    if (what.memory == "notes") return change_notes(journal, what, call);
    if (what.memory == "session") return change_session(journal, what, call);
    if (what.memory == "long-term") return change_kept(journal, what, call);
    if (what.memory == "plan") return change_plan(journal, what, by, call);
    return no_such_verb(what);
}

}  // namespace workmem_program
