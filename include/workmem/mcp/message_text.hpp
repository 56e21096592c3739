#pragma once

#include <workmem/mcp/id_finder.hpp>
#include <workmem/mcp/message.hpp>
#include <workmem/text/json.hpp>
#include <workmem/text/json_writer.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::mcp {

/// The deepest nesting of a message that is read.
inline constexpr std::size_t max_message_depth = 64;

/// The message that a text holds, or why it holds none.
template <class Json>
[[nodiscard]] outcome<Json> parse_message(std::string_view sent) {
    const text::json_document document{sent, max_message_depth};
    if (document) return text::to_json_value<Json>(document.root());
    if (document.is_too_deep())
        return rpc_error<Json>{
            rpc_code::invalid_request,
            "a message may be nested " + std::to_string(max_message_depth) + " levels deep",
            {}};
    return rpc_error<Json>{rpc_code::parse_error, "a message must be one JSON text in UTF-8", {}};
}

/// The id that a JSON text is: a string or a number; nothing where it is none.
template <class Json>
[[nodiscard]] std::optional<Json> parse_id(std::string_view text) {
    const text::json_document document{text, 1};
    if (!document) return std::nullopt;
    auto id = text::to_json_value<Json>(document.root());
    if (!is_id(id)) return std::nullopt;
    return id;
}

/// The id of a message that `parse_message` could not read, as far as it can be told: the
/// client waits for an answer that has it.
template <class Json>
[[nodiscard]] std::optional<Json> find_id(std::string_view sent) {
    id_finder finder;
    finder.feed(sent);
    return parse_id<Json>(finder.take().one);
}

}  // namespace workmem::mcp
