#pragma once

#include <workmem/journal/call.hpp>
#include <workmem/journal/recent_calls.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/journal/writer.hpp>
#include <workmem/text/sha256.hpp>
#include <workmem/text/utf8.hpp>

#include <string>
#include <string_view>

namespace workmem::journal {

/// The key of a call as records say it: itself, or a hash where it is no text.
[[nodiscard]] inline std::string recorded_key(std::string_view key) {
    return text::is_valid(key) ? std::string{key} : hash_of_name(key);
}

/// A call with a key, before it is answered. What it asks for is what its caller says, else what
/// its command describes.
template <class Call, class Command>
[[nodiscard]] Call keyed_call(const Command& command, const call_options& by) {
    Call out;
    out.key = hash_of_name(recorded_key(by.idempotency_key));
    std::string asked{by.idempotency_key};
    asked += '\0';
    if (!by.request.empty()) {
        asked += by.request;
    } else {
        writer says{asked};
        says.begin_object();
        says("kind", std::string_view{decltype(Command::decision::change)::kind});
        if constexpr (requires { Command::describe(command, says); })
            Command::describe(command, says);
        says.end_object();
    }
    out.request = text::sha256_of(asked).substr(0, 32);
    return out;
}

template <class Answer>
[[nodiscard]] json_text to_json_text(const Answer& answer) {
    json_text out;
    writer{out.text}.write(answer);
    return out;
}

/// Appends a change as it is recorded: kind, version, who made it, by which call, what it erases,
/// and its facts.
template <class Change>
void write_change(std::string& out, const Change& change, const call_options& by,
                  const made_call& call = {}, const erased_subject* erases = nullptr) {
    writer writer{out};
    writer.begin_object();
    writer("kind", Change::kind);
    writer("version", Change::version);
    writer.maybe("actor", by.actor);
    writer.maybe("key", recorded_key(by.idempotency_key));
    writer.maybe("request", call.request);
    writer.maybe("answer", call.answer);
    if (erases != nullptr) writer("erases", erases->name());
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
