#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/status_code.hpp>

#include <algorithm>
#include <iterator>
#include <vector>

namespace workmem::extraction {

WORKMEM_DECL found_id identify::operator()(const record& fields, const noun_forms& nouns,
                                           std::size_t max_bytes) const {
    using field = record::field;
    const auto fits = [&](const text::json_view& value) { return usable(value, max_bytes); };
    // `{"code": 200, "photo": {…}}`: how it went
    const auto is_outcome = [&](const field& own) {
        if (!is_status_code(own) ||
            fields.find(names, [](const text::json_view& value) { return value.is_string(); }))
            return false;
        bool holds = false;
        for (std::size_t i = 0; !holds && i < fields.size(); ++i)
            holds = fields[i].value.is_structured();
        return holds;
    };
    if (const auto* own = fields.find("id"_field)) {
        if (fits(own->value)) return {own->value, own->name, certainty::strong};
        if (const auto inner = from_object(own->value, nouns, max_bytes))
            return {inner, own->name, certainty::strong};
    }
    if (auto own = with_noun(fields, nouns, suffixes, fits); own.value) {
        own.level = certainty::strong;
        return own;
    }
    if (const field* own = fields.find(ids, fits))
        return {own->value, own->name, certainty::strong};
    if (auto inner = contained(fields, max_bytes); inner.value) return inner;
    if (auto own = with_words_before(fields, nouns, fits); own.value) return own;
    if (const field* own = path_of(fields, nouns, max_bytes))
        return {own->value, own->name, certainty::fair};
    if (const field* own = fields.find(fair, fits); own && !is_pair(fields) && !is_outcome(*own))
        return {own->value, own->name, certainty::fair};
    if (const auto* own = fields.find("identifier"_field); own && fits(own->value))
        return {own->value, own->name, certainty::fair};
    // `{"no": "CN-088", …}`
    if (const auto* own = fields.find("no"_field);
        own && fits(own->value) && (own->value.is_integer() || is_code(own->value)))
        return {own->value, own->name, certainty::fair};
    if (auto own = with_noun(fields, nouns, more_suffixes, fits); own.value) {
        own.level = certainty::fair;
        return own;
    }
    if (const field* own = fields.find("metadata"_field); own && own->value.is_object())
        if (const auto called = own->value.find("name"); fits(called))
            return {called, own->name, certainty::fair};
    if (const field* own = fields.find(field_hash(nouns.owner_name())); own && fits(own->value))
        return {own->value, own->name, certainty::fair};
    if (const field* own = fields.find(nouns.whole_hash());
        own && !nouns.empty() && fields.size() > 1 && is_code(own->value) && fits(own->value))
        return {own->value, own->name, certainty::fair};
    if (const field* own = addressed(fields, max_bytes))
        return {own->value, own->name, certainty::fair};
    if (const field* own = fields.find(qualified, fits))
        return {own->value, own->name, certainty::fair};
    const bool named =
        fields.find(names, [](const text::json_view& value) { return value.is_string(); });
    if (const field* own = named ? initial_id(fields) : nullptr; own && fits(own->value))
        return {own->value, own->name, certainty::fair};
    if (named)
        if (const field* own = only_id(fields); own && fits(own->value))
            return {own->value, own->name, certainty::fair};
    if (named)
        if (const field* own = fields.find(weak, fits); own && !is_outcome(*own))
            return {own->value, own->name, certainty::weak};
    if (fields.size() > 3)
        if (const field* own = fields.find(labels, fits); own && !is_outcome(*own))
            return {own->value, own->name, certainty::weak};
    if (const field* own = instant(fields)) return {own->value, own->name, certainty::fair};
    return {};
}

namespace detail {

/// What a field may be that tells the records of a list apart, the best first.
enum class list_key : std::uint8_t {
    own_id,
    other_id,    // of rows of anything
    initial_id,  // `pid`
    row_code,    // of rows of anything, or `id` in the middle of a name
    code,
    person_id,
    address,
    column_of_codes,
    object,
    none
};

WORKMEM_DECL bool ends_with_word(std::string_view name, std::string_view word) {
    if (name.size() <= word.size()) return false;
    const auto at = name.size() - word.size();
    return same_field(name.substr(at), word) &&
           (separates(name[at - 1]) || (name[at] >= 'A' && name[at] <= 'Z'));
}
WORKMEM_DECL bool is_name_of_code(std::string_view name) {
    static constexpr std::string_view words[]{"code", "key", "number", "no", "ref", "reference"};
    return std::any_of(std::begin(words), std::end(words), [&](std::string_view word) {
        return same_field(name, word) || ends_with_word(name, word);
    });
}

}  // namespace detail

WORKMEM_DECL const record::field* identify::key_of(const record& first, const text::json_view& list,
                                                   bool of_anything, std::size_t max_bytes) const {
    using key = detail::list_key;
    // A remark beside many other fields is one of them.
    constexpr std::size_t most_of_message = 8;
    const bool speaks = first.size() <= most_of_message &&
                        first.find(texts, [](const text::json_view& v) { return v.is_string(); });
    const bool many = list.size() > 1 && !speaks;
    // A record of a person has that person's id, one of a visit has not.
    const bool is_somebody =
        first.find(names, [](const text::json_view& v) { return !v.is_null(); }) ||
        first.find("email"_field);
    // `{"msg_id": …, "author": …, "text": …}`: what is said has an id of its own.
    static constexpr field_name said[]{"message", "comment", "reply", "post", "note", "review"};
    const auto is_of_what_is_said = [&](std::string_view owner) {
        const auto hash = field_hash(long_noun(canonical_noun(owner)));
        return std::any_of(std::begin(said), std::end(said),
                           [&](const field_name& each) { return each.hash == hash; });
    };
    const auto kind_of_id = [&](std::string_view name) {
        const auto owner = detail::owner_of_id(name);
        if (speaks && list.size() > 1 && is_of_what_is_said(owner)) return key::own_id;
        if (others.contains(first_word(owner))) return key::none;
        if (!foreign.contains(last_word(owner)) && (of_anything || many)) return key::own_id;
        return of_anything ? key::other_id : many && is_somebody ? key::person_id : key::none;
    };
    const auto kind_of = [&](const record::field& each) {
        if (is_short_id(each)) return key::initial_id;
        if (!speaks && (same_field(each.name, "email") || same_field(each.name, "email_address") ||
                        detail::ends_with_word(each.name, "email")))
            return key::address;
        if (!speaks && each.value.is_object()) return key::object;
        if (detail::ends_with_word(each.name, "id")) return kind_of_id(each.name);
        if (many && has_word_id(each.name)) return key::row_code;
        // A line of an order is no product.
        if (same_field(each.name, "sku")) return of_anything ? key::row_code : key::none;
        if ((of_anything || many) && detail::is_name_of_code(each.name))
            return of_anything ? key::row_code : key::code;
        return many && holds_codes(each.name, list) ? key::column_of_codes : key::none;
    };
    const record::field* best = nullptr;
    auto best_kind = key::none;
    for (std::size_t i = 0; i < first.size(); ++i)
        if (const auto kind = kind_of(first[i]);
            kind < best_kind && tells_apart(first[i].name, list, max_bytes)) {
            best = &first[i];
            best_kind = kind;
        }
    return best;
}

WORKMEM_DECL bool identify::tells_apart(std::string_view field, const text::json_view& list,
                                        std::size_t max_bytes) {
    constexpr std::size_t most = 32;
    std::size_t looked = 0;
    for (const auto& each : list)
        if (looked++ < most && !usable(id_in(each.find(field)), max_bytes)) return false;
    return !repeats(field, list);
}

WORKMEM_DECL bool identify::holds_codes(std::string_view field, const text::json_view& list) {
    constexpr std::size_t most = 32, shortest = 4, longest = 40;
    std::size_t looked = 0;
    for (const auto& each : list) {
        if (looked++ == most) break;
        const auto text = each.find(field).string();
        const auto is_letter = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        };
        if (text.size() < shortest || text.size() > longest ||
            text.find_first_of("0123456789") == std::string_view::npos ||
            std::none_of(text.begin(), text.end(), is_letter) ||
            text.find_first_of(" .,:;/%@") != std::string_view::npos)
            return false;
        // "2025-06-02T14:30", "12min"
        if (text.find_first_not_of("0123456789-TZ") == std::string_view::npos ||
            (text[0] >= '0' && text[0] <= '9' && is_letter(text.back())))
            return false;
    }
    return looked > 2;
}

WORKMEM_DECL bool identify::repeats(std::string_view field, const text::json_view& list) {
    constexpr std::size_t most = 32;
    std::vector<std::string> seen;
    for (const auto& each : list) {
        if (seen.size() == most) break;
        const auto value = id_in(each.find(field));
        if (value.is_string() || value.is_integer()) seen.push_back(to_id(value).text());
    }
    std::sort(seen.begin(), seen.end());
    return std::adjacent_find(seen.begin(), seen.end()) != seen.end();
}

WORKMEM_DECL bool identify::is_short_id(const record::field& of) {
    constexpr std::size_t initial = 3, longest = 5;
    static constexpr std::string_view words[]{"bid", "paid", "void", "grid", "valid"};
    if (of.name.size() < initial || of.name.size() > longest || !of.name.ends_with("id") ||
        std::find(std::begin(words), std::end(words), of.name) != std::end(words))
        return false;
    return of.name.size() == initial || of.value.is_integer() ||
           of.value.string().find_first_of("0123456789") != std::string_view::npos;
}

WORKMEM_DECL bool identify::has_word_id(std::string_view name) {
    for (std::size_t at = 1; at + 2 < name.size(); ++at) {
        const auto word = name.substr(at, 2);
        const char next = name[at + 2];
        if ((word == "Id" || (word == "id" && detail::separates(name[at - 1]))) &&
            (detail::separates(next) || (next >= 'A' && next <= 'Z')))
            return true;
    }
    return false;
}

WORKMEM_DECL text::json_view identify::id_in(const text::json_view& value) {
    return value.is_object() ? value.find("id") : value;
}

WORKMEM_DECL found_id identify::by_name(const record& fields, std::size_t max_bytes) const {
    const auto* own = fields.find("name"_field);
    if (!own || !own->value.is_string() || !usable(own->value, max_bytes)) return {};
    if (fields.size() == 1) return {};
    if (own->value.string().find(' ') != std::string_view::npos) return {};
    return {own->value, own->name, certainty::weak};
}

WORKMEM_DECL const record::field* identify::instant(const record& fields) const {
    if (!fields.find(texts, [](const text::json_view& value) { return value.is_string(); }))
        return nullptr;
    const record::field* found = nullptr;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto text = fields[i].value.string();
        if (text.size() < 14 || text.size() > 20 || text[10] != '.' ||
            text.find_first_not_of("0123456789.") != std::string_view::npos ||
            text.find('.', 11) != std::string_view::npos)
            continue;
        if (!found || fields[i].name.size() < found->name.size()) found = &fields[i];
    }
    return found;
}

WORKMEM_DECL const record::field* identify::addressed(const record& fields,
                                                      std::size_t max_bytes) const {
    const record::field* found = nullptr;
    addresses.find([&](std::uint64_t hash) {
        const auto* address = fields.find(hash);
        const auto text = address ? address->value.string() : std::string_view{};
        if (text.find('/') == std::string_view::npos) return false;
        for (std::size_t i = 0; i < fields.size() && !found; ++i) {
            const auto& value = fields[i].value;
            if (!value.is_string() || &fields[i] == address || !usable(value, max_bytes)) continue;
            const auto own = value.string();
            if (text.size() > own.size() && text.ends_with(own) &&
                text[text.size() - own.size() - 1] == '/')
                found = &fields[i];
        }
        return found != nullptr;
    });
    return found;
}

namespace detail {

inline constexpr field_name path_fields[]{"path", "file_path", "filepath", "filename", "file"};

}  // namespace detail

WORKMEM_DECL bool identify::is_path_field(std::string_view name) noexcept {
    return !name.empty() &&
           std::any_of(std::begin(detail::path_fields), std::end(detail::path_fields),
                       [&](const field_name& each) { return each.hash == field_hash(name); });
}

WORKMEM_DECL const record::field* identify::path_of(const record& fields, const noun_forms& nouns,
                                                    std::size_t max_bytes) const {
    for (const auto& name : detail::path_fields) {
        const auto* const own = fields.find(name);
        if (own == nullptr || !own->value.is_string() || !usable(own->value, max_bytes)) continue;
        if (is_path(own->value.string())) return own;
        // "src": a path where nothing else can be meant
        const auto any = [](const text::json_view&) { return true; };
        const bool held = (!nouns.empty() && files.contains(nouns.noun(0))) ||
                          !kind_in_tree(fields).empty() || fields.find(of_files, any) != nullptr;
        if (name.hash == detail::path_fields[0].hash && held &&
            own->value.string().find("://") == std::string_view::npos)
            return own;
    }
    return nullptr;
}

WORKMEM_DECL bool identify::is_path(std::string_view text) noexcept {
    constexpr std::size_t longest = 400, longest_ending = 10;
    if (text.empty() || text.size() > longest ||
        text.find_first_of(" \t\r\n:;,<>\"'(){}|*?!=@") != std::string_view::npos)
        return false;
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (text.find('/') != std::string_view::npos)
        return std::any_of(text.begin(), text.end(), is_letter);
    const auto dot = text.rfind('.');
    return dot != std::string_view::npos && dot + 1 < text.size() &&
           text.size() - dot <= longest_ending && is_letter(text[dot + 1]);
}

WORKMEM_DECL std::string_view identify::kind_in_tree(const record& fields) {
    if (fields.find("path"_field) == nullptr) return {};
    const auto* const type = fields.find("type"_field);
    const auto said = type ? type->value.string() : std::string_view{};
    if (said == "file" || said == "blob") return "file";
    if (said == "directory" || said == "dir" || said == "folder" || said == "tree")
        return "directory";
    return {};
}

WORKMEM_DECL const record::field* identify::initial_id(const record& fields) {
    const record::field* found = nullptr;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto name = fields[i].name;
        if (name.size() != 3 || name[0] < 'a' || name[0] > 'z' ||
            !(name.ends_with("id") || name.ends_with("Id") || name.ends_with("ID")))
            continue;
        if (found || fields[i].value.is_boolean()) return nullptr;
        found = &fields[i];
    }
    return found;
}

WORKMEM_DECL const record::field* identify::only_id(const record& fields) const {
    static constexpr std::string_view ends[]{"_id", "Id", "ID"};
    const record::field* found = nullptr;
    for (std::size_t i = 0; i < fields.size(); ++i)
        for (const auto suffix : ends) {
            const auto name = fields[i].name;
            if (name.size() <= suffix.size() || !name.ends_with(suffix)) continue;
            const auto owner = name.substr(0, name.size() - suffix.size());
            if (foreign.contains(last_word(owner)) || others.contains(first_word(owner))) break;
            if (found) return nullptr;
            found = &fields[i];
            break;
        }
    return found;
}

WORKMEM_DECL std::string_view identify::before_noun(std::string_view owner,
                                                    std::string_view noun) noexcept {
    for (std::size_t at = 1; at < owner.size(); ++at) {
        if (begins_word(owner, at) && same_field(owner.substr(at), noun))
            return owner.substr(0, at - (detail::separates(owner[at - 1]) ? 1 : 0));
    }
    return {};
}

WORKMEM_DECL text::json_view identify::from_object(const text::json_view& value,
                                                   const noun_forms& nouns, std::size_t max_bytes) {
    if (!value.is_object() || value.size() > 8) return {};
    const record inner{value};
    text::json_view found;
    for (std::size_t i = 0; i < inner.size(); ++i) {
        const auto& each = inner[i];
        if (!usable(each.value, max_bytes)) continue;
        std::size_t form = 0;
        if (nouns.rest(each.name, form).data()) return each.value;
        const bool is_id = each.name.ends_with("id") || each.name.ends_with("Id");
        if (is_id || (inner.size() == 1)) found = each.value;
    }
    return found;
}

WORKMEM_DECL found_id identify::contained(const record& fields, std::size_t max_bytes) const {
    found_id out;
    containers.find([&](std::uint64_t hash) {
        const auto* field = fields.find(hash);
        if (!field) return false;
        // `identifiers: [{"type": …, "value": …}]`: the first is the main one.
        const bool many = field->value.is_array() && !field->value.empty();
        const text::json_view holder = many ? field->value.front() : field->value;
        if (!holder.is_object() || holder.size() > 64) return false;
        const record inner{holder};
        const auto fits = [&](const text::json_view& value) { return usable(value, max_bytes); };
        if (const auto* own = inner.find(ids, fits))
            out = {own->value, own->name, certainty::strong};
        else if (const auto* value = inner.find("value"_field); value && many)
            if (fits(value->value)) out = {value->value, field->name, certainty::fair};
        return bool{out.value};
    });
    return out;
}

}  // namespace workmem::extraction
