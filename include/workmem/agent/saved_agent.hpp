#pragma once

#include <workmem/journal/borrowed.hpp>
#include <workmem/long_term/long_term_memory.hpp>
#include <workmem/session/session_memory.hpp>

#include <span>

namespace workmem::detail {

/// Of a saved agent, the memories that have no saved form of their own.
struct saved_agent {
    std::span<const journal::borrowed<session_memory>> session{};
    std::span<const journal::borrowed<long_term_memory>> long_term{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("session", self.session);
        archive.maybe("long_term", self.long_term);
    }
};

}  // namespace workmem::detail
