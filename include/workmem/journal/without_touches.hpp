#pragma once

#include <workmem/detail/cxx20.hpp>

#include <string_view>

namespace workmem::journal {

/// What a state brings to `replica` that knows no touches: nothing is recorded ahead of a change,
/// and nothing is in the way of foreign ones. A state derives from it.
class without_touches {
public:
    /// No record is of this kind.
    struct touches_type {
        static constexpr std::string_view kind{};
        static constexpr int version = 1;

        template <class Self, class Archive>
        static void describe(Self&, Archive&) {}
    };
    struct unrecorded_touches {
        [[nodiscard]] static bool empty() noexcept { return true; }
        [[nodiscard]] static touches_type change() noexcept { return {}; }
    };
    struct nothing {};

    [[nodiscard]] static unrecorded_touches touches_to_record(bool) noexcept { return {}; }
    static void touches_recorded(const unrecorded_touches&) noexcept {}
    [[nodiscard]] static nothing detach() noexcept { return {}; }
    static void reattach(const nothing&, bool) noexcept {}
    static void apply(const touches_type&) noexcept {}
};

}  // namespace workmem::journal
