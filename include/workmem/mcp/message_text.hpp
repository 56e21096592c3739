#pragma once

#include <workmem/mcp/message.hpp>
#include <workmem/text/json.hpp>
#include <workmem/text/json_writer.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::mcp {

/// The deepest nesting of a message that is read.
inline constexpr std::size_t max_message_depth = 64;

namespace detail {

/// Appends an object as JSON, and what `append(member)` says as the value of one member.
template <class Json, class Append>
void append_object_with(std::string& out, const Json& object, std::string_view name,
                        Append&& append) {
    char before = '{';
    for (auto each = object.begin(); each != object.end(); ++each) {
        out += before;
        before = ',';
        text::append_quoted(out, std::string_view{each.key()});
        out += ':';
        if (each.key() == name)
            append(each.value());
        else
            text::append_json(out, each.value());
    }
    out += '}';
}

}  // namespace detail

/// Appends a message as it is sent. What a tool answers stands in it as JSON and as a text that
/// holds this JSON: it is written once.
template <class Json>
void append_message(std::string& out, const Json& message) {
    const auto* const result = detail::member(message, "result");
    if (result == nullptr || !result->contains("structuredContent"))
        return text::append_json(out, message);
    const auto& written =
        result->at("content").at(0).at("text").template get_ref<const typename Json::string_t&>();
    detail::append_object_with(out, message, "result", [&](const Json& each) {
        detail::append_object_with(out, each, "structuredContent",
                                   [&](const Json&) { out += written; });
    });
}

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

}  // namespace workmem::mcp
