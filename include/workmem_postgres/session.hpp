#pragma once

#include <workmem_postgres/connection.hpp>

#include <workmem/journal/silence.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace workmem::journal {

/// What a handle has met since it was opened.
struct postgres_counts {
    std::uint64_t conflicts = 0;   ///< appends that others were faster than
    std::uint64_t retries = 0;     ///< transactions that were tried again
    std::uint64_t lost = 0;        ///< answers that a broken connection took along
    std::uint64_t reconciled = 0;  ///< appends of which only reading back said what became of them
    std::uint64_t probes = 0;      ///< whether a server that said nothing answers again
};

/// Pauses of random length, longer each time, until the patience is over.
class postgres_pauses {
    using clock = std::chrono::steady_clock;

public:
    explicit postgres_pauses(std::chrono::milliseconds patience) noexcept
        : until_{clock::now() + patience} {}
    /// False when it is over.
    [[nodiscard]] bool next() {
        using std::chrono::microseconds;
        const auto now = clock::now();
        if (now >= until_) return false;
        const auto pause = microseconds{
            std::uniform_int_distribution<std::int64_t>{most_.count() / 2, most_.count()}(random_)};
        const auto left = std::chrono::ceil<microseconds>(until_ - now);
        std::this_thread::sleep_for((std::min)(pause, left));
        most_ = (std::min)(most_ * 2, microseconds{500'000});
        return true;
    }

private:
    clock::time_point until_;
    std::chrono::microseconds most_{1'000};
    std::minstd_rand random_{std::random_device{}()};
};

/// A connection that comes back. Neither copyable nor movable; not thread-safe: its owner has a
/// mutex.
class postgres_session {
public:
    postgres_session(postgres_address at, postgres_options options)
        : at_{std::move(at)}, options_{std::move(options)} {}
    postgres_session(const postgres_session&) = delete;
    postgres_session& operator=(const postgres_session&) = delete;
    ~postgres_session() = default;

    [[nodiscard]] const postgres_address& address() const noexcept { return at_; }
    [[nodiscard]] const postgres_options& options() const noexcept { return options_; }
    [[nodiscard]] postgres_counts& counts() noexcept { return counts_; }
    [[nodiscard]] postgres_connection& connection() noexcept { return in_; }
    [[nodiscard]] const silence& server_silence() const noexcept { return silence_; }

    /// Whether the server said nothing when it was asked last, and is not to be asked now. For any
    /// thread.
    [[nodiscard]] bool is_silent() {
        return silence_.refuses([this] {
            return probe_.is_answered(at_, options_,
                                      std::chrono::steady_clock::now() + silence::probe_limit);
        });
    }
    /// Somebody waited in vain for a connection. For any thread.
    void begin_silence() { silence_.begin(); }

    /// `attempt(connection) -> optional<postgres_failure>` in a connection that stands and is in no
    /// transaction; again after a lost answer, and after making way for another transaction, until
    /// the patience is over. `losses` grows by the answers that were lost: a part of what they were
    /// to say may be done. Once a call has waited in vain for a server that says nothing, the
    /// following ones fail at once, until it answers a connection; see `silence`.
    template <class Attempt>
    [[nodiscard]] std::optional<postgres_failure> attempt(Attempt&& attempt,
                                                          std::uint64_t& losses) {
        if (is_silent()) return postgres_failure{"", "the server " + silence_.text()};
        std::optional<postgres_pauses> pauses;
        for (;;) {
            in_.close_if_stale();
            auto failure = in_.open();
            if (!failure) {
                has_stood_ = true;
                const leaving at_last{in_};
                failure = attempt(in_);
            } else {
                failure->lost = false;  // nothing was asked for yet
            }
            if (!failure) {
                silence_.end();
                return {};
            }
            if (failure->lost) {
                ++losses;
                ++counts_.lost;
            }
            const bool may_pass =
                failure->lost || failure->made_way() ||
                // Who never had a connection should hear at once that there is no server.
                (!in_.is_open() && failure->is_passing() &&
                 (has_stood_ || !failure->state.empty()));
            if (may_pass && !pauses) pauses.emplace(options_.patience);
            if (!may_pass || !pauses->next()) {
                failure->silent ? silence_.begin() : silence_.end();
                return failure;
            }
            ++counts_.retries;
        }
    }
    [[nodiscard]] std::optional<postgres_failure> run(std::span<const postgres_call> calls,
                                                      std::vector<postgres_answer>& answers,
                                                      std::uint64_t& losses) {
        return attempt([&](postgres_connection& in) { return in.run(calls, answers); }, losses);
    }
    /// What may be done twice.
    [[nodiscard]] std::optional<postgres_failure> run(std::span<const postgres_call> calls,
                                                      std::vector<postgres_answer>& answers) {
        std::uint64_t losses = 0;
        return run(calls, answers, losses);
    }
    [[nodiscard]] std::optional<postgres_failure> run(const postgres_call& call,
                                                      std::vector<postgres_answer>& answers) {
        return run({&call, 1}, answers);
    }

private:
    struct leaving {
        postgres_connection& in;
        ~leaving() { in.leave_transaction(); }
    };

    const postgres_address at_;
    const postgres_options options_;
    postgres_connection in_{at_, options_};
    postgres_counts counts_;
    bool has_stood_ = false;
    silence silence_{options_.now};
    postgres_probe probe_;  // for probing only
};

}  // namespace workmem::journal
