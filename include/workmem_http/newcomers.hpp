#pragma once

#include <workmem/detail/cxx20.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace workmem::http {

/// The connections that have not authenticated yet. Each keeps a thread, so there may be so many
/// in all, and so many of a peer: the one that has been there for longest gives way to the next
/// one, but is left alone for a while, in which its first request may come. Thread-safe.
class newcomers {
public:
    using clock = std::chrono::steady_clock;
    using number = std::uint64_t;

    newcomers(std::size_t most, std::size_t most_each, clock::duration left_alone)
        : most_{std::max<std::size_t>(1, most)},
          most_each_{std::max<std::size_t>(1, most_each)},
          left_alone_{left_alone} {}

    /// A connection begins, and the one that gives way for it is ended. O(newcomers) where one
    /// does. \param peer the address, by which connections are counted \param end ends it from any
    /// thread; not called once `remove` has returned
    number add(std::string peer, std::function<void()> end, clock::time_point now) {
        const std::lock_guard lock{mutex_};
        const auto count = counts_.find(peer);
        if (count != counts_.end() && count->second >= most_each_) give_way(now, &peer);
        if (all_.size() >= most_) give_way(now, nullptr);
        ++counts_[peer];
        all_.emplace(++last_, entry{std::move(peer), std::move(end), now});
        return last_;
    }
    /// Removes one that has authenticated or ended. Harmless where it has given way.
    void remove(number which) {
        const std::lock_guard lock{mutex_};
        if (const auto found = all_.find(which); found != all_.end()) drop(found);
    }
    /// One of the peer that has the most gives way, if any may.
    void make_room(clock::time_point now) {
        const std::lock_guard lock{mutex_};
        const auto most =
            std::max_element(counts_.begin(), counts_.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        if (most != counts_.end()) give_way(now, &most->first);
    }
    [[nodiscard]] std::size_t size() const {
        const std::lock_guard lock{mutex_};
        return all_.size();
    }

private:
    struct entry {
        std::string peer;
        std::function<void()> end;
        clock::time_point came;
    };
    using entries = std::map<number, entry>;  // in the order in which they came

    void give_way(clock::time_point now, const std::string* peer) {
        const auto found = std::find_if(all_.begin(), all_.end(), [&](const auto& each) {
            return peer == nullptr || each.second.peer == *peer;
        });
        if (found == all_.end() || now - found->second.came < left_alone_) return;
        found->second.end();
        drop(found);
    }
    void drop(entries::iterator which) {
        const auto count = counts_.find(which->second.peer);
        if (--count->second == 0) counts_.erase(count);
        all_.erase(which);
    }

    const std::size_t most_, most_each_;
    const clock::duration left_alone_;
    mutable std::mutex mutex_;
    entries all_;
    std::map<std::string, std::size_t> counts_;  // by peers
    number last_ = 0;
};

}  // namespace workmem::http
