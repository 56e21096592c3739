// Processes that promote and are killed at every step of it, one after another. For any engine:
// `Engine::journal_type`, `Engine::open(folder, cycle) -> result<journal_type>`.
#pragma once

#include "catch.hpp"
#include "processes.hpp"
#include "temporary_folder.hpp"

#include <workmem/session/session_store.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace workmem_test {

// Where a process dies: at the step that is counted down to, or nowhere.
struct deadly_steps {
    std::uint64_t left = 0;  // 0: nowhere
    void operator()() {
        if (left != 0 && --left == 0) ::raise(SIGKILL);
    }
};

// Before and after everything that lasts.
template <class Journal>
struct stepped_journal : Journal {
    stepped_journal(Journal journal, deadly_steps& steps)
        : Journal{std::move(journal)}, step{&steps} {}

    workmem::journal::append_outcome append(std::string_view stream, std::uint64_t expected,
                                            std::span<const std::string_view> lines,
                                            std::string_view incarnation = {}) {
        (*step)();
        auto done = Journal::append(stream, expected, lines, incarnation);
        (*step)();
        return done;
    }
    workmem::result<void> commit(std::string_view stream, std::uint64_t sequence) {
        auto done = Journal::commit(stream, sequence);
        (*step)();
        return done;
    }
    deadly_steps* step;
};

template <class Policies>
struct stepped_repository : workmem::basic_long_term_store<Policies> {
    using base = workmem::basic_long_term_store<Policies>;

    stepped_repository(typename base::parts with, deadly_steps& steps)
        : base{{}, std::move(with)}, step{&steps} {}

    workmem::result<bool> try_put(workmem::long_term_memory memory) {
        (*step)();  // the fact is recorded, long-term memory does not know of it
        auto done = base::try_put(std::move(memory));
        (*step)();  // long-term memory has it, nobody knows that it does
        return done;
    }
    deadly_steps* step;
};

template <class Engine>
class killed_promoter {
    struct policies : workmem::default_policies {
        using clock = workmem::manual_clock;
        using journal = stepped_journal<typename Engine::journal_type>;
    };
    using repository = stepped_repository<policies>;
    using store = workmem::basic_session_store<policies, repository>;

public:
    // Dies at step `at` of promoting in every way there is; what is wrong afterwards. Empty, and
    // `survived`, if there are fewer steps.
    std::string cycle(std::uint64_t at) {
        const temporary_folder folder;
        std::array<int, 2> pipe{};
        if (::pipe(pipe.data()) != 0) return "there is no pipe";
        child_process child{[&] {
            ::close(pipe[0]);
            return promote_all(folder.path(), at, pipe[1]).empty() ? 0 : 1;
        }};
        ::close(pipe[1]);
        const auto code = child.wait();
        std::string acknowledged;
        char promoted = 0;
        while (::read(pipe[0], &promoted, 1) == 1) acknowledged += promoted;
        ::close(pipe[0]);
        survived = code >= 0;
        if (survived && code != 0) return "the process failed";
        if (auto wrong = judge(folder.path(), acknowledged); !wrong.empty()) return wrong;
        // Whoever goes on from there gets to the end, and has everything once.
        if (auto wrong = promote_all(folder.path(), 0, -1); !wrong.empty()) return wrong;
        return judge(folder.path(), "abcdef");
    }
    bool survived = false;

private:
    static constexpr auto name = "chat-1";

    // "a" by hand, "b" by a rule, "c" and "d" together, "e" and "f" because nobody comes back.
    static std::string promote_all(const std::string& folder, std::uint64_t at, int pipe) {
        auto journal = Engine::open(folder, 1);
        if (!journal) return journal.error().message();
        deadly_steps steps{at};
        workmem::manual_clock clock;
        workmem::session_options options;
        options.idle_after = std::chrono::hours{1};
        auto all = opened(std::move(*journal), steps, clock, options);
        const auto acknowledge = [&](char memory) {
            if (pipe >= 0 && ::write(pipe, &memory, 1) != 1) ::_exit(2);
        };
        // Whoever has dropped the session does not begin it anew.
        (void)all->find(name).value();
        const bool dropped = all->long_term().contains("memory_promoted_e_20240101-010000");
        for (const char each : dropped ? std::string_view{} : std::string_view{"abcdef"})
            if (!all->try_import(name, {made(each, clock.now())})) return "no import";
        if (!dropped) {
            if (!all->try_promote(name, "a")) return "no promotion";
            acknowledge('a');
            if (!all->try_get(name, "b")) return "no read";
            acknowledge('b');
            const auto both = all->try_bulk_promote(name, {"c", "d"});
            if (!both) return "no promotion of several";
            for (const char each : std::string_view{"cd"}) acknowledge(each);
        }
        clock.advance(std::chrono::hours{1});
        if (!all->try_sweep()) return "no sweep";
        for (const char each : std::string_view{"ef"}) acknowledge(each);
        return {};
    }
    static workmem::session_memory made(char id, workmem::timestamp now) {
        using workmem::priority;
        return {
            .id = std::string(1, id),
            .content = "content of " + std::string(1, id),
            .priority = id == 'b' || id == 'e' || id == 'f' ? priority::critical : priority::medium,
            .created = now,
            .expires = now + std::chrono::hours{24}};
    }
    static std::unique_ptr<store> opened(typename Engine::journal_type journal, deadly_steps& steps,
                                         const workmem::manual_clock& clock,
                                         const workmem::session_options& options) {
        typename policies::journal stepped{std::move(journal), steps};
        auto kept = std::make_shared<repository>(
            typename repository::base::parts{.clock = clock, .journal = stepped}, steps);
        return std::make_unique<store>(
            options, typename store::parts{
                         .clock = clock, .journal = stepped, .long_term = std::move(kept)});
    }

    // What was acknowledged is in long-term memory, and nothing is there twice.
    static std::string judge(const std::string& folder, std::string_view acknowledged) {
        auto journal = Engine::open(folder, 1);
        if (!journal) return journal.error().message();
        deadly_steps steps;
        auto all = opened(std::move(*journal), steps, workmem::manual_clock{}, {});
        (void)all->find(name).value();
        std::map<std::string, int> found;
        for (const auto& each : all->long_term().list().memories) {
            ++found[each.content];
            if (each.id.find("-2") != std::string::npos) return each.id + " is there twice";
        }
        for (const auto& [content, count] : found)
            if (count != 1)
                return '"' + content + "\" is there " + std::to_string(count) + " times";
        for (const char each : acknowledged)
            if (found.count("content of " + std::string(1, each)) == 0)
                return std::string{"promoted and lost: "} + each;
        // Where it went is what the session says, and whatever it says is there.
        for (const auto& each : all->export_all(name))
            if (each.promoted.has_value() != (found.count(each.content) == 1) ||
                (each.promoted && !all->long_term().contains(each.promoted->id)))
                return "of " + each.id + " the session says something else";
        return {};
    }
};

}  // namespace workmem_test
