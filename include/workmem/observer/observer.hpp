#pragma once

#include <workmem/detail/pointers.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem::observer {

/// Nobody listens; no notice is made.
struct none {
    static constexpr bool listens = false;
};

/// Callables that are told every durable change, in order, one thread at a time, outside locks.
/// A callable may use the memory: what it causes is told after it returns. It may register another
/// one, which is told from the next notice on. What it throws is counted, not passed on. Register
/// before the memory is used by several threads.
/// A handle; copies share the callables.
class callbacks {
public:
    static constexpr bool listens = true;

    /// `told(const Notice&)` is called for every notice of this type, e.g. `entity_notice<>`.
    template <class Notice, class Function>
    void on(Function&& told) {
        // It need not be copyable.
        auto held = std::make_shared<std::decay_t<Function>>(std::forward<Function>(told));
        entries_->push_back(std::make_shared<const entry>(
            entry{tag<Notice>(), [held = std::move(held)](const void* notice) {
                      (*held)(*static_cast<const Notice*>(notice));
                  }}));
    }

    template <class Notice>
    void operator()(const Notice& notice) const {
        // A callable may add to them.
        const auto count = entries_->size();
        for (std::size_t i = 0; i < count; ++i)
            if (const auto each = (*entries_)[i]; each->tag == tag<Notice>()) each->told(&notice);
    }

private:
    template <class Notice>
    static const void* tag() noexcept {
        static const char unique = 0;
        return &unique;
    }
    struct entry {
        const void* tag;
        std::function<void(const void*)> told;
    };
    detail::shared<std::vector<std::shared_ptr<const entry>>> entries_{std::in_place};
};

/// An observer is a handle that is called with each notice, or says that it does not listen.
template <class Observer, class Notice>
concept policy = std::copy_constructible<Observer> && requires {
    { Observer::listens } -> std::convertible_to<bool>;
} &&(!Observer::listens ||
     requires(Observer & observer, const Notice& notice) { observer(notice); });

}  // namespace workmem::observer
