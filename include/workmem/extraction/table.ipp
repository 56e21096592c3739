#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/table.hpp>
#include <workmem/text/json_writer.hpp>

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

WORKMEM_DECL std::string beside_each_other(const text::json_view& root) {
    constexpr std::size_t most_rows = 256, most_fields = 32, longest_name = 64;
    if (!root.is_object() || root.size() > most_fields) return {};
    const record fields{root};
    // A thing that has lists is one thing.
    static constexpr field_name own[]{"id", "name", "title", "uuid", "key"};
    for (const auto& each : own)
        if (const auto* const found = fields.find(each); found && !found->value.is_array())
            return {};
    std::vector<std::pair<std::string_view, text::json_view>> lists;
    for (auto each = root.begin(); each != root.end(); ++each) {
        if (!each->is_array()) {
            if (each->is_structured() || detail::ends_with_word(each.key(), "id")) return {};
            continue;
        }
        if (each.key().size() > longest_name) return {};
        if (each->size() < 2 || (!lists.empty() && each->size() != lists[0].second.size()))
            return {};
        for (const auto& one : *each)
            if (one.is_structured()) return {};
        lists.emplace_back(each.key(), *each);
    }
    if (lists.size() < 2) return {};
    // Codes that tell the rows apart stand in one of them.
    const auto tells_apart = [](const text::json_view& list) {
        std::vector<std::string_view> seen;
        for (const auto& each : list) {
            if (seen.size() == most_rows) break;
            const auto text = each.string();
            if (text.find_first_of("0123456789") == std::string_view::npos ||
                std::find(seen.begin(), seen.end(), text) != seen.end())
                return false;
            seen.push_back(text);
        }
        return true;
    };
    if (std::none_of(lists.begin(), lists.end(),
                     [&](const auto& each) { return tells_apart(each.second); }))
        return {};
    std::string out{'['};
    for (std::size_t row = 0; row < lists[0].second.size() && row < most_rows; ++row) {
        out += row > 0 ? ",{" : "{";
        for (std::size_t i = 0; i < lists.size(); ++i) {
            if (i > 0) out += ',';
            text::append_json(out, text::json_view::of_text(lists[i].first));
            out += ':';
            text::append_json(out, lists[i].second[row]);
        }
        out += '}';
    }
    return out += ']';
}

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

WORKMEM_DECL std::string to_objects(const table& of) {
    constexpr std::size_t most_rows = 256;
    std::string out{'['};
    for (auto i = of.first; i < of.rows.size() && i < most_rows; ++i) {
        const auto row = of.rows[i];
        if (!row.is_array() || row.size() != of.columns.size()) continue;
        out += out.size() > 1 ? ",{" : "{";
        for (std::size_t c = 0; c < of.columns.size(); ++c) {
            if (c > 0) out += ',';
            text::append_json(out, text::json_view::of_text(of.columns[c]));
            out += ':';
            text::append_json(out, row[c]);
        }
        out += '}';
    }
    return out += ']';
}

WORKMEM_DECL std::string to_files(const text::json_view& paths, bool known) {
    constexpr std::size_t most = 256, longest = 200;
    if (!paths.is_array() || paths.empty()) return {};
    std::string out{'['};
    std::size_t count = 0;
    bool nested = known;  // `example.com` alone may be anything
    for (const auto& each : paths) {
        const auto path = each.string();
        if (path.empty() || path.size() > longest || path.find('\n') != std::string_view::npos ||
            !(known || identify::is_path(path)))
            return {};
        nested = nested || path.find('/') != std::string_view::npos;
        if (++count > most) continue;
        out += out.size() > 1 ? ",{\"path\":" : "{\"path\":";
        text::append_json(out, each);
        out += path.ends_with('/') ? ",\"type\":\"directory\"}" : ",\"type\":\"file\"}";
    }
    return nested ? out += ']' : std::string{};
}

}  // namespace workmem::extraction
