#pragma once

#include <workmem/journal/back_off.hpp>
#include <workmem/journal/journal.hpp>

#include <atomic>
#include <cstdint>
#include <string_view>

namespace workmem::journal {

/// Up to which record of a stream all is known to be durable, for readers that may be ahead of the
/// disk. Thread-safe.
class durable_mark {
public:
    /// All up to `sequence` is.
    void note(std::uint64_t sequence) noexcept {
        auto known = known_.load(std::memory_order_relaxed);
        while (known < sequence && !known_.compare_exchange_weak(known, sequence)) {
        }
    }
    /// Nothing above `sequence` is there any more.
    void cut(std::uint64_t sequence) noexcept {
        if (known_.load() > sequence) known_.store(sequence);
    }
    /// Waits until a record is durable; false if it cannot be. Whoever wrote it is just building
    /// the state anew then, without it.
    template <class Journal>
    [[nodiscard]] bool await(Journal journal, std::string_view stream, stream_point point) {
        if (point.sequence <= known_.load(std::memory_order_acquire)) return true;
        if (commit(journal, stream, point)) {
            note(point.sequence);
            return true;
        }
        journal::yield();
        return false;
    }

private:
    std::atomic<std::uint64_t> known_{0};
};

}  // namespace workmem::journal
