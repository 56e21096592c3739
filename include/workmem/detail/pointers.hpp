#pragma once

#include <workmem/detail/cxx20.hpp>

#include <memory>
#include <utility>

namespace workmem::detail {

/// What the copies of a handle share. Moving copies it, so that no handle is ever empty.
template <class T>
class shared {
public:
    template <class... Arguments>
    explicit shared(std::in_place_t, Arguments&&... arguments)
        : held_{std::make_shared<T>(std::forward<Arguments>(arguments)...)} {}
    shared(const shared&) noexcept = default;
    shared& operator=(const shared&) noexcept = default;
    ~shared() = default;

    [[nodiscard]] T* operator->() const noexcept { return held_.get(); }
    [[nodiscard]] T& operator*() const noexcept { return *held_; }
    [[nodiscard]] bool is_shared() const noexcept { return held_.use_count() != 1; }

private:
    std::shared_ptr<T> held_;
};

/// A value on the heap, or none: for what few of many have. Copies copy the value.
template <class T>
class boxed {
public:
    boxed() noexcept = default;
    explicit boxed(T value) : held_{std::make_unique<T>(std::move(value))} {}
    boxed(const boxed& other) : held_{other.held_ ? std::make_unique<T>(*other.held_) : nullptr} {}
    boxed(boxed&&) noexcept = default;
    boxed& operator=(const boxed& other) {
        held_ = other.held_ ? std::make_unique<T>(*other.held_) : nullptr;
        return *this;
    }
    boxed& operator=(boxed&&) noexcept = default;
    ~boxed() = default;

    [[nodiscard]] explicit operator bool() const noexcept { return held_ != nullptr; }
    [[nodiscard]] T& operator*() noexcept { return *held_; }
    [[nodiscard]] const T& operator*() const noexcept { return *held_; }
    [[nodiscard]] T* operator->() noexcept { return held_.get(); }
    [[nodiscard]] const T* operator->() const noexcept { return held_.get(); }

private:
    std::unique_ptr<T> held_;
};

}  // namespace workmem::detail
