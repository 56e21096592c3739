#pragma once

#include <workmem/error.hpp>
#include <workmem/messages/message.hpp>
#include <workmem/messages/tool_content.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// A message as a C++ type: `role` and `content`, texts, and where it has them `content_parts`,
/// each with `type` and `text`, `tool_calls`, each with `name`, `arguments` (JSON as text) and
/// `id`, and for a tool's answer `tool_name` and `tool_call_id`. llama.cpp's `common_chat_msg` is
/// one.
template <class T>
concept message_like = requires(const T& value) {
    { value.role } -> std::convertible_to<std::string_view>;
    { value.content } -> std::convertible_to<std::string_view>;
};

/// Reads such a message, which must outlive the list.
/// Errors: `validation_error` for a role that is none.
template <message_like Message>
[[nodiscard]] result<message_list> read_message(const Message& from) {
    message_list out;
    message made;
    const std::string_view speaker = from.role, content = from.content;
    if (!parse_name(speaker, made.role))
        return error{error_code::validation_error,
                     "role must be system, developer, user, human, assistant, ai, model, tool or "
                     "function, is " +
                         text::quoted(text::prefix(speaker, 64))};
    std::vector<std::string_view> texts;
    if (!content.empty()) texts.push_back(content);
    if constexpr (requires { from.content_parts.begin()->text; })
        for (const auto& each : from.content_parts) {
            const std::string_view type = each.type, said = each.text;
            if (detail::kind_of_part(type) != detail::part_kind::text)
                detail::note_unread(out, speaker, type);
            else if (!said.empty())
                texts.push_back(said);
        }
    if (made.role == message_role::tool) {
        tool_result answer;
        if constexpr (requires { from.tool_name; }) answer.tool = from.tool_name;
        if constexpr (requires { from.tool_call_id; }) answer.call_id = from.tool_call_id;
        detail::read_content(detail::join_texts(texts, out), answer, out);
        made.parts.push_back(answer);
    } else {
        for (const auto each : texts) made.parts.push_back(message_text{each});
    }
    if constexpr (requires { from.tool_calls.begin()->arguments; })
        for (const auto& each : from.tool_calls) {
            tool_call call;
            if constexpr (requires { each.id; }) call.id = each.id;
            call.tool = each.name;
            call.arguments = detail::read_arguments(text::json_view::of_text(each.arguments), out);
            made.parts.push_back(call);
        }
    out.messages.push_back(std::move(made));
    return {std::move(out)};
}

}  // namespace workmem
