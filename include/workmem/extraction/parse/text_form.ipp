#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/parse/lines.hpp>
#include <workmem/extraction/parse/marks.hpp>
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

// Whether what stands before or behind a document only tells of it.
[[nodiscard]] WORKMEM_DECL bool only_tells(std::string_view around) {
    around = text::trimmed(around);
    if (around.starts_with("HTTP/")) return true;  // its headers
    bool ended = false, one = true;
    each_line(around, [&](std::string_view line) {
        if (line.starts_with("```")) return true;  // of a fence in a fence
        one = !ended || line.empty();
        ended = line.empty();
        return one;
    });
    return one && !has_fields(around);
}

// A part of a text and what is around it.
struct part_of_text {
    std::string_view before{}, inner{}, behind{};

    // A heading behind it begins something else.
    [[nodiscard]] bool is_told_of() const {
        return only_tells(before) && !text::trimmed(behind).starts_with('#') && only_tells(behind);
    }
};

// Whether a record, or one in it, has the value, as a number or as text.
[[nodiscard]] WORKMEM_DECL bool has_value(const text::json_view& record, const std::string& value,
                                          std::size_t depth = 2) {
    constexpr std::size_t most = 64;
    std::size_t looked = 0;
    return std::any_of(record.begin(), record.end(), [&](const text::json_view& each) {
        if (looked++ >= most) return false;
        if (each.is_object()) return depth > 0 && has_value(each, value, depth - 1);
        return (each.is_string() || each.is_integer()) && to_id(each).text() == value;
    });
}

// What was asked for among what a text holds; nothing where that is something else.
[[nodiscard]] WORKMEM_DECL text::json_view answer_in(const text::json_view& found,
                                                     const parsed_texts& in) {
    if (!in.asked.id || !found) return found;
    const auto id = to_id(in.asked.id).text();
    const bool certain = in.asked.certain;
    if (found.is_object())
        return certain && found.contains("id") && !has_value(found, id) ? text::json_view{} : found;
    for (const auto& each : found) {
        if (each.is_object() && has_value(each, id, 0)) return each;
        if (!certain) break;
    }
    return certain ? text::json_view{} : found;
}

// Whether a text begins as a thing does that has more in it than what is listed there.
[[nodiscard]] WORKMEM_DECL bool has_head(std::string_view text) {
    return text.starts_with('#') || has_fields(text);
}

// What a fence holds that opens a line.
[[nodiscard]] WORKMEM_DECL part_of_text in_fence(std::string_view text) noexcept {
    constexpr std::string_view mark{"```"};
    const auto fence = text.find(mark);
    if (fence == std::string_view::npos) return {};
    const auto line = text.find('\n', fence);
    const auto end = line == std::string_view::npos ? line : text.find(mark, line);
    if (end == std::string_view::npos) return {};
    return {text.substr(0, fence), text::trimmed(text.substr(line, end - line)),
            text.substr(end + mark.size())};
}

// JSON that begins on a line of its own, behind a sentence.
[[nodiscard]] WORKMEM_DECL text::json_view json_behind_text(std::string_view text,
                                                            parsed_texts& in) {
    for (const std::string_view opening : {"\n{", "\n["}) {
        const auto begin = text.find(opening);
        if (begin == std::string_view::npos) continue;
        const auto end = text.rfind(opening[1] == '{' ? '}' : ']');
        if (end == std::string_view::npos || end < begin) continue;
        const part_of_text part{text.substr(0, begin), text.substr(begin + 1, end - begin),
                                text.substr(end + 1)};
        if (!part.is_told_of()) continue;
        if (const auto found = parse_json(part.inner, in)) return answer_in(found, in);
    }
    return {};
}

// What stands in a text, with some of the text around it.
[[nodiscard]] WORKMEM_DECL parsed_text parse_inside(std::string_view text, parsed_texts& in,
                                                    std::size_t levels) {
    if (const auto inner = levels > 0 ? between_tags(text) : std::string_view{}; !inner.empty()) {
        const auto begin = static_cast<std::size_t>(inner.data() - text.data());
        if (!has_fields(text.substr(0, begin)))
            if (const auto found = parse_text(inner, in, levels - 1); found.root) return found;
    }
    if (const auto fence = in_fence(text); opens_json(fence.inner) && fence.is_told_of())
        if (const auto found = answer_in(parse_json(fence.inner, in), in))
            return {found, "JSON in a fence"};
    if (const auto found = json_behind_text(text, in)) return {found, "it holds JSON"};
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
    if (auto found = detail::parse_inside(text, in, levels); found.root) return found;
    const auto answer = [&, has_head = detail::has_head(text)](text::json_document&& read) {
        const auto found = in.add(std::move(read));
        return has_head ? detail::answer_in(found, in) : found;
    };
    for (const auto read : {&read_python_literal, &read_table, &read_list})
        if (const auto found = answer(read(text))) return {found, "a table or a listing", true};
    if (const auto found = answer(read_yaml(text))) return {found, "a YAML document"};
    if (const auto found = answer(read_fields(text))) return {found, "names and values"};
    if (const auto found = answer(read_names(text))) return {found, "names"};
    return {};
}

}  // namespace workmem::extraction
