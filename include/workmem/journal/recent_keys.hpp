#pragma once

#include <workmem/journal/stream_path.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// The idempotency keys of a stream's last changes that had one, by a hash of 128 bits: what they
/// say is kept nowhere else than in their records. Copyable and movable; not thread-safe.
class recent_keys {
public:
    static constexpr std::size_t limit = 1'024;

    /// O(limit).
    [[nodiscard]] bool contains(std::string_view key) const {
        return !ring_.empty() &&
               std::find(ring_.begin(), ring_.end(), hash_of_name(key)) != ring_.end();
    }
    /// Makes room for a key, which `keep` remembers.
    void prepare(std::string_view key) {
        staged_.clear();
        if (key.empty()) return;
        ring_.reserve(limit);
        staged_ = hash_of_name(key);
    }
    void keep() noexcept {
        if (staged_.empty()) return;
        if (ring_.size() < limit)
            ring_.push_back(std::move(staged_));
        else
            ring_[oldest_] = std::move(staged_);
        oldest_ = (oldest_ + 1) % limit;
        staged_.clear();
    }
    void note(std::string_view key) {
        prepare(key);
        keep();
    }
    /// Takes over what `all` gave.
    void restore(std::string_view hash) {
        ring_.reserve(limit);
        staged_ = hash;
        keep();
    }
    /// Oldest first; hashes.
    [[nodiscard]] std::vector<std::string_view> all() const {
        std::vector<std::string_view> keys{ring_.begin(), ring_.end()};
        if (ring_.size() == limit)
            std::rotate(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(oldest_),
                        keys.end());
        return keys;
    }

private:
    std::vector<std::string> ring_;
    std::size_t oldest_ = 0;  // of a full ring
    std::string staged_;
};

}  // namespace workmem::journal
