#pragma once

#include <workmem/journal/made_call.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// The last calls that had a key and changed something. Copyable and movable; not thread-safe.
template <class Call>
class basic_recent_calls {
public:
    static constexpr std::size_t limit = 1'024;

    /// The call with that hash of a key, or null. O(limit).
    [[nodiscard]] const Call* find(std::string_view hash) const noexcept {
        const auto found = std::find_if(ring_.begin(), ring_.end(),
                                        [&](const Call& each) { return each.key == hash; });
        return found == ring_.end() ? nullptr : &*found;
    }
    /// Makes room, so that `keep` cannot fail.
    void prepare() {
        if (ring_.size() < limit && ring_.size() == ring_.capacity())
            ring_.reserve((std::min)(limit, (std::max)(std::size_t{8}, 2 * ring_.size())));
    }
    void keep(Call&& call) noexcept {
        if (ring_.size() < limit)
            ring_.push_back(std::move(call));
        else
            ring_[oldest_] = std::move(call);
        oldest_ = (oldest_ + 1) % limit;
    }
    void note(Call call) {
        prepare();
        keep(std::move(call));
    }
    /// Oldest first.
    [[nodiscard]] std::vector<Call> all() const {
        auto calls = ring_;
        if (ring_.size() == limit)
            std::rotate(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(oldest_),
                        calls.end());
        return calls;
    }
    /// Something was erased: of calls whose answers name it is known only that they were made.
    /// O(answers).
    void forget(const erased_subject& subject) noexcept {
        for (auto& each : ring_) {
            if (!each.answer.names(subject)) continue;
            each.request.clear();
            each.answer.clear();
        }
    }

private:
    std::vector<Call> ring_;
    std::size_t oldest_ = 0;  // of a full ring
};
using recent_calls = basic_recent_calls<made_call>;

}  // namespace workmem::journal
