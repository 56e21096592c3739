#pragma once

#include <workmem/journal/detached.hpp>
#include <workmem/journal/stream_names.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/task/task_memory.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
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
    explicit basic_task_store(task_options options = {}, parts with = {})
        : options_{std::move(options)}, with_{std::move(with)} {
        if (auto problem = problem_of(options_)) raise(std::move(*problem));
    }
    basic_task_store(const basic_task_store&) = delete;
    basic_task_store& operator=(const basic_task_store&) = delete;

    /// A new memory for a purpose, or the one that there is by that name, which stays as it is;
    /// without a name it gets one. It stays usable while it is held.
    [[nodiscard]] std::shared_ptr<memory_type> create(task_options purpose) {
        return try_create(std::move(purpose)).value();
    }
    /// No new memory is made where its `first` tasks could not be added, and none of them is added:
    /// the errors are those of `add_tasks`.
    result<std::shared_ptr<memory_type>> try_create(task_options purpose,
                                                    std::span<const new_task> first = {}) {
        auto with = options_;
        with.name = std::move(purpose.name);
        with.goal = std::move(purpose.goal);
        with.constraints = std::move(purpose.constraints);
        with.memory_core_refs = std::move(purpose.memory_core_refs);
        if (with.name.empty()) with.name = with_.ids.next();
        if (auto problem = detail::accept_text("name", with.name, 1, task_limits::id))
            return std::move(*problem);
        auto found = find(with.name);
        // What is there takes no purpose, but what is said of one must make sense all the same.
        if (found)
            if (auto problem = problem_of_new(with, !*found ? first : std::span<const new_task>{}))
                return std::move(*problem);
        if (!found || *found) return found;
        return current([&] { return opened(with); });
    }
    /// The time by the store's clock.
    [[nodiscard]] timestamp now() const noexcept { return with_.clock.now(); }
    /// The memory of that name with what others did meanwhile, or nothing.
    result<std::shared_ptr<memory_type>> find(const std::string& name) {
        return current([&]() -> result<std::shared_ptr<memory_type>> {
            if (auto known = known_as(name); !known || *known) return known;
            const auto is_there = journal::holds_stream(with_.journal, std::string{prefix} + name);
            if (!is_there) return is_there.error();
            if (!*is_there) return std::shared_ptr<memory_type>{};
            auto with = options_;
            with.name = name;
            return opened(with);
        });
    }
    /// Those there are, by name, with what others did meanwhile.
    [[nodiscard]] std::vector<task_memory_info> list() { return try_list().value(); }
    result<std::vector<task_memory_info>> try_list() {
        auto every = names();
        if (!every) return every.error();
        std::vector<task_memory_info> out;
        for (const auto& name : *every) {
            auto found = find(name);
            if (!found) return found.error();
            if (*found) out.push_back((*found)->info());
        }
        return out;
    }
    /// The name of the only one that is active, or nothing where none is. Errors:
    /// `validation_error` listing them where there are several.
    result<std::optional<std::string>> only_active() {
        auto all = try_list();
        if (!all) return all.error();
        std::optional<std::string> out;
        std::string names;
        std::size_t active = 0;
        for (auto& each : *all) {
            if (each.status != task_memory_status::active) continue;
            names += (active++ == 0 ? "" : ", ") + text::quoted(each.name);
            out = std::move(each.name);
        }
        if (active <= 1) return out;
        return error{error_code::validation_error,
                     "plan must be given, because several are active: " + names,
                     {{"field", "plan"}, {"active", names}}};
    }
    /// A name that no memory with tasks has: `plan-1`, `plan-2`, … Several processes that begin at
    /// the same time get the same one, and so share what they begin.
    result<std::string> next_name() {
        for (std::size_t number = 1;; ++number) {
            auto name = "plan-" + std::to_string(number);
            auto found = find(name);
            if (!found) return found.error();
            if (!*found || (*found)->empty()) return name;
        }
    }
    /// Those with which nothing happened for so long, whatever their status.
    [[nodiscard]] std::vector<task_memory_info> stale(milliseconds after) {
        return try_stale(after).value();
    }
    result<std::vector<task_memory_info>> try_stale(milliseconds after) {
        auto every = try_list();
        if (!every) return every;
        const auto now = with_.clock.now();
        std::erase_if(*every, [&](const auto& each) { return now - each.changed < after; });
        return every;
    }
    /// Archives what was completed or cancelled long ago, and takes archived ones out with all that
    /// is stored of them; active ones are never touched, nor those that somebody else changes
    /// meanwhile. With `dry_run` says only what would happen.
    std::vector<collected_tasks> gc(const task_gc_policy& policy = {}, bool dry_run = false) {
        return try_gc(policy, dry_run).value();
    }
    result<std::vector<collected_tasks>> try_gc(const task_gc_policy& policy = {},
                                                bool dry_run = false) {
        auto every = try_list();
        if (!every) return every.error();
        std::vector<collected_tasks> out;
        for (const auto& each : *every) {
            const auto what = due(each, policy);
            if (!what) continue;
            if (!dry_run) {
                auto done = collect(each.name, *what, policy);
                if (!done) return done.error();
                if (!*done) continue;
            }
            out.push_back({each.id, each.name, *what});
        }
        return out;
    }

private:
    static constexpr std::string_view prefix = "task/";
    static constexpr bool keeps_streams = journal::full_engine_policy<typename Policies::journal>;

    // A memory with a mutex cannot be moved to where it is held.
    struct opened_memory {
        template <class Make>
        explicit opened_memory(Make&& make) : is{make()} {}
        result<memory_type> is;
    };

    result<std::vector<std::string>> names() {
        const write_lock lock{mutex_};
        auto out = journal::names_below(with_.journal, prefix);
        if (!out) return out;
        for (const auto& [name, each] : open_) out->push_back(name);
        std::sort(out->begin(), out->end());
        out->erase(std::unique(out->begin(), out->end()), out->end());
        return out;
    }
    // Tried out on a memory of its own.
    std::optional<error> problem_of_new(task_options with, std::span<const new_task> first) {
        auto tried = basic_task_memory<detached_policies<Policies>>::try_make(std::move(with));
        if (!tried) return tried.error();
        std::vector<new_task> tasks{first.begin(), first.end()};
        if (auto added = tried->try_add_tasks(tasks); !added) return added.error();
        return std::nullopt;
    }
    // What `open` gives under the lock, with what others did meanwhile. Its observer may use the
    // store, and so is told without the lock.
    template <class Open>
    result<std::shared_ptr<memory_type>> current(Open&& open) {
        auto out = [&]() -> result<std::shared_ptr<memory_type>> {
            const write_lock lock{mutex_};
            return open();
        }();
        if (out && *out)
            if (auto caught = (*out)->try_catch_up(); !caught) return caught.error();
        return out;
    }
    // The open memory of that name. One whose stream others have erased is let go of.
    result<std::shared_ptr<memory_type>> known_as(const std::string& name) {
        const auto known = open_.find(name);
        if (known == open_.end()) return std::shared_ptr<memory_type>{};
        if constexpr (keeps_streams) {
            auto stream = with_.journal.find_stream(std::string{prefix} + name);
            if (!stream) return stream.error();
            if (!*stream || (*stream)->incarnation != known->second->position().incarnation) {
                open_.erase(known);
                return std::shared_ptr<memory_type>{};
            }
        }
        return known->second;
    }
    result<std::shared_ptr<memory_type>> opened(const task_options& with) {
        if (auto known = known_as(with.name); !known || *known) return known;
        auto& known = open_[with.name];
        if (!known) {
            auto made = std::make_shared<opened_memory>([&] {
                auto mine = with_;
                mine.stream = std::string{prefix} + with.name;
                return memory_type::try_make(with, std::move(mine));
            });
            if (!made->is) {
                open_.erase(with.name);
                return made->is.error();
            }
            known = std::shared_ptr<memory_type>{made, &*made->is};
        }
        return known;
    }
    std::optional<collected_tasks::action> due(const task_memory_info& of,
                                               const task_gc_policy& policy) {
        const auto age = with_.clock.now() - of.changed;
        if (of.status == task_memory_status::archived && age >= policy.purge_after)
            return collected_tasks::action::purge;
        if ((of.status == task_memory_status::completed ||
             of.status == task_memory_status::cancelled) &&
            age >= policy.archive_after)
            return collected_tasks::action::archive;
        return std::nullopt;
    }
    // Whether it was still due when it was looked at again.
    result<bool> collect(const std::string& name, collected_tasks::action what,
                         const task_gc_policy& policy) {
        auto found = find(name);
        if (!found) return found.error();
        if (!*found || due((*found)->info(), policy) != what) return false;
        if (what == collected_tasks::action::purge) return purge(name, **found);
        auto done = (*found)->try_archive();
        return done ? result<bool>{true} : result<bool>{done.error()};
    }
    // Not if anybody has recorded anything since `seen` was brought up to date.
    result<bool> purge(const std::string& name, const memory_type& seen) {
        const write_lock lock{mutex_};
        if constexpr (keeps_streams) {
            const auto stream = std::string{prefix} + name;
            auto now = with_.journal.find_stream(stream);
            if (!now) return now.error();
            if (!*now || (*now)->incarnation != seen.position().incarnation ||
                (*now)->last != seen.sequence())
                return false;
            if (auto gone = with_.journal.erase_stream(stream); !gone) return gone.error();
        }
        open_.erase(name);
        return true;
    }

    task_options options_;
    parts with_;
    WORKMEM_NO_UNIQUE_ADDRESS typename Policies::mutex mutex_;
    std::map<std::string, std::shared_ptr<memory_type>, std::less<>> open_;
};

}  // namespace workmem
