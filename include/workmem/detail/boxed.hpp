#pragma once

#include <memory>
#include <utility>

namespace workmem::detail {

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
