#pragma once

#include <workmem/config.hpp>
#include <workmem/messages/message.hpp>
#include <workmem/text/json_view.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace workmem::detail {

/// What a part of a message, or an item of a list of them, is by its `type`.
enum class part_kind : std::uint8_t {
    unknown,
    text,
    call,
    result,
    silent  ///< thoughts, pictures, sounds and what is said about the protocol
};
[[nodiscard]] part_kind kind_of_part(std::string_view type) noexcept;

/// The text of a part that is one, or nothing.
[[nodiscard]] text::json_view text_of_part(const text::json_view& part);

/// Arguments as they are meant: what a string holds as JSON, be it written twice; any other string
/// as it is, and nothing for a blank one. What was parsed is kept in `into`.
[[nodiscard]] text::json_view read_arguments(const text::json_view& given, message_list& into);

/// Puts what a tool answered into `out`: JSON out of a string, a list of parts as MCP has them, the
/// content of an MCP result; marks it where it says itself that the call failed. Parts that carry
/// something and are not read are noted in `into`.
void read_content(const text::json_view& given, tool_result& out, message_list& into);

/// What the call was answered with: of a tool that reads a file or a page the text, which is what
/// that holds, though it be JSON.
[[nodiscard]] text::json_view answer_of(std::string_view tool, const text::json_view& arguments,
                                        const tool_result& answer);

/// One text as it is, several as a list of MCP parts, which is kept in `into`.
[[nodiscard]] text::json_view join_texts(const std::vector<std::string_view>& texts,
                                         message_list& into);

/// Whether a value is a `CallToolResult` of MCP.
[[nodiscard]] bool is_mcp_result(const text::json_view& value);

/// Notes something that carries something and was not read.
void note_unread(message_list& into, std::string_view where, std::string_view what);

/// Whether a member is there and says something: neither null nor false, 0 or empty.
[[nodiscard]] bool says_something(const text::json_view& value) noexcept;
[[nodiscard]] bool says_yes(const text::json_view& flag);

}  // namespace workmem::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/messages/tool_content.ipp>
#endif
