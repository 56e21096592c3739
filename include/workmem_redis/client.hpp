#pragma once

#include <workmem_redis/address.hpp>
#include <workmem_redis/connection.hpp>
#include <workmem_redis/counts.hpp>
#include <workmem_redis/error.hpp>
#include <workmem_redis/options.hpp>
#include <workmem_redis/reply.hpp>
#include <workmem_redis/scripts.hpp>

#include <workmem/journal/silence.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace workmem::journal {

/// Asks a server, over as many connections as there are threads that ask at once. What gets lost on
/// the way is asked again over a new connection, until the patience of the call is over: every
/// question has to be one that may be asked twice. Once a call has waited in vain for a server that
/// says nothing, the following ones fail at once, until the server answers a PING; see `silence`.
/// Thread-safe. Neither copyable nor movable.
class redis_client {
    using clock = redis_connection::clock;

public:
    redis_client(redis_address to, const redis_options& options)
        : to_{std::move(to)},
          where_{to_.text()},
          sync_{options.sync},
          timeout_{options.timeout},
          patience_{options.patience},
          silence_{options.now} {}
    redis_client(const redis_client&) = delete;
    redis_client& operator=(const redis_client&) = delete;
    ~redis_client() = default;

    [[nodiscard]] const std::string& where() const noexcept { return where_; }
    [[nodiscard]] redis_counters& counters() noexcept { return counters_; }
    [[nodiscard]] redis_counts counts() const noexcept {
        auto out = counters_.read();
        out.probes = silence_.probes();
        return out;
    }

    /// Whether calls fail at once, because the server said nothing when it was asked last.
    [[nodiscard]] bool is_silent() const noexcept { return silence_.lasts(); }

    /// Whether the server can be used. What keeps it from answering at all is said at once.
    [[nodiscard]] result<void> try_out() {
        auto made = connect(clock::now() + timeout_);
        if (made.connection) {
            give_back(std::move(made.connection));
            return {};
        }
        return *made.problem;
    }

    /// Answers of commands, in their order. An answer may be an error.
    [[nodiscard]] result<std::vector<redis_reply>> ask(std::string_view doing,
                                                       const redis_commands& what) {
        bool is_doubtful = false;
        return ask(doing, what, {clock::now() + patience_, {}}, is_doubtful);
    }
    /// The answer of one command.
    [[nodiscard]] result<redis_reply> ask(std::string_view doing,
                                          std::initializer_list<std::string_view> words,
                                          std::chrono::milliseconds longer = {}) {
        return ask_once(doing, words, {clock::now() + patience_ + longer, longer});
    }

    /// What a script answers. `is_doubtful` is set once it may have run without being heard of.
    [[nodiscard]] result<redis_reply> run(std::string_view doing, redis_script which,
                                          std::span<const std::string_view> keys,
                                          std::span<const std::string_view> arguments,
                                          bool& is_doubtful) {
        const patience within{clock::now() + patience_, {}};
        const auto count = std::to_string(keys.size());
        for (int tries = 0;; ++tries) {
            const auto hash = hash_of(doing, which, tries > 0, within);
            if (!hash) return hash.error();
            std::vector<std::string_view> words{"EVALSHA", *hash, count};
            words.insert(words.end(), keys.begin(), keys.end());
            words.insert(words.end(), arguments.begin(), arguments.end());
            redis_commands command;
            command.add(words);
            auto replies = ask(doing, command, within, is_doubtful);
            if (!replies) return replies.error();
            auto& reply = replies->front();
            if (!reply.is_error()) return std::move(reply);
            // A server that was started anew knows no scripts.
            if (tries < 3 && reply.text().starts_with("NOSCRIPT")) continue;
            return redis_answer_problem(where_, doing, reply.text());
        }
    }
    [[nodiscard]] result<redis_reply> run(std::string_view doing, redis_script which,
                                          std::span<const std::string_view> keys,
                                          std::span<const std::string_view> arguments) {
        bool is_doubtful = false;
        return run(doing, which, keys, arguments, is_doubtful);
    }

private:
    static constexpr std::size_t max_idle = 8;
    using connection_ptr = std::unique_ptr<redis_connection>;

    struct attempt {
        connection_ptr connection{};
        std::optional<error> problem{};
        bool is_passing = true;  // the same may work in a moment
        bool is_silent = false;  // nothing came in time
    };
    struct patience {
        clock::time_point until;
        std::chrono::milliseconds longer;  // that the server may take for each answer
    };

    [[nodiscard]] error lost_problem(std::string_view doing, const std::string& why) const {
        return redis_problem(where_, "cannot " + std::string{doing} + ": " + why,
                             "look whether the server runs and can be reached, then try again");
    }

    [[nodiscard]] result<redis_reply> ask_once(std::string_view doing,
                                               std::initializer_list<std::string_view> words,
                                               patience within) {
        redis_commands command;
        command.add(words);
        bool is_doubtful = false;
        auto replies = ask(doing, command, within, is_doubtful);
        if (!replies) return replies.error();
        auto& reply = replies->front();
        if (reply.is_error()) return redis_answer_problem(where_, doing, reply.text());
        return std::move(reply);
    }

    [[nodiscard]] result<std::vector<redis_reply>> ask(std::string_view doing,
                                                       const redis_commands& what, patience within,
                                                       bool& is_doubtful) {
        if (silence_.refuses([this] { return answers_probe(); }))
            return lost_problem(doing, "it " + silence_.text());
        std::optional<error> last;
        bool was_silent = false;
        for (int tries = 0;; ++tries) {
            if (tries > 0) {
                if (!back_off(tries, within.until)) {
                    was_silent ? silence_.begin() : silence_.end();
                    return std::move(*last);
                }
                ++counters_.retries;
            }
            auto with = take((std::min)(within.until, clock::now() + timeout_));
            if (!with.connection) {
                if (!with.is_passing) return std::move(*with.problem);
                was_silent = with.is_silent;
                last = std::move(with.problem);
                continue;
            }
            auto& connection = *with.connection;
            const auto until = (std::min)(within.until, clock::now() + timeout_ + within.longer);
            const bool sent = connection.send(what.bytes(), until);
            std::vector<redis_reply> replies;
            while (sent && replies.size() < what.count()) {
                auto reply = connection.receive(until);
                if (!reply) break;
                replies.push_back(std::move(reply));
            }
            if (replies.size() < what.count()) {
                // Of one that was not sent as a whole nothing is run.
                is_doubtful = is_doubtful || sent || what.count() > 1;
                last = lost_problem(doing, connection.problem());
                was_silent = connection.is_silent();
                forget_idle();
                continue;
            }
            silence_.end();
            was_silent = false;
            const auto& first = replies.front();
            if (first.is_error() && is_passing(first.text())) {
                last = redis_answer_problem(where_, doing, first.text());
                continue;
            }
            give_back(std::move(with.connection));
            return replies;
        }
    }

    // Whether the server says something again: a PING waits for its answer from probe to probe.
    [[nodiscard]] bool answers_probe() {
        const auto until = clock::now() + silence::probe_limit;
        bool is_asked = probe_ != nullptr;
        if (!is_asked) {
            redis_commands ping;
            ping.add({"PING"});
            probe_ = std::make_unique<redis_connection>();
            is_asked = probe_->connect(to_, until) && probe_->send(ping.bytes(), until);
        }
        // An error is an answer, too. One that cannot be reached is not silent, but gone: the call
        // is to hear of that, or to outlast it.
        const bool answers = (is_asked && probe_->receive(until)) || !probe_->is_silent();
        // What did not even connect is tried anew.
        if (answers || !is_asked) probe_.reset();
        return answers;
    }

    // Waits a little longer each time, at most half a second; false where that takes too long.
    [[nodiscard]] static bool back_off(int tries, clock::time_point until) {
        if (clock::now() >= until) return false;
        if (tries == 1) return true;
        thread_local std::minstd_rand random{std::random_device{}()};
        const int most = 5 << (std::min)(tries - 2, 6);
        const auto pause = std::chrono::milliseconds{
            std::uniform_int_distribution<int>{most / 2, most + most / 2}(random)};
        if (clock::now() + pause >= until) return false;
        std::this_thread::sleep_for(pause);
        return true;
    }

    [[nodiscard]] attempt take(clock::time_point until) {
        for (;;) {
            connection_ptr idle;
            {
                const std::lock_guard lock{mutex_};
                if (idle_.empty()) break;
                idle = std::move(idle_.back());
                idle_.pop_back();
            }
            if (idle->is_quiet()) return {std::move(idle), {}, true, false};
        }
        return connect(until);
    }
    void give_back(connection_ptr connection) {
        const std::lock_guard lock{mutex_};
        if (idle_.size() < max_idle) idle_.push_back(std::move(connection));
    }
    // Where one is lost, the others mostly are, too.
    void forget_idle() {
        const std::lock_guard lock{mutex_};
        idle_.clear();
    }

    [[nodiscard]] attempt lost_while_connecting(const redis_connection& lost,
                                                std::string_view doing) const {
        return {{}, lost_problem(doing, lost.problem()), true, lost.is_silent()};
    }
    [[nodiscard]] attempt connect(clock::time_point until) {
        auto made = std::make_unique<redis_connection>();
        ++counters_.connections;
        if (!made->connect(to_, until)) return lost_while_connecting(*made, "connect");
        redis_commands hello;
        std::vector<std::string_view> steps;
        const auto step = [&](std::string_view doing,
                              std::initializer_list<std::string_view> words) {
            hello.add(words);
            steps.push_back(doing);
        };
        if (!to_.password.empty() || !to_.user.empty()) {
            if (to_.user.empty())
                step("log in", {"AUTH", to_.password});
            else
                step("log in", {"AUTH", to_.user, to_.password});
        }
        if (to_.database != "0") step("choose the database", {"SELECT", to_.database});
        if (sync_.syncs()) {
            step("ask how it keeps its data", {"INFO", "persistence"});
            if (sync_.is_always())
                step("ask how it keeps its data", {"CONFIG", "GET", "*appendfsync*"});
        }
        if (!made->send(hello.bytes(), until)) return lost_while_connecting(*made, "connect");
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const auto reply = made->receive(until);
            if (!reply) return lost_while_connecting(*made, steps[i]);
            if (reply.is_error()) {
                // What is said of a wrong login is nobody's business.
                const auto says = steps[i] == "log in" ? login_problem(reply.text()) : reply.text();
                return {{}, redis_answer_problem(where_, steps[i], says), is_passing(says), false};
            }
            if (steps[i] != "ask how it keeps its data") continue;
            // While it loads its file it says that it keeps none.
            if (reply.text().find("loading:1") != std::string_view::npos)
                return {{}, redis_answer_problem(where_, "connect", "LOADING"), true, false};
            if (auto problem = refuse_sync(reply)) return {{}, std::move(problem), false, false};
        }
        return {std::move(made), {}, true, false};
    }

    // Nothing of what was sent is repeated.
    [[nodiscard]] static std::string_view login_problem(std::string_view says) noexcept {
        if (is_passing(says)) return says;
        constexpr std::string_view needless = "without any password";
        return says.find(needless) == std::string_view::npos ? "WRONGPASS" : needless;
    }

    // Whether it keeps what it acknowledges as the sync mode says.
    [[nodiscard]] std::optional<error> refuse_sync(const redis_reply& told) const {
        if (told.size() == 0) {
            if (told.text().find("aof_enabled:1") != std::string_view::npos) return {};
            if (told.text().find("aof_enabled:0") != std::string_view::npos)
                return redis_problem(
                    where_, "it keeps no append-only file, and loses what it has heard",
                    "set `appendonly yes` there, or open it with sync_mode::never");
            return redis_problem(where_, "it does not say how it keeps its data",
                                 "let it say so, or open it with sync_mode::never");
        }
        // Names and values in turn.
        for (std::size_t i = 0; i + 1 < told.size(); i += 2) {
            const auto name = told.text(i), value = told.text(i + 1);
            const auto wanted = name == "appendfsync" ? "always" : "no";
            if (value == wanted) continue;
            return redis_problem(where_,
                                 "it acknowledges what is not on its disk yet (" +
                                     std::string{name} + ' ' + text::quoted(value) + ")",
                                 "set `" + std::string{name} + ' ' + wanted +
                                     "` there, or open it with another sync_mode");
        }
        return {};
    }

    [[nodiscard]] result<std::string> hash_of(std::string_view doing, redis_script which, bool anew,
                                              patience within) {
        const auto at = static_cast<std::size_t>(which);
        if (!anew) {
            const std::lock_guard lock{mutex_};
            if (!hashes_[at].empty()) return hashes_[at];
        }
        const auto text = text_of(which);
        auto loaded = ask_once(doing, {"SCRIPT", "LOAD", text}, within);
        if (!loaded) return loaded.error();
        std::string hash{loaded->text()};
        const std::lock_guard lock{mutex_};
        hashes_[at] = hash;
        return hash;
    }

    const redis_address to_;
    const std::string where_;
    const sync_mode sync_;
    const std::chrono::milliseconds timeout_, patience_;
    redis_counters counters_;
    std::mutex mutex_;
    std::vector<connection_ptr> idle_;
    std::array<std::string, redis_script_count> hashes_;
    silence silence_;
    connection_ptr probe_;  // for probing only
};

}  // namespace workmem::journal
