#pragma once

#include <workmem/detail/capacity.hpp>
#include <workmem/detail/no_slot.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::detail {

/// Many short lists of numbers in one place: a list holds its first number itself, the others stand
/// by sevens in blocks of half a cache line. Numbers are added one by one and taken back in the
/// opposite order. Allocates in `reserve` only. Copyable, movable.
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
            if (place == 0) {
                blocks_.push_back({{}, to.block_});
                to.block_ = static_cast<std::uint32_t>(blocks_.size() - 1);
            }
            blocks_[to.block_].numbers[place] = number;
        }
        ++to.size_;
    }
    /// The number that was added last, of all lists.
    void pop_back(list& from) noexcept {
        --from.size_;
        if (from.size_ == 0 || (from.size_ - 1) % in_block != 0) return;
        from.block_ = blocks_.back().before;
        blocks_.pop_back();
    }

private:
    struct block {
        std::uint32_t numbers[in_block];
        std::uint32_t before;
    };
    std::vector<block> blocks_;
};

}  // namespace workmem::detail
