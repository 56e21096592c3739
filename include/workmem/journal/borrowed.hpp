#pragma once

#include <workmem/detail/cxx20.hpp>

namespace workmem::journal {

/// A described value that a change lends: a live command points to its own, a record that is read
/// to one in the reader's arena.
template <class T>
struct borrowed {
    const T* value = nullptr;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        if constexpr (requires { archive.memory(); }) {
            T* const value = archive.memory().template make<T>(1);
            T::describe(*value, archive);
            self.value = value;
        } else {
            T::describe(*self.value, archive);
        }
    }
};

}  // namespace workmem::journal
