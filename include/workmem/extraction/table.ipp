#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/parse/lines.hpp>
#include <workmem/extraction/table.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/document_builder.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace workmem::extraction {

namespace detail {

// What the columns are called; empty where these are no columns.
[[nodiscard]] WORKMEM_DECL std::vector<std::string_view> column_names(const text::json_view& list) {
    std::vector<std::string_view> out;
    if (!list.is_array() || list.size() > 256) return out;
    for (const auto& each : list) {
        auto name = each;
        if (each.is_object()) {
            const record fields{each};
            static constexpr field_name names[]{"name", "column_name", "field", "label"};
            for (const auto& known : names)
                if (const auto* const found = fields.find(known)) {
                    name = found->value;
                    break;
                }
        }
        const auto text = name.string();
        if (text.empty() || std::find(out.begin(), out.end(), text) != out.end()) return {};
        out.push_back(text);
    }
    return out;
}

[[nodiscard]] WORKMEM_DECL table beside_columns(const record& fields) {
    static constexpr field_name heads[]{"columns", "cols",         "fields",        "header",
                                        "headers", "column_names", "column_headers"};
    static constexpr field_name bodies[]{"rows", "data", "values", "records", "results"};
    for (const auto& head : heads) {
        const auto* const named = fields.find(head);
        auto columns = named ? column_names(named->value) : std::vector<std::string_view>{};
        if (columns.empty()) continue;
        for (const auto& body : bodies) {
            const auto* const rows = fields.find(body);
            if (!rows || !rows->value.is_array()) continue;
            const auto first = rows->value.front();
            if (first.is_object() || (first.is_array() && first.size() == columns.size()))
                return {std::move(columns), rows->value};
        }
    }
    return {};
}

}  // namespace detail

WORKMEM_DECL table find_table(const text::json_view& root) {
    constexpr std::size_t most_depth = 3;
    if (root.is_array() && root.size() > 1 && root.front().is_array()) {
        auto columns = detail::column_names(root.front());
        if (columns.size() > 1 && root[1].is_array() && root[1].size() == columns.size())
            return {std::move(columns), root, 1};
        return {};
    }
    auto node = root;
    for (std::size_t depth = 0; depth < most_depth && node.is_object() && node.size() <= 32;
         ++depth) {
        const record fields{node};
        if (auto found = detail::beside_columns(fields)) return found;
        static constexpr field_name wrappers[]{"data",   "result", "results", "response",
                                               "output", "series", "tables",  "reports"};
        node = {};
        for (const auto& name : wrappers)
            if (const auto* const inner = fields.find(name)) {
                const bool alone = inner->value.is_array() && inner->value.size() == 1;
                node = alone ? inner->value.front() : inner->value;
                if (node.is_object()) break;
            }
    }
    return {};
}

WORKMEM_DECL text::json_document to_objects(const table& of) {
    text::document_builder out;
    std::size_t looked = 0;
    out.begin_array();
    for (const auto& row : of.rows) {
        if (looked++ < of.first || looked > most_rows) continue;
        if (!row.is_array() || row.size() != of.columns.size()) continue;
        out.begin_object();
        auto column = of.columns.begin();
        for (const auto& cell : row) {
            out.name(*column++);
            out.value(cell);
        }
        out.end();
    }
    out.end();
    return out.finish();
}

WORKMEM_DECL text::json_document to_files(const text::json_view& paths, bool known) {
    constexpr std::size_t most = 256, longest = 200;
    if (!paths.is_array() || paths.empty()) return {};
    text::document_builder out;
    std::size_t count = 0;
    bool nested = known;  // `example.com` alone may be anything
    out.begin_array();
    for (const auto& each : paths) {
        const auto path = each.string();
        if (path.empty() || path.size() > longest || path.find('\n') != std::string_view::npos ||
            !(known || identify::is_path(path)))
            return {};
        nested = nested || path.find('/') != std::string_view::npos;
        if (++count > most) continue;
        out.begin_object();
        out.name("path");
        out.text(path);
        out.name("type");
        out.text(path.ends_with('/') ? "directory" : "file");
        out.end();
    }
    out.end();
    return nested ? out.finish() : text::json_document{};
}

WORKMEM_DECL text::json_document to_named(const text::json_view& names) {
    constexpr std::size_t most = 256, longest = 80;
    if (!names.is_array() || names.empty()) return {};
    text::document_builder out;
    std::vector<std::string_view> seen;
    out.begin_array();
    for (const auto& each : names) {
        const auto name = each.string();
        if (text::trimmed(name).empty() || name.size() > longest ||
            name.find('\n') != std::string_view::npos)
            return {};
        if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
        if (seen.size() == most) break;
        seen.push_back(name);
        out.begin_object();
        for (const std::string_view field : {"id", "name"}) {
            out.name(field);
            out.text(name);
        }
        out.end();
    }
    out.end();
    return out.finish();
}

}  // namespace workmem::extraction
