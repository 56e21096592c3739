#pragma once

#include <workmem/detail/capacity.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/detail/no_slot.hpp>
#include <workmem/detail/slot_index.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

/// Records by id in the order in which they came, which is that of their slots: they stay where
/// they are and never leave. In blocks, each as large as all before it, so that growing moves
/// nothing. `Value` has a string `id` and is nothrow movable. Allocates in `reserve` only.
/// Copyable, movable; not synchronised.
template <class Value>
class append_slots {
public:
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] const Value& at(std::uint32_t slot) const noexcept {
        const auto where = place_of(slot);
        return blocks_[where.block][where.offset];
    }
    [[nodiscard]] Value& at(std::uint32_t slot) noexcept {
        const auto where = place_of(slot);
        return blocks_[where.block][where.offset];
    }
    /// The slot of an id, or `no_slot`. O(1).
    [[nodiscard]] std::uint32_t find(std::string_view id) const noexcept {
        return index_.find(hash_of(id), [&](std::uint32_t slot) { return at(slot).id == id; });
    }
    [[nodiscard]] const Value* get(std::string_view id) const noexcept {
        const auto slot = find(id);
        return slot == no_slot ? nullptr : &at(slot);
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::uint32_t slot = 0; slot < size_; ++slot) visit(at(slot));
    }
    /// Room for so many more.
    void reserve(std::size_t more) {
        if (size_ + more <= spare_.count) return;
        const auto last = place_of(static_cast<std::uint32_t>(size_ + more - 1)).block;
        if (blocks_.size() <= last) blocks_.resize(last + 1);
        for (auto block = place_of(static_cast<std::uint32_t>(size_)).block; block <= last; ++block)
            blocks_[block].reserve(first_block << block);
        const auto count = (first_block << (last + 1)) - first_block;
        index_.reserve(count, [&](auto&& insert) {
            for (std::uint32_t slot = 0; slot < size_; ++slot) insert(hash_of(at(slot).id), slot);
        });
        spare_.count = count;
    }
    /// A value, or what one is made of. Its id must not be there yet.
    template <class From = Value>
    std::uint32_t push_back(From&& value) noexcept {
        const auto slot = static_cast<std::uint32_t>(size_);
        index_.insert(hash_of(value.id), slot);
        blocks_[place_of(slot).block].emplace_back(std::forward<From>(value));
        ++size_;
        return slot;
    }

private:
    static constexpr std::size_t first_block = 16;
    struct place {
        std::size_t block, offset;
    };
    [[nodiscard]] static place place_of(std::uint32_t slot) noexcept {
        const auto number = std::size_t{slot} + first_block;
        const auto block = static_cast<std::size_t>(std::bit_width(number / first_block)) - 1;
        return {block, number - (first_block << block)};
    }
    [[nodiscard]] static std::uint32_t hash_of(std::string_view id) noexcept {
        return static_cast<std::uint32_t>(hash_bytes(id, process_key()) >> 32);
    }

    std::vector<std::vector<Value>> blocks_;
    slot_index index_;
    std::size_t size_ = 0;
    spare_capacity spare_;
};

}  // namespace workmem::detail
