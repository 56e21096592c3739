#pragma once

#include <workmem/config.hpp>
#include <workmem/locking/lock.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <type_traits>
#include <utility>

namespace workmem {

/// The queue between a memory and its observer: notices go in under the memory's lock, in sequence
/// order, and come out outside it, only once they are durable, one thread at a time. A call that
/// finds a delivery in progress, on another thread or its own, leaves its notices to it.
/// `Notice` has a member `sequence`. Empty where nobody listens.
template <class Notice, class Observer, class Mutex, bool Listens = Observer::listens>
class delivery {
public:
    explicit delivery(Observer) noexcept {}
    void deliver(std::uint64_t) noexcept {}
    [[nodiscard]] std::uint64_t failures() noexcept { return 0; }
};

template <class Notice, class Observer, class Mutex>
class delivery<Notice, Observer, Mutex, true> {
public:
    explicit delivery(Observer observer) : observer_{std::move(observer)} {}

    /// Queues a place for a notice, to be filled and published, or taken back, by the writer that
    /// holds the memory's lock; the only step that can fail.
    Notice& prepare() {
        write_lock lock{mutex_};
        return queue_.emplace_back();
    }
    void cancel() noexcept {
        write_lock lock{mutex_};
        queue_.pop_back();
    }
    void publish() noexcept {
        write_lock lock{mutex_};
        ++published_;
    }
    /// Takes back what was queued above `sequence`: it never became durable.
    void drop_above(std::uint64_t sequence) noexcept {
        write_lock lock{mutex_};
        while (!queue_.empty() && queue_.back().sequence > sequence) {
            queue_.pop_back();
            --published_;
        }
    }

    /// Tells the observer every queued notice up to sequence `durable`.
    void deliver(std::uint64_t durable) {
        mutex_.lock();
        if (durable_ < durable) durable_ = durable;
        if (busy_) {
            mutex_.unlock();
            return;
        }
        busy_ = true;
        while (published_ > 0 && queue_.front().sequence <= durable_) {
            Notice notice{std::move(queue_.front())};
            queue_.pop_front();
            --published_;
            mutex_.unlock();
            const bool told = tell(notice);
            mutex_.lock();
            if (!told) ++failures_;
        }
        busy_ = false;
        mutex_.unlock();
    }
    [[nodiscard]] std::uint64_t failures() {
        write_lock lock{mutex_};
        return failures_;
    }

private:
    bool tell(const Notice& notice) noexcept {
#if WORKMEM_EXCEPTIONS
        try {
            observer_(notice);
            return true;
        } catch (...) {
            return false;
        }
#else
        observer_(notice);
        return true;
#endif
    }

    Observer observer_;
    Mutex mutex_;
    std::deque<Notice> queue_;
    std::size_t published_ = 0;  // the back of the queue may hold one that is still being filled
    std::uint64_t durable_ = 0;
    std::uint64_t failures_ = 0;
    bool busy_ = false;
};

}  // namespace workmem
