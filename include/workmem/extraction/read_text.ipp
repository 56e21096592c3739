#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/read_text.hpp>
#include <workmem/text/ascii.hpp>

#include <algorithm>

namespace workmem::extraction::detail {

WORKMEM_DECL void collect_text(const text::json_view& value, std::size_t max_bytes,
                               std::size_t& budget, int depth, std::string& out) {
    if (budget == 0 || depth > 5 || out.size() >= max_bytes) return;
    --budget;
    if (value.is_string()) {
        out += value.string().substr(0, max_bytes);
    } else if (value.is_array()) {
        for (const auto& part : value) {
            if (budget == 0 || out.size() >= max_bytes) break;
            if (part.is_structured()) collect_text(part, max_bytes, budget, depth + 1, out);
        }
    } else if (value.is_object() && value.size() <= 64) {
        static constexpr field_name texts_inside[]{
            "rendered", "plain_text", "text", "content", "value", "title",  "rich_text",
            "name",     "formatted",  "raw",  "label",   "en",    "default"};
        const record fields{value};
        for (const auto& each : texts_inside)
            if (const auto* inner = fields.find(each)) {
                const auto before = out.size();
                collect_text(inner->value, max_bytes, budget, depth + 1, out);
                if (out.size() > before) return;
            }
    }
}

}  // namespace workmem::extraction::detail

namespace workmem::extraction {

WORKMEM_DECL bool read_text(const text::json_view& value, std::size_t max_bytes, std::string& out) {
    std::string collected;
    std::string_view view;
    if (value.is_string()) {
        view = value.string().substr(0, max_bytes + 4);
    } else {
        std::size_t budget = 64;
        detail::collect_text(value, max_bytes + 4, budget, 0, collected);
        view = collected;
    }
    const auto begin = view.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return false;
    view = view.substr(begin, view.find_last_not_of(" \t\r\n") - begin + 1);
    // The first paragraph, on one line.
    view = text::prefix(view.substr(0, view.find("\n\n")), max_bytes);
    out = text::is_valid(view) ? std::string{view}
                               : std::string{text::prefix(text::to_valid(view), max_bytes)};
    const auto breaks = [](char c) { return c == '\t' || c == '\r' || c == '\n'; };
    if (std::any_of(out.begin(), out.end(), breaks)) {
        std::replace_if(out.begin(), out.end(), text::is_blank, ' ');
        const auto is_gap = [](char a, char b) { return a == ' ' && b == ' '; };
        out.erase(std::unique(out.begin(), out.end(), is_gap), out.end());
    }
    return !out.empty();
}

WORKMEM_DECL bool read_person(const record& fields, std::size_t max_bytes, std::string& out,
                              std::string_view& field) {
    if (const auto* own = fields.find("name"_field); own && own->value.is_object())
        return read_person(record{own->value}, max_bytes, out, field);
    static constexpr field_name whole_names[]{"name", "display_name", "full_name"};
    for (const auto& each : whole_names)
        if (const auto* own = fields.find(each)) {
            const auto text = own->value.string();
            if (text.find(' ') != std::string_view::npos) return false;
            if (!text.empty() && &each == &whole_names[0]) return false;
        }
    static constexpr field_name first_names[]{"first_name", "given_name", "fore_name"};
    static constexpr field_name last_names[]{"last_name", "family_name", "surname"};
    // `name: {first: …, last: …}`
    if (const auto* const first = fields.find("first"_field); first && first->value.is_string())
        if (const auto* const last = fields.find("last"_field); last && last->value.is_string()) {
            std::string family;
            if (read_text(first->value, max_bytes, out) &&
                read_text(last->value, max_bytes, family) &&
                out.size() + family.size() < max_bytes) {
                field = "name";
                out.append(" ").append(family);
                return true;
            }
            out.clear();
        }
    // `{"given": ["Ana", "Maria"], "family": "Rey"}`
    if (const auto* const given = fields.find("given"_field); given != nullptr) {
        const auto first = given->value.is_array() ? given->value.front() : given->value;
        if (first.is_string() && read_text(first, max_bytes, out)) {
            std::string family;
            if (const auto* const part = fields.find("family"_field);
                part && part->value.is_string() && read_text(part->value, max_bytes, family) &&
                out.size() + family.size() < max_bytes)
                out.append(" ").append(family);
            field = "name";
            return true;
        }
    }
    std::string last;
    for (const auto& each : first_names)
        if (const auto* part = fields.find(each); part && out.empty()) {
            read_text(part->value, max_bytes, out);
            field = part->name;
        }
    for (const auto& each : last_names)
        if (const auto* part = fields.find(each); part && last.empty())
            read_text(part->value, max_bytes, last);
    if (last.empty()) return !out.empty();
    if (out.size() + last.size() < max_bytes) {
        if (!out.empty()) out += ' ';
        out += last;
    }
    return true;
}

WORKMEM_DECL bool read_tagged(const record& fields, std::size_t max_bytes, std::string& out,
                              std::string_view& field) {
    const auto* kind = fields.find("type"_field);
    if (!kind || !kind->value.is_string() || kind->value.string().size() > 64) return false;
    const auto* own = fields.find(field_hash(kind->value.string()));
    if (!own || own == kind || !own->value.is_object()) return false;
    if (!read_text(own->value, max_bytes, out)) return false;
    field = own->name;
    return true;
}

WORKMEM_DECL bool read_titled(const record& fields, std::size_t max_bytes, std::string& out,
                              std::string_view& field) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (!fields[i].value.is_object() || fields[i].value.size() > 16) continue;
        if (fields[i].value.find("type") != "title") continue;
        if (!read_text(fields[i].value, max_bytes, out)) return false;
        field = fields[i].name;
        return true;
    }
    return false;
}

WORKMEM_DECL bool read_pair(const record& fields, std::size_t max_bytes, std::string& out,
                            std::string_view& field) {
    static constexpr field_name pair_lists[]{"tags", "labels", "attributes", "headers"};
    for (const auto& each : pair_lists) {
        const auto* own = fields.find(each);
        if (!own || !own->value.is_array()) continue;
        std::size_t seen = 0;
        for (const auto& pair : own->value) {
            if (++seen > 32 || !pair.is_object() || pair.size() > 4) break;
            const record members{pair};
            const auto* key = members.find("key"_field);
            if (!key) key = members.find("name"_field);
            const auto* value = members.find("value"_field);
            if (!key || !value || !key->value.is_string()) continue;
            const auto text = key->value.string();
            if (!same_field(text, "name") && !same_field(text, "subject") &&
                !same_field(text, "title"))
                continue;
            if (!read_text(value->value, max_bytes, out)) continue;
            field = own->name;
            return true;
        }
    }
    return false;
}

}  // namespace workmem::extraction
