#pragma once

#include <workmem_postgres/connection.hpp>
#include <workmem_postgres/session.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// The channel on which appenders tell of a stream.
[[nodiscard]] inline std::string postgres_channel(std::uint64_t watch) {
    return "workmem_" + std::to_string(watch);
}

/// Connections on which threads wait for records, one each; kept for the next who wait.
/// Thread-safe.
class postgres_waiters {
    using clock = std::chrono::steady_clock;
    using milliseconds = std::chrono::milliseconds;

public:
    explicit postgres_waiters(postgres_session& session) : session_{session} {}

    /// True once the stream has a record above `after`, false at `until`. A server that is away is
    /// waited for.
    [[nodiscard]] bool wait(std::string_view stream, std::uint64_t after, clock::time_point until) {
        auto in = take();
        const auto watch = postgres_watch(session_.options().schema, stream);
        postgres_pauses pauses{std::chrono::ceil<std::chrono::milliseconds>(until - clock::now())};
        bool watches = false;
        for (;;) {
            std::optional<bool> has_come;
            if (!session_.is_silent()) {
                const auto failure = in->open();
                if (!failure) has_come = look(*in, stream, after);
                if (failure && failure->silent) session_.begin_silence();
            }
            if (has_come && !*has_come && !watches && clock::now() < until) {
                watches = start(*in, watch);
                // What came in between, nobody told of.
                if (watches) has_come = look(*in, stream, after);
            }
            if (!has_come) {
                in->close();
                watches = false;
                if (!pauses.next()) return false;
                continue;
            }
            if (*has_come || clock::now() >= until) {
                stop(std::move(in), watch);
                return *has_come;
            }
            // A server that went without a word is asked from time to time; a standby, on which
            // nobody can listen, more often.
            const auto silence = watches ? milliseconds{longest_silence} : between_looks;
            (void)in->await_notification((std::min)(until, clock::now() + silence));
        }
    }

private:
    static constexpr std::chrono::seconds longest_silence{5};
    static constexpr milliseconds between_looks{100};

    [[nodiscard]] std::unique_ptr<postgres_connection> take() {
        const std::lock_guard lock{mutex_};
        if (idle_.empty())
            return std::make_unique<postgres_connection>(session_.address(), session_.options());
        auto out = std::move(idle_.back());
        idle_.pop_back();
        return out;
    }
    [[nodiscard]] static bool start(postgres_connection& in, std::uint64_t watch) {
        std::array calls{postgres_call{"LISTEN " + in.quoted_identifier(postgres_channel(watch))},
                         postgres_call{postgres_sql::hold_watch}};
        calls[1].bind(watch);
        std::vector<postgres_answer> answers;
        return !in.run(calls, answers);
    }
    [[nodiscard]] static std::optional<bool> look(postgres_connection& in, std::string_view stream,
                                                  std::uint64_t after) {
        postgres_call call{postgres_sql::find_stream};
        call.bind(stream);
        std::vector<postgres_answer> answers;
        if (in.run(call, answers)) return {};
        return answers[0].rows() != 0 && answers[0].number(0, 4) > after;
    }
    // So that appenders need not notify any more.
    void stop(std::unique_ptr<postgres_connection> in, std::uint64_t watch) {
        const std::array calls{
            postgres_call{"UNLISTEN " + in->quoted_identifier(postgres_channel(watch))},
            postgres_call{postgres_sql::drop_watches}};
        std::vector<postgres_answer> answers;
        if (in->run(calls, answers)) return;
        const std::lock_guard lock{mutex_};
        idle_.push_back(std::move(in));
    }

    postgres_session& session_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<postgres_connection>> idle_;
};

}  // namespace workmem::journal
