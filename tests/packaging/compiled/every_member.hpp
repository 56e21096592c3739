#pragma once

// Calls every public member of a memory, so that one that the library lacks is missed at link time.

#include <workmem/shared.hpp>
#include <workmem/workmem.hpp>

#include <workmem/extraction/extractor.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/keyed/scopes.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace every_member {

using namespace workmem;
using nlohmann::json;

// What a call says, and whether it is refused, is tested elsewhere.
template <class Call>
void call(Call&& made) {
    try {
        made();
    } catch (const std::exception&) {  // NOLINT
    }
}
template <class... Values>
void take(const Values&...) {}

// Parts of a memory with a journal, or of one without.
template <class Memory>
typename Memory::parts parts_of() {
    using parts = typename Memory::parts;
    if constexpr (requires { parts{.journal = journal::memory{}}; })
        return parts{.journal = journal::memory{}};
    else
        return parts{};
}

template <class Memory>
void copy(const Memory& memory) {
    if constexpr (std::copyable<Memory>) {
        Memory copied = memory;
        Memory moved = std::move(copied);
        copied = moved;
        moved = std::move(copied);
        take(moved);
    }
}

// What all that are recorded can do.
template <class Memory>
void record(Memory& memory) {
    memory.flush();
    memory.catch_up();
    memory.follow();
    take(memory.try_flush(), memory.try_catch_up(), memory.try_follow(), memory.sequence(),
         memory.health());
    if constexpr (requires { memory.position(); }) {
        memory.snapshot();
        const auto from = memory.position();
        take(memory.try_snapshot(), memory.changes_since(from), memory.try_changes_since(from),
             memory.wait_for_changes(from, milliseconds{0}));
    }
}

}  // namespace every_member
