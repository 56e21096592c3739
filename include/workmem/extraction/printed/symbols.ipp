#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/printed/readers.hpp>

#include <string>

namespace workmem::extraction::printed {

WORKMEM_DECL bool read_symbols(std::string_view text, things& out) {
    line_reader lines{text};
    std::string_view line;
    bool any = false, within = false;
    while (lines.next(line)) {
        if (line.empty() || line.starts_with("---")) {
            within = within && !line.starts_with("---");
            continue;
        }
        if (const auto name = behind(line, "Symbol: "); name.data() && !within) {
            out.add("symbol", name, name);
            any = within = true;
        } else if (within) {
            if (const auto path = behind(line, "File: "); path.data()) out.add_file(trimmed(path));
            if (const auto kind = behind(line, "Kind: "); kind.data()) out.describe("kind", kind);
        }
        if (!any) return false;
    }
    return any;
}

namespace detail {

[[nodiscard]] WORKMEM_DECL std::string place_in(const text::json_view& range, bool with_column) {
    const auto start = range.find("start");
    if (!start.is_object() || !start.find("line").is_integer()) return {};
    auto out = std::to_string(start.find("line").integer() + 1);
    if (with_column && start.find("character").is_integer())
        (out += ':') += std::to_string(start.find("character").integer() + 1);
    return out;
}

[[nodiscard]] WORKMEM_DECL bool is_error(const text::json_view& severity) {
    return severity.is_integer() ? severity.integer() == 1
                                 : severity == "Error" || severity == "error";
}

WORKMEM_DECL bool read_location(const text::json_view& each, things& out) {
    constexpr std::size_t most_faults = 1000;
    if (!each.is_object()) return false;
    const auto location = each.find("location");
    const auto holder = location.is_object() ? location : each;
    auto uri = holder.find("uri");
    if (!uri.is_string()) uri = holder.find("targetUri");
    const auto name = each.find("name_path") ? each.find("name_path") : each.find("name");
    const auto kind = each.find("kind");
    if (name.is_string() && (kind.is_integer() || kind.is_string()) &&
        (location.is_object() || each.contains("name_path") || each.contains("range"))) {
        const auto text = name.string();
        const auto at = text.rfind('/');
        out.add("symbol", text,
                each.contains("name_path") && at != std::string_view::npos ? text.substr(at + 1)
                                                                           : text);
        if (uri.is_string()) out.describe("file", path_of_uri(uri.string()));
        return true;
    }
    // A remark on a line is none where it has an id.
    const auto has_id = [&] {
        for (auto member = each.begin(); member != each.end(); ++member)
            if (const auto key = member.key();
                key == "id" || extraction::detail::ends_with_word(key, "id"))
                return true;
        return false;
    };
    if (!uri.is_string() && each.size() <= 8 && !has_id()) {
        static constexpr std::string_view paths[]{"path", "file", "relative_path", "filename"};
        static constexpr std::string_view lines[]{"line", "line_number", "lineNumber", "start_line",
                                                  "startLine"};
        for (const auto called : paths) {
            const auto path = each.find(called);
            if (!path.is_string() || !is_path_line(path.string())) continue;
            for (const auto number : lines)
                if (each.find(number).is_integer()) {
                    out.add_file(path.string());
                    out.describe("line", std::to_string(each.find(number).integer()));
                    return true;
                }
        }
    }
    if (!uri.is_string() || uri.string().size() > longest_path) return false;
    const auto path = path_of_uri(uri.string());
    if (const auto faults = each.find("diagnostics"); faults.is_array()) {
        std::size_t looked = 0;
        for (const auto& fault : faults) {
            if (++looked > most_faults) break;
            if (!fault.is_object() || !is_error(fault.find("severity"))) continue;
            out.add_at("error", path, place_in(fault.find("range"), true), {},
                       fault.find("message").string());
            out.add_file(path);
        }
        return true;
    }
    const auto range = holder.find("range");
    if (!range.is_object() && !holder.find("targetRange").is_object()) return false;
    out.add_file(path);
    if (range.is_object()) out.describe("line", place_in(range, false));
    return true;
}

}  // namespace detail

WORKMEM_DECL bool read_locations(const text::json_view& root, things& out) {
    constexpr std::size_t most = 10'000;
    if (root.is_object()) return detail::read_location(root, out);
    if (!root.is_array() || root.empty()) return false;
    std::size_t looked = 0;
    for (const auto& each : root) {
        if (++looked > most) break;
        if (!detail::read_location(each, out)) return looked > 1;
    }
    return true;
}

}  // namespace workmem::extraction::printed
