// What passed by, for who looks at it later.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

namespace workmem_program {

enum class direction : std::uint8_t { to_server, to_client };

/// Bytes that are forwarded.
struct passed_bytes {
    direction way = direction::to_server;
    bool after_gap = false;  ///< something of this direction before it was dropped
    std::string bytes{};
};

/// A queue between who forwards and who observes. Who puts in never waits: what finds no room is
/// dropped and counted. Thread-safe.
class bounded_queue {
public:
    static constexpr std::size_t most_bytes = std::size_t{16} << 20;

    void put(direction way, const char* bytes, std::size_t size) {
        std::string copy{bytes, size};
        {
            const std::lock_guard lock{mutex_};
            auto& gap = gap_[static_cast<std::size_t>(way)];
            if (closed_) return;
            if (size_ + size > most_bytes) {
                gap = true;
                ++dropped_;
                return;
            }
            size_ += size;
            held_.push_back({way, std::exchange(gap, false), std::move(copy)});
        }
        filled_.notify_one();
    }
    /// All there is; waits for some. Empty once it is closed and nothing is left.
    [[nodiscard]] std::deque<passed_bytes> take() {
        std::unique_lock lock{mutex_};
        filled_.wait(lock, [&] { return closed_ || !held_.empty(); });
        size_ = 0;
        return std::exchange(held_, {});
    }
    void close() {
        {
            const std::lock_guard lock{mutex_};
            closed_ = true;
        }
        filled_.notify_one();
    }
    [[nodiscard]] std::size_t dropped() const {
        const std::lock_guard lock{mutex_};
        return dropped_;
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable filled_;
    std::deque<passed_bytes> held_;
    std::size_t size_ = 0, dropped_ = 0;
    bool gap_[2] = {};
    bool closed_ = false;
};

}  // namespace workmem_program
