#include "page_change.hpp"

#include "../ordered_json.hpp"
#include "../project/memory.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/long_term/long_term_store.hpp>
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
    return done_by(memory->try_erase(which->first, which->second, call));
}

change_done change_notes(const workmem::journal::any& journal, const page_change& what,
                         const call_options& call) {
    using memory_type = workmem::basic_bounded_store<recorded_policies>;
    constexpr auto most = std::int64_t{1} << 31U;
    const auto usual = project_options().items;
    auto options = usual;
    options.max_items = options.max_tokens = most;
    options.step_ttl.reset();
    options.wall_ttl.reset();
    auto memory = memory_type::try_make(options, {.journal = journal, .stream = what.stream});
    if (!memory) return memory.error();
    if (what.verb == "pin") {
        // Too many pins would leave no room for anything else.
        const auto is = memory->get_capacity_info();
        options.max_items = (std::max)(usual.max_items, is.items);
        options.max_tokens = (std::max)(usual.max_tokens, is.tokens);
        if (auto set = memory->try_set_options(options); !set) return set.error();
        return memory->try_pin(what.key, call);
    }
    if (what.verb == "unpin") return memory->try_unpin(what.key, call);
    if (what.verb == "correct")
        return done_by(memory->try_update(what.key, {.text = what.text}, call));
    if (what.verb == "restore") return done_by(memory->try_restore(what.key, call));
    if (what.verb == "forget") return done_by(memory->try_erase(what.key, call));
    return no_such_verb(what);
}

change_done change_session(const workmem::journal::any& journal, const page_change& what,
                           const call_options& call) {
    using memory_type = workmem::basic_session<recorded_policies>;
    auto memory =
        memory_type::try_make({}, {.journal = journal, .name = what.stream, .stream = what.stream});
    if (!memory) return memory.error();
    if (what.verb == "correct")
        return done_by(memory->try_update(what.key, {.content = what.text}, call));
    if (what.verb == "forget") return done_by(memory->try_erase(what.key, call));
    return no_such_verb(what);
}

change_done change_kept(const workmem::journal::any& journal, const page_change& what,
                        const call_options& call) {
    using memory_type = workmem::basic_long_term_store<recorded_policies>;
    auto memory = memory_type::try_make({}, {.journal = journal, .stream = what.stream});
    if (!memory) return memory.error();
    if (what.verb == "forget") return done_by(memory->try_erase(what.key, call));
    if (what.verb != "correct") return no_such_verb(what);
    auto corrected = memory->get(what.key);
    if (!corrected) return no_such_record(what);
    corrected->content = what.text;
    return done_by(memory->try_replace(std::move(*corrected), call));
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

change_done change_plan(const workmem::journal::any& journal, const page_change& what,
                        const std::string& by, const call_options& call) {
    auto memory = plan_type::try_make({}, {.journal = journal, .stream = what.stream});
    if (!memory) return memory.error();
    const auto& [section, verb] = std::pair{what.section, what.verb};
    if (verb == "forget" && section != "head") return done_by(memory->try_erase(what.key, call));
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
