// The changes of one stream, shown to a history as its memories were after each.
#pragma once

#include "../ordered_json.hpp"
#include "../store.hpp"
#include "shown_memories.hpp"

#include <workmem/journal/any.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace workmem_program {

/// A memory that may be in a stream: its state, and what of it is shown.
template <class State>
struct followed_memory {
    State state;
    std::string_view name;  ///< for people
    shown_memory<State> show{};
    std::optional<std::uint32_t> part{};  ///< once something of it was there
    std::size_t shown = 0;                ///< records since all were shown
};

/// The five memories that a stream may hold.
struct followed_memories {
    explicit followed_memories(const std::string& stream);

    followed_memory<window_state> window;
    followed_memory<notes_state> notes;
    followed_memory<session_state> session;
    followed_memory<kept_state> kept;
    followed_memory<plan_state> plan;

    template <class Use>
    void each(Use&& use) {
        use(window);
        use(notes);
        use(session);
        use(kept);
        use(plan);
    }
};

/// Reads a stream from its beginning, or from where its oldest snapshots are, to its end, and then
/// what has come since. What was read before an error stays.
class followed_stream {
public:
    followed_stream(std::string stream, store_history& to);

    /// False where something that was read is not stored any more, because the stream was erased,
    /// made anew, or something was erased in it: all of it has to be read anew.
    workmem::result<bool> read(workmem::journal::any journal);

private:
    workmem::result<void> begin(workmem::journal::any& journal);
    workmem::result<bool> is_as_it_was(workmem::journal::any& journal,
                                       const workmem::journal::stream_info& is);
    workmem::result<void> take(const workmem::journal::record& record, const ordered_json& change);
    template <class State>
    workmem::result<void> take(followed_memory<State>& memory,
                               const workmem::journal::record& record, const ordered_json& change);
    template <class State>
    void add_part(followed_memory<State>& memory);
    template <class State>
    void show_all(followed_memory<State>& memory);
    template <class State>
    void show_about(followed_memory<State>& memory, const ordered_json& change);
    void keep_removals(std::string_view section, std::string_view label, const ordered_json& change,
                       workmem::timestamp time);
    void keep_answers(const ordered_json& change);

    std::string stream_;
    store_history& to_;
    workmem::journal::stream_info info_{};
    bool has_begun_ = false;
    std::uint64_t first_ = 0;      ///< records behind this one were read
    std::uint64_t seen_ = 0;       ///< the last of them
    std::size_t hash_ = 0;         ///< of them all
    workmem::timestamp erased_{};  ///< when something was erased last
    followed_memories memories_;
    workmem::timestamp time_{};
    std::size_t removals_ = 0, answers_ = 0;
};

/// The memories of a stream after record `sequence`, as JSON in the form of the library's
/// snapshots: `{"stream", "sequence", "memories": {"entity": {…}, …}}` with those that hold
/// something. `not_found` names what can be reached.
[[nodiscard]] workmem::result<std::string> state_json(workmem::journal::any journal,
                                                      const std::string& stream,
                                                      std::uint64_t sequence);

}  // namespace workmem_program
