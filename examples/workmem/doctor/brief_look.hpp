// Opens a store for a look at what is in it, which no check waits for.
#pragma once

#include "../store.hpp"

#include <optional>
#include <string>
#include <utility>

namespace workmem_program {

/// A store as `read_store` opens it; nothing where it is not there, is out of order, or is busy
/// for half a second. That it is so, one check says.
[[nodiscard]] inline std::optional<workmem::journal::any> look_into(const std::string& store) {
    if (!has_store(store)) return std::nullopt;
    auto opened = open_any_store(store, {.wait = short_while, .read_only = true});
    if (!opened) return std::nullopt;
    return std::move(opened->journal);
}

}  // namespace workmem_program
