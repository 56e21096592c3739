// A recorded change as a sentence.
#pragma once

#include "names.hpp"

#include <workmem/text/json_view.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_program {

/// What a change does to a thing.
enum class thing_role : std::uint8_t { named, comes, leaves };

/// A thing that a change is about.
struct told_thing {
    thing_kind kind{};
    std::string type{};  ///< of an entity
    std::string id{};
    std::string name{};  ///< its beginning; empty where it is not known
    std::string key{};   ///< of a note, where the change says it
    thing_role role = thing_role::named;
    std::string reason{};  ///< why it leaves: "capacity", "expired"
};

/// What a change says, for people. Nothing in `sentence` reaches a terminal as it was stored.
struct told_change {
    std::string kind{};   ///< `task.move`
    std::string verb{};   ///< of a task that moves: `claim`
    std::string actor{};  ///< the agent, client or person that did it; empty where none is recorded
    std::string sentence{};  ///< `worker-2 claimed "Token service" (task 4) until 14:12:11`
    std::optional<workmem::timestamp> time{};
    std::vector<told_thing> things{};
};

/// Tells a change in one sentence, with the names that were known before it; the change's own names
/// count as known. What is no change that is known is told by its members.
[[nodiscard]] told_change tell_change(const workmem::text::json_view& change,
                                      const thing_names& names);
/// Tells bytes that are no change at all.
[[nodiscard]] told_change tell_unreadable(std::string_view bytes);

/// Returns the kinds that are told by a sentence of their own, such as `task.add`.
[[nodiscard]] std::vector<std::string_view> told_kinds();

/// A text in quotes, escaped and cut.
[[nodiscard]] std::string shown_text(std::string_view text);
/// A name of an enumeration in words: `token_budget` is "token budget".
[[nodiscard]] std::string in_words(std::string_view name);
/// A name as it stands in a sentence: in quotes where it is more than one plain word.
[[nodiscard]] std::string shown_name(std::string_view name);
/// `page "Home" (1)`, `"Token service" (task 4)`.
[[nodiscard]] std::string shown_thing(const told_thing& thing);

/// `2026-11-30`
[[nodiscard]] std::string date_of(workmem::timestamp time);
/// `14:02:11`
[[nodiscard]] std::string clock_of(workmem::timestamp time);

}  // namespace workmem_program
