#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/detached.hpp>
#include <workmem/keyed/keyed_store.hpp>
#include <workmem/task/task_memory.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// When memories that are not in use go.
struct task_gc_policy {
    milliseconds archive_after = std::chrono::hours{24 * 7};  ///< completed and cancelled ones
    milliseconds purge_after = std::chrono::hours{24 * 30};   ///< archived ones; since then
};
/// What `gc` does to a memory, or would do.
struct collected_tasks {
    enum class action : std::uint8_t { archive, purge };
    std::string id{};  ///< of the memory
    std::string name{};
    action what = action::archive;
};

/// Which memory is meant by a call that names none.
struct usual_plan {
    std::string name{};  ///< comes before others that are active, and is the first to be begun
    bool only = false;   ///< no other one is meant
};

/// Many task memories on one journal, each in a stream of its own, `task/<name>`; each is opened
/// when it is asked for. Errors are those of `basic_task_memory`.
///
/// Neither copyable nor movable. Thread-safe with a real mutex.
template <class Policies = default_policies>
class basic_task_store {
public:
    using memory_type = basic_task_memory<Policies>;
    using parts = typename memory_type::parts;

    /// The stream that the parts name is not used.
    explicit basic_task_store(task_options options = {}, parts with = {}, usual_plan usual = {});
    basic_task_store(const basic_task_store&) = delete;
    basic_task_store& operator=(const basic_task_store&) = delete;

    /// A new memory for a purpose, or the one that there is by that name, which stays as it is;
    /// without a name it gets one. It stays usable while it is held.
    [[nodiscard]] std::shared_ptr<memory_type> create(task_options purpose);
    /// No new memory is made where its `first` tasks could not be added, and none of them is added:
    /// the errors are those of `add_tasks`.
    result<std::shared_ptr<memory_type>> try_create(task_options purpose,
                                                    std::span<const new_task> first = {});
    /// The time by the store's clock.
    [[nodiscard]] timestamp now() const noexcept { return clock_.now(); }
    /// The memory of that name with what others did meanwhile, or nothing.
    result<std::shared_ptr<memory_type>> find(const std::string& name);
    /// Those there are, by name, with what others did meanwhile.
    [[nodiscard]] std::vector<task_memory_info> list() { return try_list().value(); }
    result<std::vector<task_memory_info>> try_list();
    /// The name of the one that is meant where none is named: the usual one if it has open tasks,
    /// else the only one that is active, or nothing where none is. Errors: `validation_error`
    /// listing them where there are several.
    result<std::optional<std::string>> only_active();
    /// The same where none is active: the usual one, else the only one there is.
    result<std::optional<std::string>> last_active();
    /// The name of the memory in which that call was made before, by its key, or nothing: a retry
    /// that leaves the name out means the same one, whatever is active by now.
    result<std::optional<std::string>> maker_of(const call_options& call);
    /// The name that a person or a model means: it, or how it alone begins (4 characters or more).
    /// Errors: `not_found`, `validation_error` where several begin so, `storage_error`. O(streams).
    result<std::string> try_identify(std::string_view said);
    /// A name for new tasks: the usual one, else one that no memory with tasks has: `plan-1`,
    /// `plan-2`, … Several processes that begin at
    /// the same time get the same one, and so share what they begin.
    result<std::string> next_name();
    /// Those with which nothing happened for so long, whatever their status.
    [[nodiscard]] std::vector<task_memory_info> stale(milliseconds after);
    result<std::vector<task_memory_info>> try_stale(milliseconds after);
    /// Archives what was completed or cancelled long ago, and takes archived ones out with all that
    /// is stored of them; active ones are never touched, nor those that somebody else changes
    /// meanwhile. With `dry_run` says only what would happen.
    std::vector<collected_tasks> gc(const task_gc_policy& policy = {}, bool dry_run = false);
    result<std::vector<collected_tasks>> try_gc(const task_gc_policy& policy = {},
                                                bool dry_run = false);

private:
    using opened_memories = keyed_store<memory_type, typename Policies::mutex>;

    static constexpr auto prefix = detail::plan_prefix;
    static constexpr bool keeps_streams = journal::full_engine_policy<typename Policies::journal>;

    // A memory with a mutex cannot be moved to where it is held.
    struct opened_memory {
        template <class Make>
        explicit opened_memory(Make&& make) : is{make()} {}
        result<memory_type> is;
    };

    result<std::vector<std::string>> names();
    // Tried out on a memory of its own.
    std::optional<error> problem_of_new(task_options with, std::span<const new_task> first);
    // The memory of that name, or what `make` answers, with what others did meanwhile. One whose
    // stream others have erased is let go of.
    template <class Make>
    result<std::shared_ptr<memory_type>> current(const std::string& name, Make&& make);
    result<std::shared_ptr<memory_type>> make(const task_options& with);
    // Whether others have not erased its stream.
    result<bool> is_there(const memory_type& known, const std::string& name);
    std::optional<collected_tasks::action> due(const task_memory_info& of,
                                               const task_gc_policy& policy);
    // Whether it was still due when it was looked at again.
    result<bool> collect(const std::string& name, collected_tasks::action what,
                         const task_gc_policy& policy);
    // Not if anybody has recorded anything since `seen` was brought up to date.
    result<bool> purge(const std::string& name, const std::shared_ptr<memory_type>& seen);

    task_options options_;
    parts with_;
    journal::stream_clock<typename Policies::clock, typename Policies::journal> clock_;
    usual_plan usual_;
    opened_memories open_;
};

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/task/task_store.ipp>
#endif

#if defined(WORKMEM_COMPILED)
#include <workmem/instantiate.hpp>
WORKMEM_TASK_STORE_TEMPLATES(extern, workmem::default_policies)
#endif
