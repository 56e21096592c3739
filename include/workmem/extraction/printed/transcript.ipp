#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/transcript.hpp>

#include <algorithm>

namespace workmem::extraction::printed {

namespace detail {

constexpr std::size_t most_parts = 64;

[[nodiscard]] WORKMEM_DECL bool says_something(const text::json_view& value) {
    if (value.is_string()) return !value.string().empty();
    if (value.is_structured()) return !value.empty();
    return value.boolean();
}

// A text, or the texts of a list of parts.
[[nodiscard]] WORKMEM_DECL bool take_texts(const text::json_view& value, transcript& out) {
    if (value.is_string()) {
        out.texts.push_back(value.string());
        return true;
    }
    if (!value.is_array() || value.empty() || value.size() > 1000) return false;
    for (const auto& part : value) {
        if (out.texts.size() == most_parts) break;
        const auto inner = part.is_object() ? part.find("resource") : text::json_view{};
        const auto holder = inner.is_object() ? inner : part;
        const auto text = part.is_string() ? part : holder.find("text");
        const auto kind = part.is_object() ? part.find("type").string() : std::string_view{};
        if (text.is_string())
            out.texts.push_back(text.string());
        else if (kind != "image" && kind != "audio" && !part.contains("inlineData"))
            return false;
    }
    return true;
}

WORKMEM_DECL void take_object(const text::json_view& of, transcript& out) {
    if (of.size() > 16) return;
    if (of.find("isError").boolean() || of.find("is_error").boolean()) {
        out.failed = out.is_text = true;
        return;
    }
    if (const auto told = of.find("llmContent")) {
        out.failed = says_something(of.find("error"));
        out.is_text = take_texts(told, out) || out.failed;
        return;
    }
    if (const auto parts = of.find("content");
        parts.is_array() && !of.contains("structuredContent")) {
        const bool carries =
            !parts.empty() && parts.front().is_object() && parts.front().find("type").is_string();
        out.is_text = carries && take_texts(parts, out);
        if (!out.is_text) out.texts.clear();
        return;
    }
    // {"mode": "content", "content": "src/a.ts:3:x", "numLines": 1}
    if (const auto lines = of.find("content"); lines.is_string() && of.find("mode").is_string()) {
        out.is_text = true;
        out.texts.push_back(lines.string());
        return;
    }
    static constexpr std::string_view statuses[]{"exit_code", "exitCode", "code", "returncode",
                                                 "returnCode"};
    const auto metadata = of.find("metadata");
    text::json_view status;
    for (const auto each : statuses)
        for (const auto& holder : {of, metadata})
            if (const auto found = holder.is_object() ? holder.find(each) : text::json_view{};
                found.is_integer() && !status)
                status = found;
    const auto errors = of.find("stderr");
    auto printed = of.find("stdout");
    if (!printed.is_string() && (status || errors.is_string())) printed = of.find("output");
    if (!printed.is_string()) return;
    out.is_text = true;
    out.ended_badly = status.integer() != 0;
    const bool silent = trimmed(printed.string()).empty() && errors.is_string();
    out.texts.push_back(silent ? errors.string() : printed.string());
}

// "Exit code: 1", "Command output:" and a fence.
WORKMEM_DECL void take_off_frame(std::string_view& text, bool& ended_badly) {
    constexpr std::size_t most_lines = 12;
    const auto status = [&](std::string_view line) {
        for (const std::string_view label : {"Exit code: ", "Exit Code: ", "Exit code "})
            if (auto rest = behind(line, label); rest.data()) {
                const auto number = take_digits(rest);
                if (number.empty()) continue;
                ended_badly = ended_badly || number != "0";
                return true;
            }
        return false;
    };
    const auto label_of = [](std::string_view line) {
        const auto colon = line.find(": ");
        const auto end =
            colon == std::string_view::npos && line.ends_with(':') ? line.size() - 1 : colon;
        const auto label = line.substr(0, (std::min)(end, line.size()));
        return end != std::string_view::npos && label.size() < 24 && label.size() > 2 &&
                       label.find_first_not_of(
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz ") ==
                           std::string_view::npos
                   ? label
                   : std::string_view{};
    };
    line_reader lines{text};
    std::string_view line;
    const bool framed = text.starts_with("Command: ") || text.starts_with("Exit code") ||
                        text.starts_with("Chunk ID: ") || text.starts_with("Wall time: ");
    if (!framed) return;
    auto rest = text;
    for (std::size_t seen = 0; seen < most_lines && lines.next(line); ++seen) {
        if (status(line)) {
            rest = lines.rest();
            if (line.find(':') == std::string_view::npos) break;
            continue;
        }
        const auto label = label_of(line);
        if (label == "Output" || label == "Command output" || label == "Stdout") {
            const auto same = trimmed(line.substr(label.size() + 1));
            rest = same.empty() ? lines.rest()
                                : text.substr(static_cast<std::size_t>(same.data() - text.data()));
            break;
        }
        if (!line.empty() && label.empty()) break;
        if (line.empty()) continue;
        rest = lines.rest();
    }
    // what stands behind the output
    if (text.starts_with("Command: ")) {
        const auto end = rest.rfind("\nError: ");
        if (end != std::string_view::npos) {
            for (line_reader tail{rest.substr(end + 1)}; tail.next(line);) (void)status(line);
            rest = rest.substr(0, end);
        }
        if (rest == "(empty)") rest = {};
    }
    rest = rest.substr((std::min)(rest.find_first_not_of("\r\n"), rest.size()));
    if (rest.starts_with("```")) {
        const auto begin = rest.find('\n');
        const auto end = rest.rfind("\n```");
        if (begin != std::string_view::npos && end != std::string_view::npos && end >= begin)
            rest = rest.substr(begin + 1, end > begin ? end - begin - 1 : 0);
    }
    text = rest;
}

}  // namespace detail

WORKMEM_DECL void read_transcript(const text::json_view& result, bool runs, transcript& out) {
    if (result.is_object()) {
        detail::take_object(result, out);
    } else if (result.is_array()) {
        const bool parts =
            !result.empty() && result.front().is_object() && result.front().find("type") == "text";
        out.is_text = parts && detail::take_texts(result, out);
    } else if (result.is_string()) {
        out.is_text = true;
        out.texts.push_back(result.string());
    }
    // a shell's answer as JSON in a text
    if (out.is_text && out.texts.size() == 1 && !out.failed) {
        const auto text = trimmed(out.texts.front().substr(0, 64));
        if (text.starts_with("{\"output\":") || text.starts_with("{\"stdout\":") ||
            text.starts_with("{\"exit_code\":")) {
            text::json_document read{out.texts.front()};
            transcript inner;
            if (read && read.root().is_object()) detail::take_object(read.root(), inner);
            if (inner.is_text) {
                out.texts = std::move(inner.texts);
                out.failed = inner.failed;
                out.ended_badly = inner.ended_badly;
                out.parsed = std::move(read);
            }
        }
    }
    if (runs && !out.texts.empty()) {
        detail::take_off_frame(out.texts.front(), out.ended_badly);
        out.texts.front() = without_escapes(out.texts.front(), out.storage);
    }
}

}  // namespace workmem::extraction::printed
