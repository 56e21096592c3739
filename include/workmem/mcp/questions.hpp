#pragma once

#include <workmem/mcp/message.hpp>
#include <workmem/mcp/protocol.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::mcp {

/// The requests of a server to one client, each of which waits for its answer on the thread that
/// makes it. Thread-safe.
template <class Json>
class questions {
public:
    using clock = std::chrono::steady_clock;

    /// Sends a request by `tell(message)`, which answers whether it could, and waits: the result,
    /// or why there is none. `is_vain()` tells that nobody will answer; it is asked now and then.
    /// \param during the id of the client's request that this belongs to
    template <class Tell, class IsVain>
    [[nodiscard]] outcome<Json> ask(const Json& during, std::string_view method, Json params,
                                    clock::duration most, Tell&& tell, IsVain&& is_vain) {
        const waiter me{*this, during};
        if (me.id.empty() || !tell(message_of(me.id, method, std::move(params))))
            return unanswered("the client is gone");
        const auto until = clock::now() + most;
        for (std::unique_lock lock{mutex_};;) {
            auto& is = waiting_.find(me.id)->second;
            if (is.answer) return result_of(std::move(*is.answer));
            if (is.is_over) return unanswered("the request was given up");
            const auto now = clock::now();
            if (now >= until) {
                is.is_over = true;
                break;
            }
            lock.unlock();
            if (is_vain()) return unanswered("the client is gone");
            lock.lock();
            // Only what another thread does to `is` wakes it; the rest is looked after.
            constexpr std::chrono::milliseconds often{100};
            wakes_.wait_until(lock, std::min<clock::time_point>(until, now + often),
                              [&] { return is.answer || is.is_over; });
        }
        Json cancelled = Json::object();
        cancelled["requestId"] = me.id;
        cancelled["reason"] = "it took too long";
        (void)tell(notification<Json>("notifications/cancelled", std::move(cancelled)));
        return unanswered("the client did not answer in time");
    }
    /// Gives an answer of the client's to who waits for it. False where nobody does: to an id that
    /// was never used, a second time, or too late.
    [[nodiscard]] bool answer(const Json& message) {
        const auto* const id = detail::member(message, "id");
        const auto* const text =
            id == nullptr ? nullptr : id->template get_ptr<const std::string*>();
        if (text == nullptr) return false;
        const std::lock_guard lock{mutex_};
        const auto found = waiting_.find(*text);
        if (found == waiting_.end() || found->second.answer || found->second.is_over) return false;
        found->second.answer = message;
        wakes_.notify_all();
        return true;
    }
    /// Nobody waits any longer who asks during that request.
    void cancel(const Json& during) {
        const std::lock_guard lock{mutex_};
        for (auto& [id, is] : waiting_) {
            if (is.during != during) continue;
            is.is_over = true;
            given_up_ = during;
        }
        wakes_.notify_all();
    }
    /// Whether the client gave up that request while it was asked: then it wants no answer. Once.
    [[nodiscard]] bool take_cancelled(const Json& during) {
        const std::lock_guard lock{mutex_};
        if (given_up_ != during) return false;
        given_up_.reset();
        return true;
    }
    /// Nobody waits any longer, nor will.
    void end() {
        const std::lock_guard lock{mutex_};
        is_ended_ = true;
        for (auto& [id, is] : waiting_) is.is_over = true;
        wakes_.notify_all();
    }

private:
    struct entry {
        Json during;
        std::optional<Json> answer{};
        bool is_over = false;
    };
    /// Stands among those who wait while it lives; without an id where nobody may any more.
    struct waiter {
        waiter(questions& in, const Json& during) : of{in} {
            const std::lock_guard lock{of.mutex_};
            if (of.is_ended_) return;
            id = "server-" + std::to_string(++of.asked_);
            of.waiting_.emplace(id, entry{during});
        }
        waiter(const waiter&) = delete;
        waiter& operator=(const waiter&) = delete;
        ~waiter() {
            const std::lock_guard lock{of.mutex_};
            of.waiting_.erase(id);
        }

        questions& of;
        std::string id{};
    };

    [[nodiscard]] static Json message_of(const std::string& id, std::string_view method,
                                         Json params) {
        Json out = Json::object();
        out["jsonrpc"] = "2.0";
        out["id"] = id;
        out["method"] = std::string{method};
        out["params"] = std::move(params);
        return out;
    }
    [[nodiscard]] static rpc_error<Json> unanswered(const char* why) {
        return {rpc_code::internal_error, why, {}};
    }
    [[nodiscard]] static outcome<Json> result_of(Json answer) {
        const auto result = answer.find("result");
        if (result != answer.end() && result->is_object()) return Json(std::move(*result));
        const auto* const problem = detail::member(answer, "error");
        const auto* const why = problem == nullptr || !problem->is_object()
                                    ? nullptr
                                    : detail::member(*problem, "message");
        const auto* const text =
            why == nullptr ? nullptr : why->template get_ptr<const std::string*>();
        return rpc_error<Json>{
            rpc_code::internal_error,
            "the client refused" +
                (text == nullptr ? std::string{} : ": " + detail::shortly(*text)),
            {}};
    }

    std::mutex mutex_;
    std::condition_variable wakes_;
    std::map<std::string, entry> waiting_;
    std::optional<Json> given_up_;
    std::uint64_t asked_ = 0;
    bool is_ended_ = false;
};

}  // namespace workmem::mcp
