// A recorded dialogue, fed event by event into an entity memory.
#pragma once

#include "event.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/time/system_clock.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace workmem_program {

/// Recorded dialogues have no times of their own. They are kept where the user says.
struct dialogue_policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using journal = workmem::journal::any;
};
using dialogue_memory = workmem::basic_entity_memory<workmem::entity, dialogue_policies>;

/// A memory that begins with what the journal knows of the dialogue. All of a run happens in the
/// moment in which the dialogue is taken up.
inline dialogue_memory remember(workmem::journal::any journal, std::string_view dialogue,
                                const workmem::entity_options& limits) {
    return dialogue_memory{limits,
                           {.clock = workmem::manual_clock{workmem::system_clock{}.now()},
                            .journal = std::move(journal),
                            .stream = std::string{dialogue}}};
}
/// One that begins empty, and ends with the object. Its time is the same in every run.
inline dialogue_memory forgetful(const workmem::entity_options& limits) {
    return dialogue_memory{
        limits, {.journal = workmem::journal::memory{}, .stream = std::string{"dialogue"}}};
}

/// Objects of a result that have no id take theirs from the list beside it.
inline void attach_ids(ordered_json& event) {
    const auto result = event.find("result");
    const auto ids = event.find("ids");
    if (result == event.end() || !result->is_array() || ids == event.end() || !ids->is_array())
        return;
    for (std::size_t i = 0; i < result->size() && i < ids->size(); ++i)
        if ((*result)[i].is_object() && !(*result)[i].contains("id") && (*ids)[i].is_primitive())
            (*result)[i]["id"] = (*ids)[i];
}

inline workmem::observation observe(dialogue_memory& memory, const ordered_json& event) {
    return memory.observe(text_of(event, "tool"), member_of(event, "arguments"),
                          member_of(event, "result"));
}

/// What the assistant said; where it is annotated which entities it named, these count.
inline void hear_assistant(dialogue_memory& memory, const ordered_json& event) {
    const auto mentions = event.find("mentions");
    if (mentions == event.end() || !mentions->is_array()) {
        memory.hear(workmem::role::assistant, text_of(event, "text"));
        return;
    }
    for (const auto& each : *mentions)
        if (const auto found = each.is_object() ? memory.find(text_of(each, "id"))
                                                : std::optional<workmem::entity>{})
            memory.mention(found->type, found->id, workmem::strength::offered);
}

}  // namespace workmem_program
