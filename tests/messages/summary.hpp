// What was read, in a line: `user "hi" | assistant c1=list_orders{"page":1} | tool c1:[…]`.
#pragma once

#include <workmem/messages/message.hpp>
#include <workmem/text/json_writer.hpp>

#include <string>
#include <variant>

namespace workmem_test {

inline std::string summary(const workmem::message_list& of) {
    std::string out;
    for (const auto& each : of.messages) {
        if (!out.empty()) out += " | ";
        out += to_string(each.role);
        for (const auto& part : each.parts) {
            out += ' ';
            if (const auto* const said = std::get_if<workmem::message_text>(&part)) {
                out += workmem::text::quoted(said->text);
            } else if (const auto* const call = std::get_if<workmem::tool_call>(&part)) {
                out += std::string{call->id} + '=' + std::string{call->tool};
                if (call->arguments) out += workmem::text::to_json_text(call->arguments);
            } else if (const auto* const answer = std::get_if<workmem::tool_result>(&part)) {
                out += std::string{answer->call_id} + ':' + std::string{answer->tool};
                if (answer->content) out += workmem::text::to_json_text(answer->content);
                if (answer->is_error) out += '!';
            }
        }
    }
    for (const auto& each : of.unread) out += " ? " + each;
    return out;
}

}  // namespace workmem_test
