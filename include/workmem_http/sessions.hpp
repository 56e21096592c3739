#pragma once

#include <workmem/detail/hash.hpp>
#include <workmem/mcp/exchange.hpp>
#include <workmem/mcp/questions.hpp>
#include <workmem_http/principal.hpp>
#include <workmem_http/random.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace workmem::http {

/// The server's end of one client's connection: a request in, and its answer out. What is told
/// before goes through the channel.
template <class Json>
using peer = std::function<std::optional<Json>(const Json&, const mcp::channel<Json>&)>;

/// That of a `mcp::server`. A client with subscriptions hears of what has changed with the answer
/// to its next request, if it takes that.
template <class Json, class Server>
[[nodiscard]] peer<Json> peer_of(std::shared_ptr<Server> of) {
    return [of = std::move(of)](const Json& message, const mcp::channel<Json>& to) {
        auto out = of->handle(message, to);
        if (to.tell && of->has_subscriptions()) {
            of->look_again();
            for (const auto& each : of->template notifications<Json>()) to.tell(each);
        }
        return out;
    };
}

/// A connection that goes on over several requests, one at a time.
template <class Json>
struct session {
    std::mutex mutex{};
    peer<Json> answers{};
    mcp::questions<Json> asked{};  ///< during a request; answered without the mutex
};

/// The sessions of all clients, by ids that nobody can guess. One that was not used for `life` is
/// over; where there are `most`, the one that was used least recently gives way. Thread-safe.
template <class Json>
class session_table {
public:
    using clock = std::chrono::steady_clock;
    using pointer = std::shared_ptr<session<Json>>;

    session_table(std::size_t most, clock::duration life) : most_{most}, life_{life} {}

    /// A new one, and its id. O(1), but for those that are over.
    std::string add(const principal& of, peer<Json> answers, clock::time_point now) {
        auto made = std::make_shared<session<Json>>();
        made->answers = std::move(answers);
        auto id = secret_hex(16);
        const std::lock_guard lock{mutex_};
        while (!by_use_.empty() && (by_id_.size() >= most_ || now - by_use_.front().used > life_))
            drop(by_use_.begin());
        by_use_.push_back({id, of, now, std::move(made)});
        by_id_.emplace(id, std::prev(by_use_.end()));
        return id;
    }
    /// The session of that id, for who began it; null for anybody else, and
    /// where it is over. O(1).
    [[nodiscard]] pointer find(const std::string& id, const principal& of, clock::time_point now) {
        const std::lock_guard lock{mutex_};
        const auto found = by_id_.find(id);
        if (found == by_id_.end() || found->second->of != of) return nullptr;
        if (now - found->second->used > life_) return drop(found->second), nullptr;
        found->second->used = now;
        by_use_.splice(by_use_.end(), by_use_, found->second);
        return found->second->is;
    }
    /// Ends it; false where `find` would find none.
    bool erase(const std::string& id, const principal& of) {
        const std::lock_guard lock{mutex_};
        const auto found = by_id_.find(id);
        if (found == by_id_.end() || found->second->of != of) return false;
        drop(found->second);
        return true;
    }
    [[nodiscard]] std::size_t size() const {
        const std::lock_guard lock{mutex_};
        return by_id_.size();
    }

private:
    struct entry {
        std::string id;
        principal of;
        clock::time_point used;
        pointer is;
    };
    using entries = std::list<entry>;

    void drop(typename entries::iterator each) {
        each->is->asked.end();
        by_id_.erase(each->id);
        by_use_.erase(each);
    }

    std::size_t most_;
    clock::duration life_;
    mutable std::mutex mutex_;
    entries by_use_;  // the one used least recently first
    std::unordered_map<std::string, typename entries::iterator, workmem::detail::text_hash> by_id_;
};

}  // namespace workmem::http
