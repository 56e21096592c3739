#pragma once

#include <workmem/detail/hash.hpp>
#include <workmem/mcp/exchange.hpp>
#include <workmem/mcp/questions.hpp>
#include <workmem_http/principal.hpp>
#include <workmem_http/random.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace workmem::http {

/// The server's end of one client's connection: a request, or a batch of them, in, and its answer
/// out. What is told before goes through the channel.
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
    std::atomic<std::size_t> waiting{0};  ///< requests that have come, with the one worked on
    peer<Json> answers{};
    mcp::questions<Json> asked{};  ///< during a request; answered without the mutex
};

/// The sessions of all clients, by ids that nobody can guess. One that was not used for `life` is
/// over; where there are as many as there may be, one gives way: the one used least recently of the
/// tenant that begins another, or of the one that has the most, where that has more. Thread-safe.
template <class Json>
class session_table {
public:
    using clock = std::chrono::steady_clock;
    using pointer = std::shared_ptr<session<Json>>;

    session_table(std::size_t most, std::size_t most_each_tenant, clock::duration life)
        : most_{std::max<std::size_t>(1, most)},
          most_each_{std::max<std::size_t>(1, most_each_tenant)},
          life_{life} {}

    /// A new one, and its id. O(1), but for those that are over; O(tenants) where one gives way.
    std::string add(const principal& of, peer<Json> answers, clock::time_point now) {
        auto made = std::make_shared<session<Json>>();
        made->answers = std::move(answers);
        auto id = secret_hex(16);
        const std::lock_guard lock{mutex_};
        if (by_id_.size() >= most_) drop_over(now);
        while (count_of(of.tenant) >= most_each_) drop(by_tenant_.at(of.tenant).begin());
        while (by_id_.size() >= most_) drop(giving_way(of.tenant));
        auto& own = by_tenant_[of.tenant];
        own.push_back({id, of, now, std::move(made)});
        by_id_.emplace(id, std::prev(own.end()));
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
        auto& own = by_tenant_.at(of.tenant);
        own.splice(own.end(), own, found->second);
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
    /// Lets go of those that are over.
    void tidy(clock::time_point now) {
        const std::lock_guard lock{mutex_};
        drop_over(now);
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

    [[nodiscard]] std::size_t count_of(const std::string& tenant) const {
        const auto found = by_tenant_.find(tenant);
        return found == by_tenant_.end() ? 0 : found->second.size();
    }
    [[nodiscard]] typename entries::iterator giving_way(const std::string& tenant) {
        const auto most = std::max_element(
            by_tenant_.begin(), by_tenant_.end(), [](const auto& a, const auto& b) {
                // Of those that have as many, the one that was away for longest.
                return a.second.size() != b.second.size()
                           ? a.second.size() < b.second.size()
                           : a.second.front().used > b.second.front().used;
            });
        const auto own = by_tenant_.find(tenant);
        const bool has_most =
            own != by_tenant_.end() && own->second.size() + 1 >= most->second.size();
        return has_most ? own->second.begin() : most->second.begin();
    }
    void drop_over(clock::time_point now) {
        for (auto each = by_tenant_.begin(); each != by_tenant_.end();) {
            // The last one takes its tenant with it.
            auto& own = (each++)->second;
            for (auto left = own.size(); left > 0 && now - own.front().used > life_; --left)
                drop(own.begin());
        }
    }
    void drop(typename entries::iterator each) {
        each->is->asked.end();
        const auto own = by_tenant_.find(each->of.tenant);
        by_id_.erase(each->id);
        own->second.erase(each);
        if (own->second.empty()) by_tenant_.erase(own);
    }

    std::size_t most_;
    std::size_t most_each_;
    clock::duration life_;
    mutable std::mutex mutex_;
    std::map<std::string, entries> by_tenant_;  // the one used least recently first; none is empty
    std::unordered_map<std::string, typename entries::iterator, workmem::detail::text_hash> by_id_;
};

}  // namespace workmem::http
