#pragma once

#include <workmem/detail/cxx20.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace workmem::http {

struct rate {
    double per_second = 1'000;
    double at_once = 2'000;  ///< after a pause
};

/// How often each of those who are known may ask: what is allowed grows with the time, up to what
/// may come at once. Who has not asked for long is as good as unknown, and let go. Thread-safe.
class rate_limit {
public:
    using clock = std::chrono::steady_clock;

    explicit rate_limit(rate allowed) : allowed_{allowed} {}

    /// Counts a request; in how many whole seconds it may be made, where not now. O(log n), but for
    /// those that are let go.
    [[nodiscard]] std::optional<std::chrono::seconds> try_take(const std::string& who,
                                                               clock::time_point now) {
        const std::lock_guard lock{mutex_};
        if (known_.size() >= many_) let_go(now);
        auto& of = known_.try_emplace(who, bucket{allowed_.at_once, now}).first->second;
        // Threads may come in another order than that of their times.
        const std::chrono::duration<double> passed = std::max(now, of.filled) - of.filled;
        of.left = std::min(allowed_.at_once, of.left + passed.count() * allowed_.per_second);
        of.filled = std::max(now, of.filled);
        if (of.left >= 1) {
            of.left -= 1;
            return std::nullopt;
        }
        const auto wait = std::ceil((1 - of.left) / allowed_.per_second);
        return std::chrono::seconds{std::max<std::int64_t>(1, static_cast<std::int64_t>(wait))};
    }

    [[nodiscard]] std::size_t known() const {
        const std::lock_guard lock{mutex_};
        return known_.size();
    }

private:
    struct bucket {
        double left;
        clock::time_point filled;
    };

    /// Those who would find as much as if they had never asked. Comes again when there are twice as
    /// many, so that it costs each request little.
    void let_go(clock::time_point now) {
        const std::chrono::duration<double> full{allowed_.at_once / allowed_.per_second};
        std::erase_if(known_, [&](const auto& each) { return now - each.second.filled > full; });
        many_ = std::max(few, 2 * known_.size());
    }
    static constexpr std::size_t few = 64;

    rate allowed_;
    mutable std::mutex mutex_;
    std::map<std::string, bucket> known_;
    std::size_t many_ = few;
};

}  // namespace workmem::http
