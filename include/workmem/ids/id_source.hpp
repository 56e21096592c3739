#pragma once

#include <workmem/detail/cxx20.hpp>

#include <concepts>
#include <string>

namespace workmem {

/// Makes identifiers. A handle; copies share, so that no two of them make the same id.
template <class Source>
concept id_source = std::copy_constructible<Source> && requires(Source& source) {
    { source.next() } -> std::same_as<std::string>;
};

}  // namespace workmem
