// A process that writes and says what was acknowledged, until it is killed. For any engine:
// `Engine::journal_type`, `Engine::open(folder, cycle) -> result<journal_type>`.
#pragma once

#include "bundles.hpp"
#include "phased_journal.hpp"
#include "temporary_folder.hpp"

#include <workmem/entity/replay.hpp>
#include <workmem/entity/window.hpp>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <random>
#include <string>
#include <thread>
#include <utility>

namespace workmem_test {

template <class Engine>
class killed_writer {
    using journal_type = phased_journal<typename Engine::journal_type>;
    struct policies
        : bundle<two_segment, type_and_id, unlocked, unwatched, uncounted, journal_type> {};
    using window_type = window_of<policies>;
    static constexpr auto stream = "agent";
    static constexpr std::uint64_t entities = 7;

public:
    killed_writer() {
        void* const shared = ::mmap(nullptr, sizeof(std::atomic<phase>), PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        at_ = shared == MAP_FAILED ? nullptr : new (shared) std::atomic<phase>{phase::opening};
    }
    killed_writer(const killed_writer&) = delete;
    killed_writer& operator=(const killed_writer&) = delete;
    ~killed_writer() {
        if (at_ != nullptr) ::munmap(at_, sizeof *at_);
    }

    // Starts a writer, kills it at a random moment and looks at what it leaves; what is wrong.
    std::string cycle(std::uint64_t number) {
        if (at_ == nullptr) return "there is no memory to share";
        std::array<int, 2> pipe{};
        if (::pipe(pipe.data()) != 0) return "there is no pipe";
        at_->store(phase::opening);
        const auto child = ::fork();
        if (child < 0) return "there is no process";
        if (child == 0) {
            ::close(pipe[0]);
            write_on(number, pipe[1]);
        }
        ::close(pipe[1]);
        std::mt19937_64 random{number};
        std::uint64_t last = 0;
        // One in four while it opens the stream, the others at work.
        if (random() % 4 != 0) read_acknowledgement(pipe[0], last);
        std::this_thread::sleep_for(std::chrono::microseconds{random() % 3'000});
        ::kill(child, SIGKILL);
        int status = 0;
        while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        while (read_acknowledgement(pipe[0], last)) {
        }
        ::close(pipe[0]);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) return "the writer failed";
        acknowledged_ = (std::max)(acknowledged_, last);
        ++killed[static_cast<std::size_t>(at_->load())];
        return judge(number);
    }

    std::array<std::uint64_t, static_cast<std::size_t>(phase::count)> killed{};  // in each phase
    [[nodiscard]] std::uint64_t acknowledged() const { return acknowledged_; }

private:
    // In the other process. Change `n` gives entity `n % 7` the name n, once.
    [[noreturn]] void write_on(std::uint64_t number, int pipe) {
        auto journal = Engine::open(at_folder_.path(), number);
        if (!journal) ::_exit(1);
        journal_type phased{std::move(*journal), *at_};
        window_type window{{}, {.journal = phased, .stream = stream, .keep = {3, 1}}};
        for (auto n = acknowledged_ + 1;; ++n) {
            const auto name = std::to_string(n);
            const workmem::call_options call{.idempotency_key = name};
            const auto done =
                window.try_add({.type = "page", .id = std::to_string(n % entities), .name = name},
                               workmem::strength::read, call);
            if (!done || ::write(pipe, &n, sizeof n) != sizeof n) ::_exit(2);
            if (n % 3 == 0 && !window.try_snapshot()) ::_exit(3);
            if (n % 4 == 0 &&
                !phased.rewrite(stream, workmem::journal::archetype_rewrite{}, {"entity", 0}))
                ::_exit(4);
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
        // The one change that nobody was told of may be there.
        if (info->last != acknowledged_ && info->last != acknowledged_ + 1)
            return std::to_string(info->last) + " records for " + std::to_string(acknowledged_) +
                   " acknowledged changes";
        std::map<std::string, std::string> expected, found;
        for (auto n = info->last; n > 0 && n + entities > info->last; --n)
            expected[std::to_string(n % entities)] = std::to_string(n);
        const window_type window{
            {}, {.journal = journal_type{std::move(*journal), *at_}, .stream = stream}};
        window.for_each([&](const workmem::entry& each) {
            found.emplace(std::string{each.id}, std::string{each.name});
        });
        if (found != expected) return "another state than " + std::to_string(info->last) + " gives";
        acknowledged_ = info->last;
        return {};
    }

    temporary_folder at_folder_;
    std::atomic<phase>* at_ = nullptr;
    std::uint64_t acknowledged_ = 0;
};

}  // namespace workmem_test
