// A process that writes and says what was acknowledged, until it is killed. For any engine:
// `Engine::journal_type`, `Engine::open(folder, cycle) -> result<journal_type>`. And for any
// memory: `Memory<Journal>::write(memory, n, call)` makes the change n, one record; `expected(n)`
// is what `content(memory)` gives after changes 1 to n.
#pragma once

#include "bundles.hpp"
#include "eventually.hpp"
#include "phased_journal.hpp"
#include "processes.hpp"
#include "task_bundles.hpp"
#include "temporary_folder.hpp"

#include <workmem/agent/agent_memory.ipp>
#include <workmem/entity/replay.hpp>
#include <workmem/entity/window.hpp>
#include <workmem/entity/window.ipp>
#include <workmem/task/task_memory.ipp>

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>

namespace workmem_test {

using written_content = std::map<std::string, std::string>;
inline constexpr std::uint64_t written_things = 7;

// Entity `n % 7` gets the name n.
template <class Journal>
struct written_entities {
    struct policies : bundle<two_segment, type_and_id, unlocked, unwatched, uncounted, Journal> {};
    using memory_type = window_of<policies>;
    static constexpr auto owner = "entity";
    static constexpr std::uint64_t opening_records = 0;

    static bool write(memory_type& window, std::uint64_t n, const workmem::call_options& call) {
        return window
            .try_add({.type = "page",
                      .id = std::to_string(n % written_things),
                      .name = std::to_string(n)},
                     workmem::strength::read, call)
            .has_value();
    }
    static written_content expected(std::uint64_t last) {
        written_content out;
        for (auto n = last; n > 0 && n + written_things > last; --n)
            out[std::to_string(n % written_things)] = std::to_string(n);
        return out;
    }
    static written_content content(const memory_type& window) {
        written_content out;
        window.for_each([&](const workmem::entry& each) {
            out.emplace(std::string{each.id}, std::string{each.name});
        });
        return out;
    }
};

// Task `n % 7` is added; later it gets the title n, or is claimed again, in turns.
template <class Journal>
struct written_tasks {
    using memory_type = task_memory_of<Journal>;
    static constexpr auto owner = "task";
    static constexpr std::uint64_t opening_records = 1;  // what the memory is for

    static bool write(memory_type& work, std::uint64_t n, const workmem::call_options& call) {
        const auto id = std::to_string(n % written_things), title = std::to_string(n);
        if (n <= written_things)
            return work.try_add_task({.title = title, .id = id}, call).has_value();
        if (n % 2 == 0) return work.try_update_task(id, {.title = title}, {}, call).has_value();
        const auto claim =
            work.try_claim(id, "w", {.lease = std::chrono::hours{1}, .resume = true}, call);
        return claim && claim->token == token_of(n);
    }
    static written_content expected(std::uint64_t last) {
        std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> tasks;  // title, token
        for (auto n = last > 2 * written_things ? last - 2 * written_things + 1 : 1; n <= last;
             ++n) {
            auto& task = tasks[n % written_things];
            (n <= written_things || n % 2 == 0 ? task.first : task.second) =
                n <= written_things || n % 2 == 0 ? n : token_of(n);
        }
        written_content out;
        for (const auto& [id, task] : tasks)
            out[std::to_string(id)] =
                std::to_string(task.first) + ' ' + std::to_string(task.second);
        return out;
    }
    static written_content content(const memory_type& work) {
        written_content out;
        for (const auto& each : work.tasks())
            out[each.id] = each.title + ' ' + std::to_string(each.token);
        return out;
    }

private:
    static std::uint64_t token_of(std::uint64_t n) { return (n - written_things) / 2; }
};

// In turns a note, a memory of the session, a task and a thing, seven of each, over and over.
template <class Journal>
struct written_agents {
    struct policies : workmem::default_policies {
        using clock = workmem::manual_clock;
        using journal = Journal;
    };
    using memory_type = workmem::basic_agent_memory<policies>;
    static constexpr auto owner = "bounded";
    static constexpr std::uint64_t opening_records = 1;  // what the plan is for

    static bool write(memory_type& agent, std::uint64_t n, const workmem::call_options& call) {
        const auto round = n / 4;
        const auto id = std::to_string(round % written_things), text = std::to_string(n);
        switch (n % 4) {
            case 0: return agent.try_memorize({.text = text, .key = id}, call).has_value();
            case 1:
                if (round < written_things)
                    return agent.try_remember_for_session({.content = text}, call).has_value();
                return agent.session
                    .try_update(agent.session.list().memories.at(round % written_things).id,
                                {.content = text}, call)
                    .has_value();
            case 2:
                if (round < written_things)
                    return agent.try_add_task({.title = text, .id = id}, call).has_value();
                return agent.plan.try_update_task(id, {.title = text}, {}, call).has_value();
            default:
                return agent.entities
                    .try_add({.type = "page", .id = id, .name = text}, workmem::strength::read,
                             call)
                    .has_value();
        }
    }
    static written_content expected(std::uint64_t last) {
        written_content out;
        for (auto n = last; n > 0 && n + 4 * written_things > last; --n)
            out[std::string{"nstp"[n % 4]} + std::to_string(n / 4 % written_things)] =
                std::to_string(n);
        return out;
    }
    static written_content content(const memory_type& agent) {
        written_content out;
        agent.items.for_each([&](const workmem::item& each) { out["n" + each.key] = each.text; });
        std::uint64_t place = 0;
        for (const auto& each : agent.session.list().memories)
            out["s" + std::to_string(place++)] = each.content;
        for (const auto& each : agent.plan.tasks()) out["t" + std::string{each.id}] = each.title;
        agent.entities.for_each([&](const workmem::entry& each) {
            out["p" + std::string{each.id}] = std::string{each.name};
        });
        return out;
    }
};

template <class Engine, template <class> class Memory>
class killed_writer {
    using journal_type = phased_journal<typename Engine::journal_type>;
    using subject = Memory<journal_type>;
    using memory_type = typename subject::memory_type;
    static constexpr auto stream = "agent";

public:
    // Starts a writer, kills it when it has worked for a random time, or as soon as it is in a
    // phase that is wanted then, and looks at what it leaves; what is wrong.
    std::string cycle(std::uint64_t number, std::optional<phase> wanted = std::nullopt) {
        std::array<int, 2> pipe{};
        if (::pipe(pipe.data()) != 0) return "there is no pipe";
        at_->store(phase::opening);
        child_process child{[&] {
            ::close(pipe[0]);
            return write_on(number, pipe[1]);
        }};
        ::close(pipe[1]);
        std::mt19937_64 random{number};
        std::uint64_t last = 0;
        // One in four while it opens the stream, the others at work.
        const bool opens = wanted ? *wanted == phase::opening : random() % 4 == 0;
        if (!opens) read_acknowledgement(pipe[0], last);
        let_work(child, std::chrono::microseconds{random() % 3'000});
        if (wanted) wait_for(*wanted, child);
        const bool was_killed = child.kill();
        while (read_acknowledgement(pipe[0], last)) {
        }
        ::close(pipe[0]);
        if (!was_killed) return "the writer failed";
        acknowledged_ = (std::max)(acknowledged_, last);
        ++killed[static_cast<std::size_t>(at_->load())];
        return judge(number);
    }

    std::array<std::uint64_t, static_cast<std::size_t>(phase::count)> killed{};  // in each phase
    [[nodiscard]] std::uint64_t acknowledged() const { return acknowledged_; }

private:
    // For so much of the processor's time, however busy the machine is.
    static void let_work(child_process& writer, std::chrono::microseconds time) {
        ::clockid_t clock{};
        if (::clock_getcpuclockid(writer.id(), &clock) != 0) return;
        const auto spent = [clock] {
            ::timespec now{};
            ::clock_gettime(clock, &now);
            return std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec};
        };
        const deadline most;
        for (const auto enough = spent() + time; spent() < enough && !most.has_passed();)
            if (!writer.is_running()) return;
    }
    // A phase is shorter than any pause between two looks.
    void wait_for(phase wanted, child_process& writer) const {
        const deadline most;
        while (at_->load() != wanted && !most.has_passed())
            if (!writer.is_running()) return;
    }
    // In the other process.
    int write_on(std::uint64_t number, int pipe) {
        auto journal = Engine::open(at_folder_.path(), number);
        if (!journal) return 1;
        journal_type phased{std::move(*journal), *at_};
        memory_type memory{{}, {.journal = phased, .stream = stream, .keep = {3, 1}}};
        for (auto n = acknowledged_ + 1;; ++n) {
            const auto name = std::to_string(n);
            const workmem::call_options call{.idempotency_key = name};
            const bool done = subject::write(memory, n, call);
            if (!done || ::write(pipe, &n, sizeof n) != sizeof n) return 2;
            if (n % 3 == 0 && !memory.try_snapshot()) return 3;
            if (n % 4 == 0 &&
                !phased.rewrite(stream, workmem::journal::archetype_rewrite{}, {subject::owner, 0}))
                return 4;
        }
    }

    static bool read_acknowledgement(int pipe, std::uint64_t& last) {
        for (;;) {
            const auto done = ::read(pipe, &last, sizeof last);
            if (done < 0 && errno == EINTR) continue;
            return done == static_cast<::ssize_t>(sizeof last);
        }
    }

    std::string judge(std::uint64_t number) {
        auto journal = Engine::open(at_folder_.path(), number);
        if (!journal) return journal.error().message();
        auto info = journal->open_stream(stream, {});
        if (!info) return info.error().message();
        const auto written = info->last - (std::min)(info->last, subject::opening_records);
        // The one change that nobody was told of may be there.
        if (written != acknowledged_ && written != acknowledged_ + 1)
            return std::to_string(written) + " changes for " + std::to_string(acknowledged_) +
                   " acknowledged ones";
        const memory_type memory{
            {}, {.journal = journal_type{std::move(*journal), *at_}, .stream = stream}};
        if (subject::content(memory) != subject::expected(written))
            return "another state than " + std::to_string(written) + " changes give";
        acknowledged_ = written;
        return {};
    }

    temporary_folder at_folder_;
    shared_by_processes<std::atomic<phase>> at_;
    std::uint64_t acknowledged_ = 0;
};

}  // namespace workmem_test
