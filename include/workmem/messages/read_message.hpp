#pragma once

#include <workmem/config.hpp>
#include <workmem/messages/message.hpp>
#include <workmem/result.hpp>
#include <workmem/text/json_view.hpp>

#include <string_view>

namespace workmem {

/// Reads what an API of a language model sends or is sent, whoever's it is: the shape says so.
/// - OpenAI: messages of chat completions and items of responses,
/// - Anthropic: messages of blocks,
/// - Gemini: contents of parts,
/// - MCP: `CallToolResult`, and JSON-RPC requests of `tools/call` with their responses,
/// - LangChain: messages as `{"type": "ai", …}`, `{"type": "ai", "data": …}`, or serialised (`lc`),
/// one of them, a list, or a whole request or response around them; of several choices the first.
///
/// Arguments and results that are JSON in a string are read. What has failed is marked. Thoughts,
/// pictures and sounds are left out; what else carries something and is not known is in `unread`.
/// Borrows from the JSON, which must outlive the list.
/// Errors: `validation_error` for what is no message, saying what was seen and what is read.
/// Linear; looks no deeper than messages go.
[[nodiscard]] result<message_list> read_message(const text::json_view& json);

/// The same from a text, which must outlive the list. Errors: also `validation_error` for what is
/// no JSON.
[[nodiscard]] result<message_list> read_message_text(std::string_view json);

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/messages/read_message.ipp>
#endif
