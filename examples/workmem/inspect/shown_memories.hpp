// What of each memory's state the page shows, as records by section and key.
#pragma once

#include "../project/memory.hpp"
#include "history.hpp"

#include <workmem/bounded/state.hpp>
#include <workmem/entity/state.hpp>
#include <workmem/long_term/state.hpp>
#include <workmem/session/state.hpp>
#include <workmem/task/state.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_program {

using window_state =
    workmem::entity_window_state<workmem::entity,
                                 workmem::entity_state_policies_of<recorded_policies>>;
using notes_state = workmem::bounded_state<workmem::bounded_state_policies_of<recorded_policies>>;
using session_state = workmem::session_state<workmem::session_state_policies_of<recorded_policies>>;
using kept_state =
    workmem::long_term_state<workmem::long_term_state_policies_of<recorded_policies>>;
using plan_state = workmem::task_state<recorded_policies::tasks::access>;

/// Shows a state to a history: `head`, which is one record, in each step; `all` records, or those
/// `about` what an id, or a type and an id, names. What is the same as before costs a comparison.
template <class State>
class shown_memory;

/// The key of an entity: types and ids hold any character.
[[nodiscard]] std::string entity_key_of(std::string_view type, std::string_view id);

template <>
class shown_memory<window_state> {
public:
    static std::vector<std::pair<std::string_view, std::uint64_t>> limits(const window_state& of);
    static std::size_t size(const window_state& of);
    void head(const window_state& of, store_history& to);
    void all(const window_state& of, store_history& to);
    void about(const window_state& of, std::string_view type, std::string_view id,
               store_history& to);

private:
    void show(const window_state& of, std::uint32_t slot, store_history& to);

    shown_fields fields_{};
};

template <>
class shown_memory<notes_state> {
public:
    static std::vector<std::pair<std::string_view, std::uint64_t>> limits(const notes_state& of);
    static std::size_t size(const notes_state& of) { return of.size(); }
    void head(const notes_state& of, store_history& to);
    void all(notes_state& of, store_history& to);
    void about(const notes_state& of, std::string_view type, std::string_view id,
               store_history& to);

private:
    void show(const notes_state& of, std::uint32_t slot, std::size_t goes, store_history& to);
    [[nodiscard]] static std::map<std::uint32_t, std::size_t> next_victims(notes_state& of);

    shown_fields fields_{};
};

template <>
class shown_memory<session_state> {
public:
    static std::vector<std::pair<std::string_view, std::uint64_t>> limits(const session_state&) {
        return {};
    }
    static std::size_t size(const session_state& of) { return of.size(); }
    void head(const session_state& of, store_history& to);
    void all(const session_state& of, store_history& to);
    void about(const session_state& of, std::string_view type, std::string_view id,
               store_history& to);

private:
    void show(const session_state& of, std::uint32_t slot, store_history& to);

    shown_fields fields_{};
};

template <>
class shown_memory<kept_state> {
public:
    static std::vector<std::pair<std::string_view, std::uint64_t>> limits(const kept_state&) {
        return {};
    }
    static std::size_t size(const kept_state& of) { return of.records().size(); }
    static void head(const kept_state&, store_history&) {}
    void all(const kept_state& of, store_history& to);
    void about(const kept_state& of, std::string_view type, std::string_view id, store_history& to);

private:
    void show(const kept_state& of, std::uint32_t slot, store_history& to);

    shown_fields fields_{};
};

template <>
class shown_memory<plan_state> {
public:
    static std::vector<std::pair<std::string_view, std::uint64_t>> limits(const plan_state& of);
    static std::size_t size(const plan_state& of);
    void head(const plan_state& of, store_history& to);
    void all(const plan_state& of, store_history& to);
    void about(const plan_state& of, std::string_view type, std::string_view id, store_history& to);

private:
    void show_task(const plan_state& of, std::uint32_t slot, store_history& to);
    void show_tasks(const plan_state& of, const std::vector<workmem::task_id>& ids,
                    store_history& to);
    template <class Record>
    void show(std::string_view section, const Record& record, std::size_t number,
              store_history& to);
    template <class Records>
    void show_record(std::string_view section, const Records& records, std::uint32_t slot,
                     store_history& to);
    void show_artifact(const plan_state& of, std::uint32_t slot, store_history& to);

    shown_fields fields_{};
    std::vector<workmem::task_status> statuses_{};  // of each task, as it was shown last
    std::map<std::string, std::uint32_t> paths_{};  // the latest artifact of each
};

}  // namespace workmem_program
