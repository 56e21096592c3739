#pragma once

#include <workmem/journal/stream_path.hpp>
#include <workmem/tools/arguments.hpp>

#include <string>

namespace workmem::tools {

/// The idempotency key of a call: the caller's, good for the same call only; empty without one.
/// Another tool, or other arguments, are another call, so that a key used twice by mistake loses
/// nothing.
template <class Json>
[[nodiscard]] std::string key_of(const arguments<Json>& in) {
    if (!in.has("idempotency_key")) return {};
    return in.text("idempotency_key") + ':' +
           journal::hash_of_name(std::string{in.tool()} + in.json().dump());
}

}  // namespace workmem::tools
