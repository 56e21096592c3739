#pragma once

#include <workmem/detail/hash.hpp>
#include <workmem/text/sha256.hpp>

#include <cstddef>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace workmem::mcp {

/// The ids of the last 1,024 requests of a connection, none of which may come twice. Copyable and
/// movable; not thread-safe.
class recent_ids {
public:
    static constexpr std::size_t limit = 1'024;

    /// False if it was used before. O(1).
    template <class Json>
    bool insert(const Json& id) {
        auto text = id.dump();  // 1 and "1" are different ids
        if (text.size() > longest) text = text::sha256_of(text);
        if (!used_.insert(text).second) return false;
        if (order_.size() < limit) {
            order_.push_back(std::move(text));
            return true;
        }
        used_.erase(order_[oldest_]);
        order_[oldest_] = std::move(text);
        oldest_ = (oldest_ + 1) % limit;
        return true;
    }
    void clear() noexcept {
        used_.clear();
        order_.clear();
        oldest_ = 0;
    }

private:
    // A client says how long they are.
    static constexpr std::size_t longest = 64;

    std::unordered_set<std::string, workmem::detail::text_hash> used_;
    std::vector<std::string> order_;
    std::size_t oldest_ = 0;
};

}  // namespace workmem::mcp
