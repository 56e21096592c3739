#pragma once

#include <workmem/journal/call.hpp>
#include <workmem/journal/recent_calls.hpp>
#include <workmem/journal/writer.hpp>

#include <string>

namespace workmem::journal {

/// Appends a change as it is recorded: kind, version, who made it, by which call, and its facts.
template <class Change>
void write_change(std::string& out, const Change& change, const call_options& by,
                  const made_call& call = {}) {
    writer writer{out};
    writer.begin_object();
    writer("kind", Change::kind);
    writer("version", Change::version);
    writer.maybe("actor", by.actor);
    writer.maybe("key", by.idempotency_key);
    writer.maybe("request", call.request);
    writer.maybe("answer", call.answer);
    Change::describe(change, writer);
    writer.end_object();
}

/// A state as it is saved, with the last calls.
template <class State>
[[nodiscard]] std::string snapshot_text(const State& state, const recent_calls& calls) {
    std::string out;
    writer writer{out};
    const auto saved = state.snapshot();
    const auto content = saved.document();
    using document = typename State::snapshot_type;
    writer.begin_object();
    writer("kind", document::kind);
    writer("version", document::version);
    writer.maybe("calls", calls.all());
    document::describe(content, writer);
    writer.end_object();
    return out;
}

}  // namespace workmem::journal
