#pragma once

#include <workmem/config.hpp>
#include <workmem/messages/read_message.hpp>
#include <workmem/messages/tool_content.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <forward_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::detail {

/// Reads messages into a list. Each function answers whether it has read what it was given.
class message_reader {
public:
    explicit message_reader(message_list& into) noexcept : into_{into} {}

    bool read(const text::json_view& value, int levels = 4) {
        if (value.is_array()) return levels > 0 && read_list(value, levels - 1);
        return value.is_object() &&
               (read_one(value) || (levels > 0 && read_inside(value, levels - 1)));
    }

private:
    // What had been read when something was tried.
    struct mark {
        std::size_t messages, unread, unread_count;
    };
    [[nodiscard]] mark here() const noexcept {
        return {into_.messages.size(), into_.unread.size(), into_.unread_count};
    }
    void go_back(const mark& to) {
        into_.messages.resize(to.messages);
        into_.unread.resize(to.unread);
        into_.unread_count = to.unread_count;
    }

    // Of a list at least one is a message, or there is nothing in it.
    bool read_list(const text::json_view& list, int levels) {
        bool any = list.empty();
        const auto before = here();
        for (const auto& each : list) {
            if (read(each, levels))
                any = true;
            else
                note_unread(into_, "message", describe(each));
        }
        if (!any) go_back(before);
        return any;
    }

    // What requests and responses hold messages in.
    bool read_inside(const text::json_view& value, int levels) {
        if (const auto choices = value.find("choices"); choices.is_array())
            return read_choices(choices, "message", levels);
        if (const auto candidates = value.find("candidates"); candidates.is_array())
            return read_choices(candidates, "content", levels);
        const auto before = here();
        for (const std::string_view name :
             {"system", "instructions", "systemInstruction", "system_instruction"})
            if (const auto said = value.find(name); says_something(said))
                add_content(said.contains("parts") ? said.find("parts") : said,
                            begin(message_role::system));
        bool any = false;
        for (const std::string_view name : {"messages", "contents", "input", "output", "message"}) {
            const auto inner = value.find(name);
            if (inner.is_structured()) any = read(inner, levels) || any;
        }
        if (const auto said = value.find("input"); says_text(said) && value.contains("model")) {
            add_content(said, begin(message_role::user));
            any = true;
        }
        if (!any) go_back(before);
        return any;
    }
    bool read_choices(const text::json_view& choices, std::string_view member, int levels) {
        bool any = false;
        std::size_t place = 0;
        for (const auto& each : choices) {
            const auto inner = each.find(member);
            if (place++ == 0)
                any = inner.is_object() && read(inner, levels);
            else if (inner.is_object())
                note_unread(into_, "response", "another of several choices");
        }
        return any || choices.empty();
    }
    bool read_one(const text::json_view& value) {
        const auto type = value.find("type").string();
        message_role role{};
        if (value.find("lc") && type == "constructor")
            return role_of_class(last_text(value.find("id")), role) &&
                   read_chat(value.find("kwargs"), role);
        if (const auto data = value.find("data"); data.is_object() && role_of_kind(type, role))
            return read_chat(data, role);
        if (value.contains("jsonrpc")) return read_rpc(value);
        if (const auto name = value.find("role"); name.is_string())
            return parse_name(name.string(), role) && read_chat(value, role);
        if (role_of_kind(type, role)) return value.contains("content") && read_chat(value, role);
        if (!type.empty()) {
            if (const auto kind = kind_of_part(type);
                kind != part_kind::unknown && kind != part_kind::text)
                return read_item(value, kind);
        }
        if (value.find("parts").is_array()) return read_parts_alone(value, message_role::user);
        if (is_mcp_result(value)) return read_mcp_result(value, {});
        return false;
    }

    // LangChain's kinds of messages.
    static bool role_of_kind(std::string_view kind, message_role& out) {
        if (kind.ends_with("MessageChunk")) return role_of_class(kind, out);
        if (kind == "function" || kind == "tool" || kind == "ai" || kind == "human" ||
            kind == "system")
            return parse_name(kind, out);
        return false;
    }
    static bool role_of_class(std::string_view name, message_role& out) {
        if (name.ends_with("Chunk")) name.remove_suffix(5);
        if (!name.ends_with("Message")) return false;
        name.remove_suffix(7);
        constexpr std::pair<std::string_view, message_role> classes[]{
            {"AI", message_role::assistant},
            {"Human", message_role::user},
            {"System", message_role::system},
            {"Tool", message_role::tool},
            {"Function", message_role::tool}};
        for (const auto& each : classes)
            if (each.first == name) {
                out = each.second;
                return true;
            }
        return false;
    }
    static std::string_view last_text(const text::json_view& list) {
        return list.is_array() && !list.empty() ? list[list.size() - 1].string()
                                                : std::string_view{};
    }
    static bool says_text(const text::json_view& value) {
        return value.is_string() && !value.string().empty();
    }

    message& begin(message_role role) {
        into_.messages.push_back({role, {}});
        return into_.messages.back();
    }

    // A message with a content, whoever's: parts and calls stand where each format has them.
    bool read_chat(const text::json_view& value, message_role role) {
        if (!value.is_object()) return false;
        auto& out = begin(role);
        const auto content = value.find("content");
        if (role == message_role::tool && !value.find("parts").is_array() &&
            !has_results(content)) {
            add_result(value, content, out);
            return true;
        }
        add_content(content, out);
        add_content(value.find("parts"), out);
        if (const auto refusal = value.find("refusal"); says_text(refusal))
            out.parts.push_back(message_text{refusal.string()});
        if (const auto spoken = value.find("audio").find("transcript"); says_text(spoken))
            out.parts.push_back(message_text{spoken.string()});
        add_calls(value, out);
        return true;
    }

    static bool has_results(const text::json_view& content) {
        return content.is_array() &&
               kind_of_part(content.front().find("type").string()) == part_kind::result;
    }

    bool read_parts_alone(const text::json_view& value, message_role role) {
        auto& out = begin(role);
        add_content(value.find("parts"), out);
        for (const auto& part : out.parts)
            if (std::holds_alternative<tool_call>(part)) out.role = message_role::assistant;
        return true;
    }

    // An item of a response, or a block without its message.
    bool read_item(const text::json_view& value, part_kind kind) {
        auto& out = begin(kind == part_kind::result ? message_role::tool : message_role::assistant);
        add_part(value, out);
        return true;
    }

    void add_content(const text::json_view& content, message& out) {
        if (says_text(content)) {
            out.parts.push_back(message_text{content.string()});
        } else if (content.is_array()) {
            for (const auto& part : content) add_part(part, out);
        } else if (content.is_object()) {
            add_part(content, out);
        } else if (content && !content.is_null() && !content.is_string()) {
            note_unread(into_, to_string(out.role), content.type_name());
        }
    }

    void add_part(const text::json_view& part, message& out) {
        if (part.is_string()) return add_content(part, out);
        const auto type = part.find("type").string();
        switch (kind_of_part(type)) {
            case part_kind::text: {
                if (const auto text = text_of_part(part); says_text(text))
                    out.parts.push_back(message_text{text.string()});
                else if (!text)
                    note_unread(into_, to_string(out.role), type);
                return;
            }
            case part_kind::call: return add_item_call(part, type, out);
            case part_kind::result: return add_result(part, part.find("content"), out);
            case part_kind::silent: return;
            case part_kind::unknown: break;
        }
        if (type.empty() && part.is_object() && add_untyped(part, out)) return;
        note_unread(into_, to_string(out.role), part.is_object() ? type : part.type_name());
    }

    // A part as Gemini has them: it is what its member is.
    bool add_untyped(const text::json_view& part, message& out) {
        constexpr std::string_view code = "code_execution";
        const auto member = [&](std::string_view camel, std::string_view snake) {
            const auto found = part.find(camel);
            return found ? found : part.find(snake);
        };
        if (const auto text = part.find("text"); text.is_string()) {
            if (says_text(text) && !part.find("thought").boolean())
                out.parts.push_back(message_text{text.string()});
            return true;
        }
        if (const auto call = member("functionCall", "function_call"); call.is_object()) {
            add_call(call, call.find("id").string(), call, out);
            return true;
        }
        if (const auto answer = member("functionResponse", "function_response");
            answer.is_object()) {
            add_gemini_result(answer, out);
            return true;
        }
        if (const auto run = member("executableCode", "executable_code"); run.is_object()) {
            out.parts.push_back(tool_call{{}, code, run});
            return true;
        }
        if (const auto ran = member("codeExecutionResult", "code_execution_result");
            ran.is_object()) {
            tool_result answer{{}, code, {}, false};
            read_content(ran.find("output"), answer, into_);
            const auto outcome = ran.find("outcome").string();
            answer.is_error = answer.is_error || (!outcome.empty() && outcome != "OUTCOME_OK");
            out.parts.push_back(answer);
            return true;
        }
        return bool{member("inlineData", "inline_data")} || bool{member("fileData", "file_data")} ||
               part.contains("thought") || part.contains("thoughtSignature");
    }

    // The answer stands below `output` or `result`, or is the whole of it; or below `error`.
    void add_gemini_result(const text::json_view& answer, message& out) {
        tool_result made{id_text(answer.find("id")), answer.find("name").string(), {}, false};
        auto content = answer.find("response");
        for (const std::string_view name : {"output", "result"})
            if (content.size() == 1 && content.contains(name)) content = content.find(name);
        read_content(content, made, into_);
        if (says_something(content.find("error")) && !content.contains("output") &&
            !content.contains("result"))
            made.is_error = true;
        out.parts.push_back(made);
    }

    // A result wherever its envelope puts the id, the name and the error.
    void add_result(const text::json_view& value, const text::json_view& content, message& out) {
        tool_result made;
        for (const std::string_view name : {"tool_call_id", "tool_use_id", "call_id"})
            if (made.call_id.empty()) made.call_id = id_text(value.find(name));
        for (const std::string_view name : {"tool_name", "name"})
            if (made.tool.empty()) made.tool = value.find(name).string();
        const auto answer = content ? content : value.find("output");
        read_content(answer, made, into_);
        const auto status = value.find("status");
        const auto inner = answer.find("type").string();
        if (says_yes(value.find("is_error")) || says_yes(value.find("isError")) ||
            status == "error" || status == "failed" || says_something(value.find("error")) ||
            inner.ends_with("_error"))
            made.is_error = true;
        out.parts.push_back(made);
    }

    // `tool_calls`, and the `function_call` of old. A block of the content may have been the same.
    void add_calls(const text::json_view& value, message& out) {
        std::vector<std::string_view> known;
        for (const auto& part : out.parts)
            if (const auto* const call = std::get_if<tool_call>(&part)) known.push_back(call->id);
        std::sort(known.begin(), known.end());
        const auto before = out.parts.size();
        const auto more = value.find("additional_kwargs");
        for (const auto& holder : {value, more}) {
            if (out.parts.size() > before) break;  // said a second time
            for (const std::string_view name : {"tool_calls", "invalid_tool_calls"}) {
                const auto calls = holder.find(name);
                if (calls.is_object()) add_listed_call(calls, known, out);
                if (!calls.is_array()) continue;
                for (const auto& each : calls) add_listed_call(each, known, out);
            }
            if (const auto call = holder.find("function_call"); call.is_object())
                add_call(call, {}, call, out);
        }
    }
    void add_listed_call(const text::json_view& value, const std::vector<std::string_view>& known,
                         message& out) {
        auto inner = value.find("function");
        if (!inner.is_object()) inner = value.find("custom");
        if (!inner.is_object()) inner = value;
        auto id = value.find("id");
        if (!says_something(id)) id = value.find("call_id");
        const auto text = id_text(id);
        if (!text.empty() && std::binary_search(known.begin(), known.end(), text)) return;
        add_call(inner, text, inner, out);
    }

    // An item of a response, or a block. Tools of the provider answer in the same item.
    void add_item_call(const text::json_view& value, std::string_view type, message& out) {
        const auto call_id = value.find("call_id");
        const auto id = id_text(says_something(call_id) ? call_id : value.find("id"));
        const auto before = out.parts.size();
        auto named = value;
        if (!value.find("name").is_string())
            if (const auto inner = value.find("function"); inner.is_object()) named = inner;
        if (named.find("name").is_string()) {
            add_call(named, id, value, out);
        } else {
            auto tool = type.substr(0, type.size() - std::string_view{"_call"}.size());
            if (!type.ends_with("_call")) tool = {};
            out.parts.push_back(tool_call{id, tool, arguments_of(value)});
        }
        if (out.parts.size() == before || says_something(call_id)) return;
        auto answer = value.find("output");
        for (const std::string_view name : {"results", "outputs"})
            if (!says_something(answer)) answer = value.find(name);
        const auto problem = value.find("error");
        const bool failed = says_something(problem);
        if (!says_something(answer) && !failed && value.find("status") != "completed") return;
        const auto& call = std::get<tool_call>(out.parts[before]);
        tool_result made{call.id, call.tool, {}, failed};
        read_content(failed ? problem : answer, made, into_);
        out.parts.push_back(made);
    }

    void add_call(const text::json_view& named, std::string_view id,
                  const text::json_view& arguments, message& out) {
        const auto name = named.find("name");
        if (!name.is_string())
            return note_unread(into_, to_string(out.role), "a call without name");
        out.parts.push_back(tool_call{id, name.string(), arguments_of(arguments)});
    }

    text::json_view arguments_of(const text::json_view& value) {
        // Blocks merged from a stream keep what arrived as text beside an empty input.
        if (const auto merged = value.find("partial_json"); says_text(merged))
            return read_arguments(merged, into_);
        for (const std::string_view name :
             {"arguments", "args", "input", "parameters", "action", "operation", "code"})
            if (const auto found = value.find(name); found && !found.is_null())
                return read_arguments(found, into_);
        return {};
    }

    bool read_rpc(const text::json_view& value) {
        const auto id = id_text(value.find("id"));
        if (value.find("method") == "tools/call") {
            const auto params = value.find("params");
            if (!params.find("name").is_string()) return false;
            add_call(params, id, params, begin(message_role::assistant));
            return true;
        }
        if (value.contains("method")) return false;
        if (const auto answer = value.find("result"); is_mcp_result(answer))
            return read_mcp_result(answer, id);
        const auto problem = value.find("error");
        if (!problem.is_object()) return false;
        begin(message_role::tool).parts.push_back(tool_result{id, {}, problem, true});
        return true;
    }
    bool read_mcp_result(const text::json_view& value, std::string_view id) {
        tool_result made{id, {}, {}, false};
        read_content(value, made, into_);
        begin(message_role::tool).parts.push_back(made);
        return true;
    }

    // Ids are texts or, in JSON-RPC, numbers.
    std::string_view id_text(const text::json_view& id) {
        if (!id.is_integer()) return id.string();
        return into_.texts.emplace_front(id.is_unsigned() ? std::to_string(id.unsigned_integer())
                                                          : std::to_string(id.integer()));
    }

public:
    // What was seen, for who has to find out why it is not read.
    static std::string describe(const text::json_view& value) {
        if (!value) return "nothing";
        if (!value.is_object()) return value.type_name();
        constexpr std::size_t most = 8;
        std::string out = "object";
        for (const std::string_view name : {"role", "type", "method"})
            if (const auto text = value.find(name); text.is_string())
                out += " with " + std::string{name} + ' ' +
                       text::quoted(text::prefix(text.string(), 64));
        std::size_t seen = 0;
        const auto end = value.end();
        for (auto each = value.begin(); each != end && seen < most; ++each)
            out += (seen++ == 0 ? " of " : ", ") + text::quoted(text::prefix(each.key(), 32));
        if (value.size() > most) out += ", …";
        return out;
    }

private:
    message_list& into_;
};

}  // namespace workmem::detail

namespace workmem {

WORKMEM_DECL result<message_list> read_message(const text::json_view& json) {
    message_list out;
    if (detail::message_reader{out}.read(json)) return {std::move(out)};
    return error{error_code::validation_error,
                 "a message must be one of OpenAI's, Anthropic's, Gemini's, MCP's or LangChain's, "
                 "with role, type, parts, kwargs or jsonrpc, a list of them, or a response that "
                 "holds them, is " +
                     detail::message_reader::describe(json)};
}

WORKMEM_DECL result<message_list> read_message_text(std::string_view json) {
    text::json_document document{json};
    if (!document) return document.problem(json);
    std::forward_list<text::json_document> held;
    held.push_front(std::move(document));
    auto out = read_message(held.front().root());
    if (out) out->documents.splice_after(out->documents.before_begin(), held);
    return out;
}

}  // namespace workmem
