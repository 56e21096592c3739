#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/parse/lines.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/table.hpp>
#include <workmem/extraction/unwrap.hpp>
#include <workmem/text/document_builder.hpp>

#include <algorithm>

namespace workmem::extraction {

WORKMEM_DECL void unwrap::operator()(const text::json_view& result, unwrapped& out,
                                     std::size_t max_depth, const trace& note) const {
    auto node = result;
    for (std::size_t depth = 0; depth < max_depth && node; ++depth) {
        const auto next = node.is_string()   ? from_text(node.string(), out, note)
                          : node.is_object() ? from_object(node, out, note)
                          : node.is_array()  ? from_parts(node, out, note)
                                             : text::json_view{};
        if (!next || next.is_same(node)) {
            if (!next && !node.is_structured()) node = {};
            if (!out.parts.empty() || out.failed || (!out.text.empty() && is_transport(node)))
                node = {};
            break;
        }
        node = next;
    }
    out.root = node.is_structured() ? node : text::json_view{};
    if (const auto found = find_table(out.root)) {
        note("unwrap", "rows", "a table: each row is an object with its columns");
        out.is_table = true;
        out.root = found.has_objects() ? found.rows : out.texts.add(to_objects(found));
    }
}

WORKMEM_DECL text::json_view unwrap::from_text(std::string_view text, unwrapped& out,
                                               const trace& note) {
    const auto found = parse_text(text, out.texts);
    if (!found.root) {
        out.text = text;
        note("unwrap", text, "plain text holds no record");
        return {};
    }
    note("unwrap", "text", found.form);
    out.is_table = out.is_table || found.is_table;
    return found.root;
}

WORKMEM_DECL bool unwrap::is_transport(const text::json_view& value) {
    if (!value.is_object() || !value.find("content").is_array()) return false;
    return value.size() ==
           1 + std::size_t{value.contains("isError")} + std::size_t{value.contains("_meta")};
}

WORKMEM_DECL bool unwrap::is_part(const text::json_view& value) {
    if (!value.is_object()) return false;
    const auto kind = value.find("type");
    if (!kind) return value.size() == 1 && value.find("text").is_string();
    if (!kind.is_string()) return false;
    const auto name = kind.string();
    if (name == "text") return value.find("text").is_string();
    if (name == "image" || name == "audio") return value.contains("data");
    return (name == "resource" && value.contains("resource")) ||
           (name == "resource_link" && value.contains("uri"));
}

namespace detail {

// What the resources and links of a list of parts are: `id`, or `path` of a file, and `name`.
[[nodiscard]] WORKMEM_DECL text::json_document linked_resources(const text::json_view& list) {
    text::document_builder out;
    std::size_t count = 0;
    out.begin_array();
    for (const auto& part : list) {
        const auto inner = part.find("resource");
        const auto of = inner.is_object() ? inner : part;
        const auto uri = of.find("uri").string();
        if (uri.empty() || uri.starts_with("ui://") || ++count > most_rows) continue;
        const auto title = of.find("title").string();
        const auto name = title.empty() ? of.find("name").string() : title;
        out.begin_object();
        const bool is_file = uri.starts_with("file://");
        out.name(is_file ? "path" : "id");
        is_file ? out.text(printed::path_of_uri(uri)) : out.text(uri);
        out.name("name");
        out.text(name.empty() ? printed::name_of_url(uri) : name);
        for (const std::string_view each : {"description", "mimeType"})
            if (const auto text = of.find(each).string(); !text.empty()) {
                out.name(each);
                out.text(text);
            }
        out.end();
    }
    out.end();
    return count > 0 ? out.finish() : text::json_document{};
}

}  // namespace detail

WORKMEM_DECL text::json_view unwrap::from_parts(const text::json_view& list, unwrapped& out,
                                                const trace& note) {
    if (list.empty() || list.size() > 1000 || !is_part(list.front())) return list;
    const bool links = std::any_of(list.begin(), list.end(), [](const text::json_view& part) {
        return part.find("type") == "resource_link";
    });
    constexpr std::size_t most_parts = 64;
    std::size_t looked = 0;
    std::size_t used = 0, texts = 0;
    std::string joined;
    for (const auto& part : list) {
        if (!is_part(part)) continue;
        if (looked++ == most_parts) break;
        // What a resource holds says less than that it is one of several.
        if (links && part.contains("resource")) continue;
        const auto text = text_of_part(part);
        if (!text.is_string()) continue;
        const auto content = text.string();
        if (const auto found = parse_text(content, out.texts); found.root) {
            out.is_table = out.is_table || found.is_table;
            out.parts.push_back(found.root);
            ++used;
        } else {
            if (out.text.empty()) out.text = content;
            ++texts;
            joined.append(joined.empty() ? "" : "\n").append(content);
        }
    }
    if (used == 0)
        if (const auto resources = out.texts.add(detail::linked_resources(list))) {
            note("unwrap", "content parts", "resources");
            return resources;
        }
    // A line of a list in each.
    if (texts > 1 && used == 0) {
        const auto found =
            parse_text(out.texts.corrected.emplace_front(std::move(joined)), out.texts);
        out.is_table = found.is_table;
        if (found.root) out.parts.push_back(found.root);
    }
    note("unwrap", "content parts",
         out.parts.empty() ? "no part holds JSON" : "the text of a part holds JSON");
    if (out.parts.size() == 1) {
        const auto only = out.parts.front();
        out.parts.clear();
        return only;
    }
    return {};
}

WORKMEM_DECL text::json_view unwrap::from_object(const text::json_view& value, unwrapped& out,
                                                 const trace& note, std::size_t levels) const {
    if (value.size() > 16) return value;
    const auto content = value.find("content");
    const auto structured = value.find("structuredContent");
    const auto is_error = value.find("isError");
    const bool parts = content.is_array();
    // How Gemini's command line carries what it shows to the model.
    if (const auto shown = value.find("llmContent")) {
        note("unwrap", "llmContent", "what the model was shown");
        return shown;
    }
    if (is_error.boolean()) {
        note("unwrap", "isError", "the tool reports an error");
        out.failed = true;
        return {};
    }
    if (parts || structured) {
        const bool has_parts = parts && !content.empty() && is_part(content.front());
        if (has_parts && is_text_alone(structured))
            if (const auto found = parse_text((*structured.begin()).string(), out.texts);
                found.root.is_object() || found.root.front().is_object()) {
                note("unwrap", "structuredContent", found.form);
                out.is_table = found.is_table;
                return found.root;
            }
        if (structured.is_object() && !structured.empty() &&
            !(has_parts && is_text_alone(structured))) {
            note("unwrap", "structuredContent", "the result of an MCP tool");
            return structured;
        }
        if (has_parts) {
            const auto inner = from_parts(content, out, note);
            return inner.is_same(content) ? value : inner;
        }
    }
    if (value.contains("jsonrpc"))
        if (const auto inner = value.find("result")) {
            note("unwrap", "jsonrpc", "the result of a remote call");
            return inner;
        }
    return from_envelope(value, out, note, levels);
}

WORKMEM_DECL text::json_view unwrap::inside_envelope(const text::json_view& value, unwrapped& out,
                                                     const trace& note, std::size_t levels) const {
    if (levels == 0) return {};
    if (!(value.contains("jsonrpc") || value.contains("headers") || value.size() == 1)) return {};
    const auto inner = from_object(value, out, note, levels - 1);
    return inner.is_same(value) ? text::json_view{} : inner;
}

WORKMEM_DECL text::json_view unwrap::from_envelope(const text::json_view& value, unwrapped& out,
                                                   const trace& note, std::size_t levels) const {
    constexpr std::size_t most_beside_body = 4;
    const record fields{value};
    const auto* status = fields.find("status"_field);
    if (!status) status = fields.find("statusCode"_field);
    const bool http = fields.find("headers"_field) && status && status->value.is_integer();
    text::json_view inner;
    // A text beside anything that a thing has is its body.
    const auto carries = [&](std::uint64_t body) {
        static constexpr field_name beside[]{
            "status",   "status_code", "success",   "ok",           "code",       "error",
            "errors",   "is_error",    "meta",      "headers",      "request_id", "format",
            "encoding", "truncated",   "total",     "count",        "has_more",   "message",
            "duration", "duration_ms", "mime_type", "content_type", "metadata",   "next_cursor"};
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (fields[i].hash != body &&
                std::none_of(std::begin(beside), std::end(beside),
                             [&](const field_name& each) { return each.hash == fields[i].hash; }))
                return false;
        return true;
    };
    envelopes.find([&](std::uint64_t hash) {
        const auto* field = fields.find(hash);
        if (!field) return false;
        if (http && field->value.is_structured())
            inner = field->value;
        else if (field->value.is_string() &&
                 (http || (fields.size() <= most_beside_body && carries(hash))))
            inner = parse_text(field->value.string(), out.texts).root;
        else if (field->value.is_object() && fields.size() == 1)
            inner =
                inside_envelope(field->value, out, note, levels);  // `{"data": {"result": "…"}}`
        if (inner) note("unwrap", field->name, "the body of an envelope");
        return bool{inner};
    });
    if (http && status->value.integer() >= 400) {
        note("unwrap", "status", "the status is that of an error");
        out.failed = true;
    }
    return inner ? inner : value;
}

}  // namespace workmem::extraction
