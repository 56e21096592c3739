#pragma once

#include <workmem/detail/capacity.hpp>
#include <workmem/detail/no_slot.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace workmem::detail {

/// Many short lists of numbers in one place: a list holds its first number itself, the others stand
/// by sevens in blocks of half a cache line. What is taken out leaves its place to what comes.
/// Allocates in `reserve` only. Copyable, movable.
class number_lists {
    static constexpr std::uint32_t in_block = 7;

public:
    class list {
    public:
        [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

    private:
        friend class number_lists;
        std::uint32_t first_ = 0;
        std::uint32_t block_ = no_slot;  // the last
        std::uint32_t size_ = 0;
    };
    /// Goes through a list, the last number first.
    class cursor {
    public:
        cursor() = default;
        [[nodiscard]] bool at_end() const noexcept { return left_ == 0; }
        [[nodiscard]] std::uint32_t value() const noexcept {
            return left_ == 1 ? first_ : in_->blocks_[block_].numbers[place()];
        }
        void advance() noexcept {
            if (left_ > 1 && place() == 0) block_ = in_->blocks_[block_].before;
            --left_;
        }

    private:
        friend class number_lists;
        cursor(const number_lists& in, const list& of) noexcept
            : in_{&in}, first_{of.first_}, block_{of.block_}, left_{of.size_} {}
        [[nodiscard]] std::uint32_t place() const noexcept { return (left_ - 2) % in_block; }

        const number_lists* in_ = nullptr;
        std::uint32_t first_ = 0, block_ = no_slot, left_ = 0;
    };

    [[nodiscard]] cursor begin(const list& of) const noexcept { return {*this, of}; }
    /// `visit(number)` for all of a list, the last first.
    template <class Visit>
    void visit(const list& of, Visit&& visit) const {
        auto left = of.size_;
        for (auto from = of.block_; left > 1;) {
            const auto& at = blocks_[from];
            for (auto i = (left - 2) % in_block + 1; i-- > 0; --left) visit(at.numbers[i]);
            from = at.before;
        }
        if (left == 1) visit(of.first_);
    }
    /// Room for so many numbers more, wherever they come.
    void reserve(std::size_t more) { grow_to(blocks_, blocks_.size() + more); }
    void push_back(list& to, std::uint32_t number) noexcept {
        if (to.size_ == 0) {
            to.first_ = number;
        } else {
            const auto place = (to.size_ - 1) % in_block;
            if (place == 0) to.block_ = block_after(to.block_);
            blocks_[to.block_].numbers[place] = number;
        }
        ++to.size_;
    }
    /// The number that was added last to a list that has one.
    void pop_back(list& from) noexcept {
        --from.size_;
        if (from.size_ == 0 || (from.size_ - 1) % in_block != 0) return;
        const auto last = from.block_;
        from.block_ = blocks_[last].before;
        blocks_[last].before = free_;
        free_ = last;
    }
    /// Takes out a number that is in the list, the newest where it is there several times; the
    /// others keep their order. O(those added after it).
    void erase(list& from, std::uint32_t number) noexcept {
        // Each takes the place of the one before it, down to that of the number.
        std::uint32_t carried = 0;
        auto in = from.block_;
        for (auto left = from.size_; left > 0; --left) {
            const auto place = left == 1 ? 0 : (left - 2) % in_block;
            std::swap(left == 1 ? from.first_ : blocks_[in].numbers[place], carried);
            if (carried == number) break;
            if (left > 1 && place == 0) in = blocks_[in].before;
        }
        pop_back(from);
    }

private:
    struct block {
        std::uint32_t numbers[in_block];
        std::uint32_t before;
    };
    // A block that comes after another one of its list.
    [[nodiscard]] std::uint32_t block_after(std::uint32_t before) noexcept {
        if (free_ == no_slot) {
            blocks_.push_back({{}, before});
            return static_cast<std::uint32_t>(blocks_.size() - 1);
        }
        const auto out = free_;
        free_ = blocks_[out].before;
        blocks_[out].before = before;
        return out;
    }

    std::vector<block> blocks_;
    std::uint32_t free_ = no_slot;  // blocks that hold nothing, one after the other
};

}  // namespace workmem::detail
