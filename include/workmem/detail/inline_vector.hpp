#pragma once

#include <workmem/detail/inline.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace workmem::detail {

/// A vector of trivial values whose first `Inline` live in the object, so that the usual small
/// change allocates nothing. Neither copyable nor movable.
template <class T, std::size_t Inline>
class inline_vector {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    inline_vector() noexcept {}
    inline_vector(const inline_vector&) = delete;
    inline_vector& operator=(const inline_vector&) = delete;
    ~inline_vector() { release(); }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] T* data() noexcept { return data_; }
    [[nodiscard]] const T* data() const noexcept { return data_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
    [[nodiscard]] T* begin() noexcept { return data_; }
    [[nodiscard]] T* end() noexcept { return data_ + size_; }
    [[nodiscard]] const T* begin() const noexcept { return data_; }
    [[nodiscard]] const T* end() const noexcept { return data_ + size_; }
    [[nodiscard]] std::span<const T> view() const noexcept { return {data_, size_}; }

    void push_back(const T& value) {
        if (size_ == capacity_) [[unlikely]]
            grow(size_ + 1);
        ::new (static_cast<void*>(data_ + size_)) T(value);
        ++size_;
    }
    void reserve(std::size_t count) {
        if (count > capacity_) grow(count);
    }
    void clear() noexcept { size_ = 0; }
    /// Keeps the first `count` values.
    void shrink(std::size_t count) noexcept { size_ = count; }

private:
    WORKMEM_SELDOM void grow(std::size_t least) {
        const auto wanted = least > capacity_ * 2 ? least : capacity_ * 2;
        T* const bigger = std::allocator<T>{}.allocate(wanted);
        std::uninitialized_copy_n(data_, size_, bigger);
        release();
        data_ = bigger;
        capacity_ = wanted;
    }
    void release() noexcept {
        if (capacity_ != Inline) [[unlikely]]
            std::allocator<T>{}.deallocate(data_, capacity_);
    }

    T* data_ = reinterpret_cast<T*>(storage_);
    std::size_t size_ = 0;
    std::size_t capacity_ = Inline;
    alignas(T) std::byte storage_[sizeof(T) * Inline];
};

}  // namespace workmem::detail
