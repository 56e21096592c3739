// What the ids in the records of a stream stand for.
#pragma once

#include <workmem/journal/any.hpp>
#include <workmem/text/json_view.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace workmem_program {

/// What a store holds under ids.
enum class thing_kind : std::uint8_t {
    entity,
    note,       ///< an item of a bounded store
    memory,     ///< of a session
    long_term,  ///< a memory that is kept for good
    task,
    decision,
    discovery,
    artifact,
    branch,
    nudge
};

/// Returns what people call a kind of thing; an entity has a type instead.
[[nodiscard]] std::string_view to_string(thing_kind kind) noexcept;

/// Returns an id as text: a string, or an integer of an entity; empty for anything else.
[[nodiscard]] std::string id_text(const workmem::text::json_view& id);

/// Names of things as the records read so far have them: most changes say an id alone, and what it
/// stands for may have left since.
class thing_names {
public:
    /// Takes in the names in a record or a snapshot, and which agents have tasks in hand.
    void learn(const workmem::text::json_view& change);

    /// Takes in what was forgotten of a stream, which is in its snapshots.
    void learn_snapshots(workmem::journal::any& journal, const std::string& stream,
                         const workmem::journal::stream_info& info);

    /// Returns the beginning of what a thing is called; empty for one that is not known. The type
    /// is that of an entity, and empty for all else.
    [[nodiscard]] std::string_view name(thing_kind kind, std::string_view id,
                                        std::string_view type = {}) const;
    /// Returns the agent that has a task in hand; empty if none is known.
    [[nodiscard]] std::string_view holder(std::string_view task) const;

private:
    struct entry {
        std::string name{};
        std::string holder{};
    };

    [[nodiscard]] static std::string key(thing_kind kind, std::string_view id,
                                         std::string_view type);
    [[nodiscard]] const entry* find(thing_kind kind, std::string_view id,
                                    std::string_view type) const;
    void learn_thing(thing_kind kind, const workmem::text::json_view& thing,
                     std::string_view name_member);
    void learn_move(const workmem::text::json_view& change);

    std::unordered_map<std::string, entry> entries_;
};

}  // namespace workmem_program
