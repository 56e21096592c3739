#pragma once

#include <workmem/error.hpp>
#include <workmem/journal/call.hpp>
#include <workmem/journal/reader.hpp>
#include <workmem/journal/recent_calls.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/journal/writer.hpp>
#include <workmem/result.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/sha256.hpp>
#include <workmem/text/utf8.hpp>

#include <string>
#include <string_view>
#include <utility>

// How a call is known again by its idempotency key, and gets its first answer.

namespace workmem::journal {

/// A call with a key, before it is answered. What it asks for is what its caller says, else what
/// its command describes.
template <class Command>
[[nodiscard]] made_call call_of(const Command& command, const call_options& by) {
    made_call out;
    out.key = hash_of_name(by.idempotency_key);
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

/// The first answer of a call that is made again. Errors: `validation_error` where the key was
/// another call's, `conflict` where the answer is not known any more.
template <class Answer>
[[nodiscard]] result<Answer> first_answer(const made_call& first, const made_call& again,
                                          std::string_view key) {
    const auto quoted = text::quoted(text::prefix(key, 64));
    if (!first.request.empty() && first.request != again.request)
        return error{error_code::validation_error,
                     "idempotency_key must be new, or repeat the call it was used for, is " +
                         quoted + ", which another call had",
                     {{"field", "idempotency_key"}}};
    const auto json = "{\"answer\":" + first.answer.text + '}';
    const text::json_document document{json};
    if (!first.answer.empty() && document) {
        arena memory;
        reader fields{document.root(), memory};
        Answer answer{};
        fields("answer", answer);
        if (!fields.problem()) return result<Answer>{std::move(answer)};
    }
    return error{error_code::conflict,
                 "a call with the idempotency key " + quoted +
                     " was made before, and what it answered is not kept any more; look for what "
                     "it did, and take another key to do it anew",
                 {{"field", "idempotency_key"}}};
}

}  // namespace workmem::journal
