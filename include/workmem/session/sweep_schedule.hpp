#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/slot_heap.hpp>
#include <workmem/locking/lock.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace workmem {

/// When each session of a store is to be looked at next, so that a sweep visits those in which
/// something is due and no others. A session says itself when that becomes earlier; that it became
/// later is found out by looking. Thread-safe where `Mutex` is.
template <class Mutex>
class sweep_schedule {
public:
    static constexpr timestamp never = (timestamp::max)();

    /// A place for the session of that name, at which nothing is due yet.
    [[nodiscard]] std::uint32_t enter(std::string name) {
        const write_lock lock{mutex_};
        free_.reserve(due_.size() + 1);
        if (!free_.empty()) {
            const auto slot = free_.back();
            free_.pop_back();
            names_[slot] = std::move(name);
            return slot;
        }
        due_.reserve(due_.size() + 1);
        heap_.reserve(due_.size() + 1);
        names_.push_back(std::move(name));
        due_.push_back(never);
        return static_cast<std::uint32_t>(due_.size() - 1);
    }
    void leave(std::uint32_t slot) noexcept {
        const write_lock lock{mutex_};
        put(slot, never);
        free_.push_back(slot);
    }
    /// O(log sessions).
    void set(std::uint32_t slot, timestamp due) noexcept {
        const write_lock lock{mutex_};
        put(slot, due);
    }
    /// The sessions that are due, each of which is to be set anew. O(due · log sessions).
    [[nodiscard]] std::vector<std::string> take_due(timestamp now) {
        std::vector<std::uint32_t> places;
        std::vector<std::string> out;
        const write_lock lock{mutex_};
        heap_.visit_early([&](std::uint32_t slot) { return due_[slot] <= now; },
                          [&](std::uint32_t slot) {
                              places.push_back(slot);
                              out.push_back(names_[slot]);
                          });
        for (const auto slot : places) put(slot, never);
        return out;
    }

private:
    void put(std::uint32_t slot, timestamp due) noexcept {
        const auto sooner = [this](std::uint32_t a, std::uint32_t b) {
            return due_[a] != due_[b] ? due_[a] < due_[b] : a < b;
        };
        heap_.erase(slot, sooner);
        due_[slot] = due;
        if (due != never) heap_.push(slot, sooner);
    }

    WORKMEM_NO_UNIQUE_ADDRESS Mutex mutex_;
    std::vector<std::string> names_;
    std::vector<timestamp> due_;
    detail::slot_heap heap_;
    std::vector<std::uint32_t> free_;
};

/// A session's place in its store's schedule, or in none. It belongs to one session for good: a
/// copy of the session has none, and a session that takes over what another one holds keeps its
/// own.
template <class Mutex>
class sweep_place {
public:
    sweep_place() = default;
    sweep_place(const sweep_place&) noexcept {}
    sweep_place& operator=(const sweep_place&) noexcept {
        no_later_than((timestamp::min)());
        return *this;
    }
    ~sweep_place() {
        if (schedule_) schedule_->leave(slot_);
    }

    void enter(std::shared_ptr<sweep_schedule<Mutex>> schedule, const std::string& name) {
        slot_ = schedule->enter(name);
        schedule_ = std::move(schedule);
    }
    void no_later_than(timestamp due) noexcept {
        if (schedule_ && due < told_) set(due);
    }
    void set(timestamp due) noexcept {
        told_ = due;
        if (schedule_) schedule_->set(slot_, due);
    }

private:
    std::shared_ptr<sweep_schedule<Mutex>> schedule_{};
    std::uint32_t slot_ = 0;
    timestamp told_ = (timestamp::max)();
};

}  // namespace workmem
