#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/parse/lines.hpp>
#include <workmem/extraction/parse/readers.hpp>
#include <workmem/extraction/parse/text_form.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/document_builder.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace workmem::extraction {

namespace detail {

[[nodiscard]] constexpr bool opens_json(std::string_view text) noexcept {
    return text.starts_with('{') || text.starts_with('[');
}

// A list of the objects that stand on a line each, as `mongoexport` writes them.
[[nodiscard]] WORKMEM_DECL text::json_view json_lines(std::string_view text, parsed_texts& in) {
    if (!text.starts_with('{') || text.find('\n') == std::string_view::npos) return {};
    text::document_builder out;
    std::size_t count = 0;
    out.begin_array();
    line_reader lines{text};
    for (std::string_view line; lines.next(line);) {
        line = text::trimmed(line);
        if (line.empty()) continue;
        if (!line.starts_with('{') || !line.ends_with('}')) return {};
        if (++count > most_rows) continue;
        const auto object = parse_json(line, in);
        if (!object) return {};
        out.value(object);
    }
    out.end();
    return count > 1 ? in.add(out.finish()) : text::json_view{};
}

// What stands between a tag and its end, and what of the text is before the tag: a warning, mostly.
[[nodiscard]] WORKMEM_DECL std::string_view between_tags(std::string_view text) noexcept {
    constexpr std::size_t longest_name = 80, most_tags = 32;
    for (std::size_t at = 0, tags = 0; tags < most_tags; ++tags) {
        at = text.find('<', at);
        if (at == std::string_view::npos) return {};
        const auto name_end = text.find_first_of(" >\n", at);
        const auto open_end = text.find('>', at);
        if (open_end == std::string_view::npos) return {};
        const auto name = text.substr(at + 1, name_end - at - 1);
        const bool is_name =
            !name.empty() && name.size() <= longest_name && text::is_letter(name.front());
        // The tag that carries rows stands at the end of its line.
        const bool ends_line = open_end + 1 < text.size() &&
                               (text[open_end + 1] == '\n' || text[open_end + 1] == '\r');
        if (is_name && (at == 0 || text[at - 1] == '\n') && ends_line) {
            const auto end = [&] {
                for (auto found = text.find("</", open_end); found != std::string_view::npos;
                     found = text.find("</", found + 2))
                    if (text.substr(found + 2).starts_with(name) &&
                        text.substr(found + 2 + name.size()).starts_with('>'))
                        return found;
                return std::string_view::npos;
            }();
            if (end != std::string_view::npos)
                return text::trimmed(text.substr(open_end + 1, end - open_end - 1));
        }
        at = open_end + 1;
    }
    return {};
}

// What a fence holds that opens a line.
[[nodiscard]] WORKMEM_DECL std::string_view in_fence(std::string_view text) noexcept {
    const auto fence = text.find("```");
    if (fence == std::string_view::npos) return {};
    const auto line = text.find('\n', fence);
    const auto end = line == std::string_view::npos ? line : text.find("```", line);
    return end == std::string_view::npos ? std::string_view{}
                                         : text::trimmed(text.substr(line, end - line));
}

// JSON that begins on a line of its own, behind a sentence.
[[nodiscard]] WORKMEM_DECL text::json_view json_behind_text(std::string_view text,
                                                            parsed_texts& in) {
    for (const std::string_view opening : {"\n{", "\n["}) {
        const auto begin = text.find(opening);
        if (begin == std::string_view::npos) continue;
        const auto end = text.rfind(opening[1] == '{' ? '}' : ']');
        if (end != std::string_view::npos && end > begin)
            if (const auto found = parse_json(text.substr(begin + 1, end - begin), in))
                return found;
    }
    return {};
}

// A text as it is shown: blanks stand for control characters, which no table or listing holds.
[[nodiscard]] WORKMEM_DECL std::string_view without_controls(std::string_view text,
                                                             parsed_texts& in) {
    const auto is_hidden = [](char c) { return text::is_control(c) && !text::is_blank(c); };
    if (std::none_of(text.begin(), text.end(), is_hidden)) return text;
    auto& out = in.corrected.emplace_front(text);
    std::replace_if(out.begin(), out.end(), is_hidden, ' ');
    return out;
}

}  // namespace detail

WORKMEM_DECL text::json_view parse_json(std::string_view text, parsed_texts& in) {
    text::json_document read{text};
    if (!read && !text::is_valid(text))
        read = text::json_document{in.corrected.emplace_front(text::to_valid(text))};
    return in.add(std::move(read));
}

WORKMEM_DECL parsed_text parse_text(std::string_view text, parsed_texts& in, std::size_t levels) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    text = text::trimmed(text);
    if (text.empty()) return {};
    if (const auto found = detail::json_lines(text, in))
        return {found, "a JSON document on each line"};
    if (detail::opens_json(text))
        if (const auto found = parse_json(text, in)) return {found, "it holds JSON"};
    text = detail::without_controls(text, in);
    if (auto found = in.add(read_xml(text))) return {found, "an XML document"};
    if (const auto inner = levels > 0 ? detail::between_tags(text) : std::string_view{};
        !inner.empty())
        if (const auto found = parse_text(inner, in, levels - 1); found.root) return found;
    if (const auto inner = detail::in_fence(text); detail::opens_json(inner))
        if (const auto found = parse_json(inner, in)) return {found, "JSON in a fence"};
    if (const auto found = detail::json_behind_text(text, in)) return {found, "it holds JSON"};
    for (const auto read : {&read_python_literal, &read_table, &read_list})
        if (const auto found = in.add(read(text))) return {found, "a table or a listing", true};
    if (const auto found = in.add(read_yaml(text))) return {found, "a YAML document"};
    if (const auto found = in.add(read_fields(text))) return {found, "names and values"};
    if (const auto found = in.add(read_names(text))) return {found, "names"};
    return {};
}

}  // namespace workmem::extraction
