#pragma once

#include <workmem/task/commands.hpp>

#include <utility>

namespace workmem {

/// What is asked of a task memory goes through here; the memory itself and the handles of actors
/// have it. `Self` brings `memory()` and `caller()`.
template <class Self>
class task_reading_base {
protected:
    task_reading_base() = default;

    [[nodiscard]] const auto& memory() const noexcept { return self().memory(); }
    [[nodiscard]] task_commands::caller caller() const noexcept { return self().caller(); }
    [[nodiscard]] timestamp now() const noexcept { return memory().time_now(); }
    [[nodiscard]] const auto& counter() const noexcept { return memory().counter(); }
    template <class Read>
    decltype(auto) look(Read&& read) const {
        return memory().look(std::forward<Read>(read));
    }

private:
    [[nodiscard]] const Self& self() const noexcept { return static_cast<const Self&>(*this); }
};

}  // namespace workmem
