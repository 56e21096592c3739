#pragma once

#include <string_view>

namespace workmem::journal {

/// What a state brings to `replica` that knows no touches: nothing is recorded ahead of a change,
/// and nothing is in the way of foreign ones. A state derives from it.
class untouched {
public:
    /// No record is of this kind.
    struct touches_type {
        static constexpr std::string_view kind{};
        static constexpr int version = 1;

        template <class Self, class Archive>
        static void describe(Self&, Archive&) {}
    };
    struct ahead_of_change {
        [[nodiscard]] static bool empty() noexcept { return true; }
        [[nodiscard]] static touches_type change() noexcept { return {}; }
    };
    struct nothing {};

    [[nodiscard]] static ahead_of_change ahead(bool) noexcept { return {}; }
    static void ahead_saved(const ahead_of_change&) noexcept {}
    [[nodiscard]] static nothing detach() noexcept { return {}; }
    static void reattach(const nothing&, bool) noexcept {}
    static void apply(const touches_type&) noexcept {}
};

}  // namespace workmem::journal
