#pragma once

#include <workmem/messages/message.hpp>
#include <workmem/messages/message_like.hpp>
#include <workmem/messages/pending_calls.hpp>
#include <workmem/messages/read_message.hpp>
#include <workmem/messages/tool_content.hpp>
#include <workmem/result.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/value/entry.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem {

/// What happens in a message, in its order, told to
/// - `sink.said(message_role, text)`: somebody said something,
/// - `sink.observed(tool, arguments, result)`: a call was answered; the name is empty where neither
///   the call is known nor the result says it,
/// - `sink.failed(tool, arguments, result)`, where the sink has it: it was answered with an error.
/// A call waits in `pending` for its result. Where one of them answers false it goes no further,
/// and that call waits still. Whether it came to the end.
template <class Sink>
bool for_each_event(const message& of, pending_calls& pending, Sink&& sink) {
    const auto tell = [](auto&& event) {
        if constexpr (std::same_as<decltype(event()), bool>) {
            return event();
        } else {
            static_cast<void>(event());
            return true;
        }
    };
    for (const auto& part : of.parts) {
        if (const auto* const said = std::get_if<message_text>(&part)) {
            if (!tell([&] { return sink.said(of.role, said->text); })) return false;
        } else if (const auto* const call = std::get_if<tool_call>(&part)) {
            pending.add(*call);
        } else if (const auto* const answer = std::get_if<tool_result>(&part)) {
            const auto* const asked = pending.find(*answer);
            const text::json_document arguments{asked ? std::string_view{asked->arguments}
                                                      : std::string_view{}};
            const std::string_view tool = asked ? std::string_view{asked->tool} : answer->tool;
            const auto event = [&] {
                if constexpr (requires { sink.failed(tool, answer->content, answer->content); })
                    if (answer->is_error)
                        return tell(
                            [&] { return sink.failed(tool, arguments.root(), answer->content); });
                return answer->is_error || tell([&] {
                           return sink.observed(tool, arguments.root(),
                                                detail::answer_of(tool, arguments.root(), *answer));
                       });
            };
            if (!event()) return false;
            pending.remove(asked);
        }
    }
    return true;
}

/// The same for several.
template <class Sink>
bool for_each_event(const message_list& of, pending_calls& pending, Sink&& sink) {
    for (const auto& each : of.messages)
        if (!for_each_event(each, pending, sink)) return false;
    return true;
}

/// What was in a message.
struct heard_message {
    std::size_t texts = 0;    ///< that a user or an assistant said
    std::size_t results = 0;  ///< of tools
    std::size_t failed = 0;   ///< of these: they touched nothing
    /// What carries something and could not be read; see `message_list`.
    std::vector<std::string> unread{};
    std::size_t unread_count = 0;
};

namespace detail {

/// Tells a memory that hears and observes.
template <class Memory>
class memory_sink {
public:
    explicit memory_sink(Memory& memory) noexcept : memory_{memory} {}

    void said(message_role speaker, std::string_view text) {
        // What a prompt tells an agent to do names things that nobody has spoken of.
        if (speaker != message_role::user && speaker != message_role::assistant) return;
        memory_.hear(speaker == message_role::user ? role::user : role::assistant, text);
        ++heard.texts;
    }
    bool observed(std::string_view tool, const text::json_view& arguments,
                  const text::json_view& result) {
        return take(tool, arguments, result);
    }
    bool failed(std::string_view tool, const text::json_view& arguments, const text::json_view&) {
        static const text::json_document told{R"({"isError":true})"};
        return take(tool, arguments, told.root());
    }

    heard_message heard{};
    std::optional<error> problem{};

private:
    bool take(std::string_view tool, const text::json_view& arguments,
              const text::json_view& result) {
        auto observed = memory_.try_observe(tool, arguments, result);
        if (!observed) {
            problem = observed.error();
            return false;
        }
        ++heard.results;
        heard.failed += observed->failed ? 1U : 0U;
        return true;
    }

    Memory& memory_;
};

template <class Memory>
result<heard_message> hear_messages(Memory& memory, pending_calls& pending,
                                    result<message_list> read) {
    if (!read) return read.error();
    memory_sink<Memory> sink{memory};
    for_each_event(*read, pending, sink);
    if (sink.problem) return std::move(*sink.problem);
    sink.heard.unread = std::move(read->unread);
    sink.heard.unread_count = read->unread_count;
    return std::move(sink.heard);
}

}  // namespace detail

/// Tells a memory with `hear` and `try_observe` (`entity_memory`) what is in one message or
/// several, in any form that `read_message` reads. `pending` belongs to the conversation. What a
/// system or a developer says is instruction, and not heard. Errors: as of `read_message`, then
/// nothing has changed; as of `try_observe`, then what came before has been heard, and the call
/// waits still.
template <class Memory>
result<heard_message> try_hear_message(Memory& memory, pending_calls& pending,
                                       const text::json_view& json) {
    return detail::hear_messages(memory, pending, read_message(json));
}
template <class Memory, message_like Message>
result<heard_message> try_hear_message(Memory& memory, pending_calls& pending,
                                       const Message& from) {
    return detail::hear_messages(memory, pending, read_message(from));
}
template <class Memory>
heard_message hear_message(Memory& memory, pending_calls& pending, const text::json_view& json) {
    return try_hear_message(memory, pending, json).value();
}
template <class Memory, message_like Message>
heard_message hear_message(Memory& memory, pending_calls& pending, const Message& from) {
    return try_hear_message(memory, pending, from).value();
}

/// The same from a text of JSON.
template <class Memory>
result<heard_message> try_hear_message_text(Memory& memory, pending_calls& pending,
                                            std::string_view json) {
    return detail::hear_messages(memory, pending, read_message_text(json));
}
template <class Memory>
heard_message hear_message_text(Memory& memory, pending_calls& pending, std::string_view json) {
    return try_hear_message_text(memory, pending, json).value();
}

}  // namespace workmem
