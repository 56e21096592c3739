#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/code.hpp>
#include <workmem/extraction/locate.hpp>

#include <algorithm>
#include <optional>

namespace workmem::extraction {

namespace detail {

// `{"content": […], "number": 0, "totalPages": 1}`: the number of a page
[[nodiscard]] WORKMEM_DECL bool is_page(const record& fields, const found_id& own) {
    static constexpr field_name counts[]{"total_pages", "total_elements", "page_size", "per_page"};
    return own.level == certainty::fair && own.value.is_integer() &&
           same_field(own.field, "number") &&
           std::any_of(std::begin(counts), std::end(counts),
                       [&](const field_name& each) { return fields.find(each) != nullptr; });
}

}  // namespace detail

WORKMEM_DECL located locate::operator()(const text::json_view& root, const tool_name& tool,
                                        const noun_forms& nouns, const identify& ids,
                                        std::size_t max_depth, std::size_t max_id_bytes,
                                        const trace& note) const {
    const search in{tool, nouns, ids, max_id_bytes, note};
    if (auto found = step({root, false, {}}, in, max_depth); found.node) return found;
    return in.wants_list() ? only_list(root, in) : located{};
}

WORKMEM_DECL located locate::only_list(const text::json_view& root, const search& in) const {
    constexpr std::size_t most_levels = 5;
    std::vector<text::json_view> level{root}, next;
    located out;
    for (std::size_t depth = 0, looked = 0; depth < most_levels; ++depth) {
        for (const auto& object : level) {
            const record members{object};
            for (std::size_t i = 0; i < members.size() && looked < max_objects; ++i, ++looked) {
                const auto& value = members[i].value;
                if (value.is_object()) next.push_back(value);
                if (!value.is_array() || value.size() < 2 || !is_list(value) ||
                    is_link(members[i].hash) || !in.tells_apart(value))
                    continue;
                if (out.node) return {};
                out = {value, false, members[i].name};
            }
        }
        level = std::exchange(next, {});
    }
    if (out.node) in.note("locate", out.field, "the only list of things");
    return out;
}

WORKMEM_DECL located locate::below(const record& fields, const search& in,
                                   std::size_t depth) const {
    if (in.nouns.empty() || depth < 2) return {};
    std::vector<text::json_view> queue;
    const auto push = [&](const record& members) {
        for (std::size_t i = 0; i < members.size() && queue.size() < max_objects; ++i)
            if (members[i].value.is_object() && !members[i].value.empty())
                queue.push_back(members[i].value);
    };
    push(fields);
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const record members{queue[i]};
        if (const auto* named = by_noun(members, in.nouns)) {
            in.note("locate", named->name, "the tool's noun, further down");
            if (auto found = into(*named, in, depth - 1, false); found.node) return found;
        }
        push(members);
    }
    return {};
}

WORKMEM_DECL bool locate::are_lists(const record& fields, const search& in) {
    constexpr std::size_t most = 64;
    std::size_t lists = 0;
    bool told = false;
    text::json_view first;
    for (std::size_t i = 0; i < fields.size() && i < most; ++i) {
        const auto& value = fields[i].value;
        if (!value.is_structured() || value.empty()) continue;
        if (!is_list(value)) return false;
        // Comments beside labels are things of two sorts.
        if (lists++ == 0)
            first = value.front();
        else if (!is_alike(record{value.front()}, record{first}))
            return false;
        told = told || in.tells_apart(value);
    }
    return lists > 1 && told;
}

namespace detail {

// Whether any field holds a text: switches and amounts alone are settings of something.
[[nodiscard]] WORKMEM_DECL bool says_something(const text::json_view& value) {
    return std::any_of(value.begin(), value.end(),
                       [](const text::json_view& each) { return !each.string().empty(); });
}

}  // namespace detail

WORKMEM_DECL bool locate::is_map_of_things(const text::json_view& value, bool asked) {
    constexpr std::size_t most = 64, least_digits = 4, year_digits = 4;
    const auto is_number = [](std::string_view key) {
        // 2031 is a year, 404 a status
        const bool year =
            key.size() == year_digits && (key.starts_with("19") || key.starts_with("20"));
        return key.size() >= least_digits && !year &&
               key.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (!value.is_object() || value.size() < 2) return false;
    // `light.kitchen`, `vm:web-1`
    const auto is_address = [](std::string_view key) {
        const auto mark = key.find_first_of(".:/");
        return mark != std::string_view::npos && mark > 0 && mark + 1 < key.size() &&
               key.find_first_of(" \t\n") == std::string_view::npos;
    };
    std::size_t looked = 0;
    std::optional<record> first;
    for (auto each = value.begin(); each != value.end() && looked < most; ++each, ++looked) {
        const auto key = each.key();
        if (!each->is_object() || !detail::says_something(*each) ||
            !(asked || is_code(key) || is_number(key) || is_address(key)))
            return false;
        if (!first)
            first.emplace(*each);
        else if (!is_alike(record{*each}, *first))
            return false;
    }
    return true;
}

WORKMEM_DECL text::json_view locate::inside(const record& element, const noun_forms& nouns,
                                            certainty own) const {
    if (own == certainty::strong) return {};
    const record::field* best = nullptr;
    for (std::size_t i = 0; i < element.size() && !best; ++i)
        if (element[i].value.is_structured() && nouns.match(element[i].hash) != noun_forms::none)
            best = &element[i];
    const auto holds = [](const text::json_view& value) {
        return value.is_object() && !value.empty();
    };
    static constexpr field_name holders[]{"node",   "item",   "resource", "document",
                                          "source", "record", "entity",   "object",
                                          "value",  "data",   "content",  "attributes"};
    for (const auto& name : holders)
        if (const auto* each = best || own > certainty::weak ? nullptr : element.find(name);
            each && holds(each->value) && (own == certainty::none || each->value.contains("id")))
            best = each;
    return best ? best->value : text::json_view{};
}

WORKMEM_DECL text::json_view locate::deeper(const record& element, const noun_forms& nouns) {
    const auto* const named = by_noun(element, nouns);
    return named && named->value.is_array() ? named->value : text::json_view{};
}

WORKMEM_DECL located locate::step(located at, const search& in, std::size_t depth,
                                  bool guess) const {
    if (at.node.is_array()) {
        in.note("locate", at.field, at.field.empty() ? "the result is a list" : "a list");
        return at;
    }
    if (!at.node.is_object() || depth == 0) return {};
    const record fields{at.node};
    const auto own = in.ids(fields, in.nouns, in.max_id_bytes);
    if (const auto* named = by_noun(fields, in.nouns)) {
        // `{"Id": "req-55", "Invoices": [{"InvoiceID": …}]}`
        const auto is_request = [&] {
            return own.form == noun_forms::none && name_in(fields).empty() &&
                   in.ids(record{named->value.front()}, in.nouns, in.max_id_bytes).form !=
                       noun_forms::none;
        };
        const bool better = named->value.is_array()
                                ? in.wants_list() || own.level < certainty::strong || is_request()
                                : own.level < certainty::strong || named->value.contains("id");
        if (better) {
            in.note("locate", named->name, "the field is called like the tool's noun");
            if (auto found = into(*named, in, depth, false); found.node) return found;
        }
    }
    const auto* wrapper =
        fields.find(wrappers, [](const text::json_view& value) { return holds_things(value); });
    const bool list_inside =
        in.wants_list() && ((wrapper && wrapper->value.is_array()) || is_container(fields, in));
    if (own.level == certainty::strong && !list_inside) {
        in.note("locate", own.field, "the object has an id of its own");
        return at;
    }
    if (wrapper && (own.level < certainty::fair || list_inside || detail::is_page(fields, own))) {
        in.note("locate", wrapper->name, "a usual wrapper");
        if (auto found = into(*wrapper, in, depth); found.node) {
            if (const auto kind = kind_of_list(fields); !kind.empty())
                found.field = kind;
            else if (wrappers.contains(found.field) && !at.field.empty())
                found.field = at.field;  // `callSheets: {edges: […]}`
            return found;
        }
    }
    if (own.level == certainty::fair) {
        in.note("locate", own.field, "the object has a number or key of its own");
        return at;
    }
    if (auto found = below(fields, in, depth); found.node) return found;
    if (are_lists(fields, in)) {
        in.note("locate", at.field, "lists of things under several names");
        return {at.node, true, at.field};
    }
    if (own.level == certainty::weak) {
        in.note("locate", own.field, "the object has a label of its own");
        return at;
    }
    if (auto found = as_map(at, fields, in); found.node) return found;
    // `albumList: {album: […]}`: what the tool's name has a word for
    const auto* only = only_child(fields, in);
    if (only != nullptr && !guess && !(only->value.is_array() && is_mentioned(only->name, in.tool)))
        only = nullptr;
    if (only != nullptr) {
        in.note("locate", only->name, "the only object or list inside");
        const bool tried = in.nouns.match(only->hash) != noun_forms::none;
        return step({only->value, false, only->name}, in, depth - 1, !tried);
    }
    if (is_known_by_name(at, fields, in)) {
        in.note("locate", at.field, "an object that has a name for its id");
        return at;
    }
    in.note("locate", at.field, "no object with an id, and no list of objects");
    return {};
}

WORKMEM_DECL bool locate::is_container(const record& fields, const search& in) {
    if (!name_in(fields).empty()) return false;
    std::size_t lists = 0;
    for (std::size_t i = 0; i < fields.size(); ++i)
        lists += fields[i].value.is_array() && is_list(fields[i].value) &&
                 !fields[i].value.empty() && !is_link(fields[i].hash) &&
                 in.tells_apart(fields[i].value);
    return lists == 1;
}

WORKMEM_DECL bool locate::is_known_by_name(const located& at, const record& fields,
                                           const search& in) {
    if (at.field.empty()) {
        const bool makes = in.tool.kind() == verb_kind::create;
        return (makes || in.tool.kind() == verb_kind::read) && !in.nouns.empty() &&
               !in.wants_list() && bool{in.ids.by_name(fields, in.max_id_bytes).value};
    }
    if (in.nouns.match(field_hash(at.field)) != noun_forms::none)
        return bool{in.ids.by_name(fields, in.max_id_bytes).value};
    return bool{in.ids(fields, noun_forms{canonical_noun(at.field)}, in.max_id_bytes).value};
}

WORKMEM_DECL located locate::as_map(const located& at, const record& fields,
                                    const search& in) const {
    if (fields.size() == 0) return {};
    // `coupons: {SPRING: {…}, …}`, `people: {ahmed: {name: …}, …}`
    const auto says_name = [&](const text::json_view& value) {
        return record{value}.find(
                   in.ids.names, [](const text::json_view& v) { return v.is_string(); }) != nullptr;
    };
    const bool is_many =
        !at.field.empty() && text::singular(at.field) != at.field &&
        (in.nouns.match(field_hash(at.field)) != noun_forms::none || says_name(*at.node.begin()));
    if (is_map_of_things(at.node, is_many)) {
        in.note("locate", at.field, "alike objects under their codes");
        return {at.node, true, at.field};
    }
    if (!in.wants_list()) return {};
    const bool asked = in.nouns.match(field_hash(at.field)) != noun_forms::none;
    if (fields.size() < 2 && !asked) return {};
    const auto says = [](const text::json_view& value) { return value.is_string(); };
    std::size_t things = 0, looked = 0;
    for (; looked < fields.size() && looked < 4; ++looked) {
        if (!fields[looked].value.is_object()) return {};
        const record member{fields[looked].value};
        const auto own = in.ids(member, in.nouns, in.max_id_bytes).level;
        const bool one = own == certainty::strong || member.find(in.ids.names, says) ||
                         (asked && looked > 0 && is_alike(member, record{fields[0].value})) ||
                         inside(member, in.nouns, own);
        if (one) ++things;
    }
    if (things * 2 <= looked && !(asked && looked > 1 && things + 1 == looked)) return {};
    in.note("locate", at.field, "objects under their ids");
    return {at.node, true, at.field};
}

WORKMEM_DECL bool locate::is_alike(const record& a, const record& b) {
    std::size_t shared = 0;
    for (std::size_t i = 0; i < a.size(); ++i) shared += b.find(a[i].hash) != nullptr;
    return shared > 1 && shared * 2 >= (std::max)(a.size(), b.size());
}

WORKMEM_DECL const record::field* locate::only_child(const record& fields, const search& in) {
    const record::field* object = nullptr;
    const record::field* list = nullptr;
    const record::field* mentioned = nullptr;
    std::size_t objects = 0, lists = 0, others = 0;
    for (std::size_t i = 0; i < fields.size() && i < 64; ++i) {
        const auto& value = fields[i].value;
        if (!value.is_structured() || value.empty() || is_link(fields[i].hash)) continue;
        const text::json_view first = value.is_array() ? value.front() : value;
        if (!first.is_object()) continue;
        const auto own = in.ids(record{first}, in.nouns, in.max_id_bytes);
        if (own.level < certainty::fair) {
            ++others;
            object = object ? object : &fields[i];
        } else if (value.is_array()) {
            list = lists++ == 0 ? &fields[i] : list;
        } else {
            object = objects++ == 0 ? &fields[i] : object;
            if (!mentioned && is_mentioned(fields[i].name, in.tool)) mentioned = &fields[i];
        }
    }
    const auto says = [](const text::json_view& value) { return value.is_string(); };
    if (fields.find(in.ids.names, says) || fields.find("email"_field)) return nullptr;
    if (lists == 1 && (objects == 0 || in.wants_list())) return list;
    if (lists == 0 && objects == 1) return object;
    if (lists == 0 && mentioned) return mentioned;
    return lists + objects == 0 && others == 1 ? object : nullptr;
}

}  // namespace workmem::extraction
