#pragma once

#include <workmem/long_term/long_term_memory.hpp>
#include <workmem/long_term/relation.hpp>
#include <workmem/secrets/redaction.hpp>

namespace workmem {

template <secrets::policy Detector>
void redact_in(const Detector& detector, relation& what) {
    secrets::redact_in(detector, what.type);
    secrets::redact_in(detector, what.target);
    secrets::redact_in(detector, what.metadata);
}

/// All but the id.
template <secrets::policy Detector>
void redact_in(const Detector& detector, long_term_memory& memory) {
    secrets::redact_in(detector, memory.content);
    secrets::redact_in(detector, memory.core);
    secrets::redact_in(detector, memory.tags);
    secrets::redact_in(detector, memory.metadata);
    for (auto& each : memory.relations) redact_in(detector, each);
}

}  // namespace workmem
