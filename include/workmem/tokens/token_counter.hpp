#pragma once

#include <workmem/detail/cxx20.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>

namespace workmem {

/// Counts the tokens of a text for a language model. A handle; must be deterministic.
template <class Counter>
concept token_counter = std::copy_constructible<Counter> &&
    requires(const Counter& counter, std::string_view text) {
    { counter(text) } -> std::convertible_to<std::size_t>;
};

}  // namespace workmem
