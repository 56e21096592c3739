#pragma once

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

}  // namespace workmem::detail
