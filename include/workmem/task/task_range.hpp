#pragma once

#include <workmem/task/task.hpp>

#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace workmem {

/// Some tasks of a memory, one after the other; each is read when it is asked for. Only for
/// memories without a mutex. Which tasks it goes through is settled when it is made; one that has
/// left the memory since is a `not_found`.
template <class Memory>
class task_range {
public:
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = task;
        using difference_type = std::ptrdiff_t;
        using pointer = const task*;
        using reference = const task&;

        iterator() = default;
        iterator(const task_range* of, std::size_t at) noexcept : of_{of}, at_{at} {}
        /// Valid until the iterator moves on.
        [[nodiscard]] const task& operator*() const {
            if (!read_) read_ = (*of_)[at_];
            return *read_;
        }
        [[nodiscard]] const task* operator->() const { return &**this; }
        iterator& operator++() noexcept {
            ++at_;
            read_.reset();
            return *this;
        }
        void operator++(int) noexcept { ++*this; }
        friend bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.at_ == b.at_;
        }

    private:
        const task_range* of_ = nullptr;
        std::size_t at_ = 0;
        mutable std::optional<task> read_{};
    };

    task_range(const Memory& memory, std::vector<task_id> ids)
        : memory_{&memory}, ids_{std::move(ids)} {}
    [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
    [[nodiscard]] bool empty() const noexcept { return ids_.empty(); }
    [[nodiscard]] task operator[](std::size_t at) const { return memory_->get(ids_[at]); }
    [[nodiscard]] iterator begin() const noexcept { return {this, 0}; }
    [[nodiscard]] iterator end() const noexcept { return {this, ids_.size()}; }

private:
    const Memory* memory_;
    std::vector<task_id> ids_;
};

}  // namespace workmem
