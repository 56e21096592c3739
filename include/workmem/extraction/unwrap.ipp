#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/list.hpp>
#include <workmem/extraction/printed/python_literal.hpp>
#include <workmem/extraction/printed/table.hpp>
#include <workmem/extraction/table.hpp>
#include <workmem/extraction/unwrap.hpp>
#include <workmem/extraction/xml.hpp>
#include <workmem/extraction/yaml.hpp>

#include <algorithm>

namespace workmem::extraction {

WORKMEM_DECL void unwrap::operator()(const text::json_view& result, unwrapped& out,
                                     std::size_t max_depth, const trace& note) const {
    auto node = result;
    for (std::size_t depth = 0; depth < max_depth && node; ++depth) {
        const auto next = node.is_string()   ? from_text(node, out, note)
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
        out.root = found.has_objects() ? found.rows
                                       : parse(out.corrected.emplace_front(to_objects(found)), out);
    } else if (auto rows = beside_each_other(out.root); !rows.empty()) {
        note("unwrap", "columns", "lists that stand beside each other");
        out.is_table = true;
        out.root = parse(out.corrected.emplace_front(std::move(rows)), out);
    }
}

WORKMEM_DECL text::json_view unwrap::parse(std::string_view text, unwrapped& out) {
    text::json_document read{text};
    if (!read && !text::is_valid(text))
        read = text::json_document{out.corrected.emplace_front(text::to_valid(text))};
    if (!read.root().is_structured()) return {};
    return out.parsed.emplace_front(std::move(read)).root();
}

WORKMEM_DECL text::json_view unwrap::find_json(std::string_view text, unwrapped& out) {
    text = trimmed(text);
    if (opens(text))
        if (const auto value = parse(text, out)) return value;
    if (const auto fence = text.find("```"); fence != std::string_view::npos) {
        const auto line = text.find('\n', fence);
        const auto end = line == std::string_view::npos ? line : text.find("```", line);
        if (end != std::string_view::npos)
            if (const auto inner = trimmed(text.substr(line, end - line)); opens(inner))
                return parse(inner, out);
    }
    for (const char* opening : {"\n{", "\n["}) {
        const auto begin = text.find(opening);
        if (begin == std::string_view::npos) continue;
        const auto end = text.rfind(opening[1] == '{' ? '}' : ']');
        if (end != std::string_view::npos && end > begin)
            return parse(text.substr(begin + 1, end - begin), out);
    }
    return {};
}

WORKMEM_DECL std::string unwrap::join_lines(std::string_view text) {
    std::string out;
    std::size_t documents = 0;
    while (!text.empty()) {
        const auto end = (std::min)(text.find('\n'), text.size());
        const auto line = trimmed(text.substr(0, end));
        text.remove_prefix((std::min)(end + 1, text.size()));
        if (line.empty()) continue;
        if (!line.starts_with('{') || !line.ends_with('}')) return {};
        out += documents++ == 0 ? '[' : ',';
        out += line;
    }
    if (documents < 2) return {};
    out += ']';
    return out;
}

WORKMEM_DECL text::json_view unwrap::find_records(std::string_view text, unwrapped& out,
                                                  const trace& note) {
    text = trimmed(text);
    const auto read = [&](std::string&& found) {
        return found.empty() ? text::json_view{}
                             : parse(out.corrected.emplace_front(std::move(found)), out);
    };
    if (const auto inner = read(join_lines(text))) {
        note("unwrap", "text", "a JSON document on each line");
        return inner;
    }
    if (const auto inner = find_json(text, out)) {
        note("unwrap", "text", "it holds JSON");
        return inner;
    }
    if (const auto inner = read(read_xml(text))) {
        note("unwrap", "text", "an XML document");
        return inner;
    }
    auto rows = read_printed_table(text);
    if (rows.empty()) rows = read_printed_list(text);
    if (rows.empty()) rows = printed::read_python_literal(text);
    if (const auto inner = read(std::move(rows))) {
        note("unwrap", "text", "a table or a listing");
        out.is_table = true;
        return inner;
    }
    auto inner = read(read_yaml(text));
    if (inner) note("unwrap", "text", "a YAML document");
    if (inner || !(inner = read(read_printed_fields(text)))) return inner;
    note("unwrap", "text", "names and values");
    return inner;
}

WORKMEM_DECL text::json_view unwrap::from_text(const text::json_view& value, unwrapped& out,
                                               const trace& note) {
    const auto text = value.string();
    if (const auto inner = find_records(text, out, note)) return inner;
    out.text = text;
    note("unwrap", text, "plain text holds no record");
    return {};
}

WORKMEM_DECL bool unwrap::is_transport(const text::json_view& value) {
    if (!value.is_object() || !value.find("content").is_array()) return false;
    return value.size() ==
           1 + std::size_t{value.contains("isError")} + std::size_t{value.contains("_meta")};
}

WORKMEM_DECL bool unwrap::is_part(const text::json_view& value) {
    if (!value.is_object()) return false;
    const auto kind = value.find("type");
    if (!kind.is_string()) return false;
    const auto name = kind.string();
    if (name == "text") return value.find("text").is_string();
    return (name == "image" || name == "audio") ? value.contains("data")
                                                : name == "resource" && value.contains("resource");
}

WORKMEM_DECL text::json_view unwrap::from_parts(const text::json_view& list, unwrapped& out,
                                                const trace& note) {
    if (list.empty() || list.size() > 1000 || !is_part(list.front())) return list;
    std::size_t used = 0;
    for (const auto& part : list) {
        if (!is_part(part)) continue;
        const auto text = text_of_part(part);
        if (!text.is_string()) continue;
        const auto content = text.string();
        if (const auto value = find_records(content, out, trace{})) {
            out.parts.push_back(value);
            if (++used == 64) break;
        } else if (out.text.empty()) {
            out.text = content;
        }
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
                                                 const trace& note) const {
    if (value.size() > 16) return value;
    const auto content = value.find("content");
    const auto structured = value.find("structuredContent");
    const auto is_error = value.find("isError");
    const bool parts = content.is_array();
    if (is_error.boolean()) {
        note("unwrap", "isError", "the tool reports an error");
        out.failed = true;
        return {};
    }
    if (parts || structured) {
        const bool has_parts = parts && !content.empty() && is_part(content.front());
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
    if (const auto after = value.find("after"); after.is_object() && value.contains("before") &&
                                                value.size() <= 4 && !value.contains("id")) {
        note("unwrap", "after", "what a change has made of it");
        return after;
    }
    if (value.contains("jsonrpc"))
        if (const auto inner = value.find("result")) {
            note("unwrap", "jsonrpc", "the result of a remote call");
            return inner;
        }
    return from_envelope(value, out, note);
}

WORKMEM_DECL text::json_view unwrap::from_envelope(const text::json_view& value, unwrapped& out,
                                                   const trace& note) const {
    const record fields{value};
    const auto* status = fields.find("status"_field);
    if (!status) status = fields.find("statusCode"_field);
    const bool http = fields.find("headers"_field) && status && status->value.is_integer();
    text::json_view inner;
    envelopes.find([&](std::uint64_t hash) {
        const auto* field = fields.find(hash);
        if (!field) return false;
        if (http && field->value.is_structured()) {
            inner = field->value;
        } else if (const auto text = field->value.string();
                   (http || fields.size() <= 4) && opens(trimmed(text))) {
            inner = find_json(text, out);
        }
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
