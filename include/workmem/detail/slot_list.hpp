#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::detail {

/// A doubly linked list through slots; 0xFFFFFFFF is no slot. Allocates in `reserve` only; every
/// change is O(1). Copyable, movable.
class slot_list {
public:
    void reserve(std::size_t slot_count) {
        if (slot_count > links_.size()) links_.resize(slot_count);
    }
    [[nodiscard]] std::uint32_t first() const noexcept { return first_; }
    [[nodiscard]] std::uint32_t last() const noexcept { return last_; }
    [[nodiscard]] std::uint32_t next(std::uint32_t slot) const noexcept {
        return links_[slot].next;
    }
    [[nodiscard]] std::uint32_t previous(std::uint32_t slot) const noexcept {
        return links_[slot].previous;
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    void push_back(std::uint32_t slot) noexcept {
        ++size_;
        links_[slot] = {last_, none};
        (last_ == none ? first_ : links_[last_].next) = slot;
        last_ = slot;
    }
    void erase(std::uint32_t slot) noexcept {
        --size_;
        const auto [previous, next] = links_[slot];
        (previous == none ? first_ : links_[previous].next) = next;
        (next == none ? last_ : links_[next].previous) = previous;
    }

    void clear() noexcept {
        first_ = last_ = none;
        size_ = 0;
    }

private:
    static constexpr std::uint32_t none = 0xFFFFFFFFU;
    struct link {
        std::uint32_t previous = none, next = none;
    };
    std::vector<link> links_;
    std::uint32_t first_ = none, last_ = none;
    std::size_t size_ = 0;
};

}  // namespace workmem::detail
