#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/status_code.hpp>
#include <workmem/text/ascii.hpp>

#include <algorithm>
#include <iterator>
#include <vector>

namespace workmem::extraction {

WORKMEM_DECL found_id identify::own_id(const record& fields, const noun_forms& nouns,
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
    // `{"ref": "refs/heads/main", "object": {"sha": …}}`: what stands behind the second slash
    if (const auto* own = fields.find("ref"_field);
        own && own->value.string().starts_with("refs/") && fits(own->value)) {
        const auto whole = own->value.string();
        const bool is_short = nouns.match("branch"_field) != noun_forms::none ||
                              nouns.match("tag"_field) != noun_forms::none;
        const auto at = whole.find('/', 5);
        if (is_short && at != std::string_view::npos)
            return {text::json_view::of_text(whole.substr(at + 1)), own->name, certainty::strong};
        if (fields.find("id"_field) == nullptr) return {own->value, own->name, certainty::strong};
    }
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
    if (const field* own = path_of(fields, nouns, max_bytes))
        return {own->value, own->name, certainty::fair};
    // A hash beside a name is what the thing points to.
    if (const field* own = fields.find(fair, fits); own && !is_pair(fields) && !is_outcome(*own)) {
        static constexpr field_name hashes[]{"sha", "hash", "fingerprint"};
        const bool points = std::any_of(std::begin(hashes), std::end(hashes),
                                        [&](const auto& each) { return each.hash == own->hash; });
        if (const auto called = points ? by_name(fields, max_bytes) : found_id{}; called.value)
            return called;
        return {own->value, own->name, certainty::fair};
    }
    for (const auto each : {"name_with_owner"_field, "full_name"_field})
        if (const auto* own = fields.find(each);
            own && fits(own->value) && own->value.string().find('/') != std::string_view::npos &&
            own->value.string().find(' ') == std::string_view::npos)
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
    other_id,  // of rows of anything
    row_code,  // of rows of anything
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
        if (!speaks && (same_field(each.name, "email") || same_field(each.name, "email_address") ||
                        detail::ends_with_word(each.name, "email")))
            return key::address;
        if (!speaks && each.value.is_object()) return key::object;
        if (detail::ends_with_word(each.name, "id")) return kind_of_id(each.name);
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
        if (text.size() < shortest || text.size() > longest ||
            text.find_first_of("0123456789") == std::string_view::npos ||
            std::none_of(text.begin(), text.end(), text::is_letter) ||
            text.find_first_of(" .,:;/%@") != std::string_view::npos)
            return false;
        // "2025-06-02T14:30", "12min"
        if (text.find_first_not_of("0123456789-TZ") == std::string_view::npos ||
            (text[0] >= '0' && text[0] <= '9' && text::is_letter(text.back())))
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

WORKMEM_DECL std::string_view identify::owner_in(const record& fields, std::string_view owner) {
    static constexpr field_name names[]{"name_with_owner", "full_name", "path", "name", "id"};
    const auto* held = fields.find(field_hash(owner));
    const auto* const about = fields.find("metadata"_field);
    const record inner{held == nullptr && about ? about->value : text::json_view{}};
    if (held == nullptr) held = inner.find(field_hash(owner));
    if (held == nullptr || !held->value.is_object())
        return held ? held->value.string() : std::string_view{};
    const record said{held->value};
    for (const auto& each : names)
        if (const auto* const name = said.find(each); name && !name->value.string().empty())
            return name->value.string();
    return {};
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
        auto text = address ? address->value.string() : std::string_view{};
        while (text.ends_with('/')) text.remove_suffix(1);
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

inline constexpr field_name path_fields[]{"path",          "file_path", "absolute_path",
                                          "notebook_path", "filename",  "file"};

// Whether a text may be a path where its field says that it is one: whatever characters, on one
// line, below a directory, and no address.
[[nodiscard]] WORKMEM_DECL bool is_called_path(std::string_view text) noexcept {
    return text.find_first_of("/\\") != std::string_view::npos &&
           text.find_first_of("\r\n\t") == std::string_view::npos &&
           text.find("://") == std::string_view::npos;
}

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
        const bool certain = detail::ends_with_word(own->name, "path");
        if (is_path(own->value.string()) ||
            (certain && detail::is_called_path(own->value.string())))
            return own;
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

namespace detail {

// Whether a name ends in a dot and a few letters or digits.
[[nodiscard]] WORKMEM_DECL bool has_ending(std::string_view text) noexcept {
    constexpr std::size_t longest = 10;
    const auto dot = text.rfind('.');
    return dot != std::string_view::npos && dot + 1 < text.size() && text.size() - dot <= longest &&
           text::is_letter(text[dot + 1]) &&
           text.find_first_of(" /", dot) == std::string_view::npos;
}

}  // namespace detail

WORKMEM_DECL bool identify::is_path(std::string_view text, bool spaced) noexcept {
    constexpr std::size_t longest = 400;
    if (text.empty() || text.size() > longest ||
        text.find_first_of("\t\r\n:;,<>\"'{}|*?!") != std::string_view::npos)
        return false;
    const auto slash = text.find('/');
    if (text.substr(0, slash).find_first_of(" ()=@") != std::string_view::npos) return false;
    if (slash == std::string_view::npos) return detail::has_ending(text);
    // `src/My Docs/a.md`, but not "and/or so"
    if (text.find(' ') != std::string_view::npos &&
        (!spaced || !detail::has_ending(text) || text.find("  ") != std::string_view::npos))
        return false;
    return std::any_of(text.begin(), text.end(), text::is_letter);
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

namespace detail {

// What stands behind the last slash of an address.
[[nodiscard]] WORKMEM_DECL std::string_view last_part(std::string_view address) noexcept {
    address = address.substr(0, address.find_first_of("?#"));
    while (address.ends_with('/')) address.remove_suffix(1);
    const auto slash = address.rfind('/');
    return slash == std::string_view::npos ? std::string_view{} : address.substr(slash + 1);
}

// Whether a path or an address ends in a name behind a slash.
[[nodiscard]] WORKMEM_DECL bool ends_path(std::string_view path, std::string_view name) noexcept {
    return !name.empty() && path.size() > name.size() + 1 && path.ends_with(name) &&
           path[path.size() - name.size() - 1] == '/';
}

[[nodiscard]] WORKMEM_DECL bool is_number(const found_id& id) noexcept {
    return id.value.is_integer() || text::is_digits(id.value.string());
}

// `ABC-12`: letters, a dash and digits.
[[nodiscard]] WORKMEM_DECL bool is_ticket_key(std::string_view text) noexcept {
    const auto dash = text.rfind('-');
    return dash != std::string_view::npos && dash > 0 && text::is_upper(text[0]) &&
           text::is_digits(text.substr(dash + 1)) &&
           std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(dash),
                       [](char c) { return text::is_upper(c) || text::is_digit(c) || c == '_'; });
}

}  // namespace detail

WORKMEM_DECL found_id identify::taken_by_calls(const record& fields, const noun_forms& nouns,
                                               const found_id& own) {
    static constexpr field_name said[]{"key",       "identifier",    "self_link",
                                       "full_name", "login",         "html_url",
                                       "web_url",   "permalink_url", "url"};
    static const field_table telling{said};
    if (own.level != certainty::strong || !telling.may_meet(fields.names())) return own;
    if (const auto found = by_form(fields, own); found.value) return found;
    const auto found = by_address(fields, nouns, own);
    return found.value ? found : own;
}

WORKMEM_DECL found_id identify::by_form(const record& fields, const found_id& own) {
    const auto text_of = [&](std::uint64_t hash) {
        const auto* const found = fields.find(hash);
        return found ? found->value.string() : std::string_view{};
    };
    const auto with = [&](std::uint64_t hash) {
        const auto* const of = fields.find(hash);
        return found_id{of->value, of->name, certainty::strong, own.form};
    };
    const auto key = text_of("key"_field);
    if (own.field == "_id" && !key.empty() && key.find(' ') == std::string_view::npos)
        return with("key"_field);
    for (const auto each : {"key"_field, "identifier"_field})
        if (detail::is_ticket_key(text_of(each))) return with(each);
    if (!detail::is_number(own)) return {};
    if (detail::ends_path(text_of("full_name"_field), text_of("name"_field)))
        return with("full_name"_field);
    const auto login = text_of("login"_field);
    if (!login.empty() && login.find('@') == std::string_view::npos) return with("login"_field);
    return {};
}

WORKMEM_DECL found_id identify::by_address(const record& fields, const noun_forms& nouns,
                                           const found_id& own) {
    static constexpr field_name links[]{"html_url", "web_url", "permalink_url", "url"};
    static constexpr field_name numbers[]{"number", "iid", "tag_name", "sequence_id"};
    const auto text_of = [&](std::uint64_t hash) {
        const auto* const found = fields.find(hash);
        return found ? found->value.string() : std::string_view{};
    };
    const auto shown = [&](std::string_view text) {
        return found_id{text::json_view::of_text(text), own.field, certainty::strong, own.form};
    };
    // `{"id": "acme:events", "selfLink": "…/datasets/events"}`, `{"id": "608", "name": "web-1", …}`
    if (const auto last = detail::last_part(text_of("self_link"_field)); !last.empty()) {
        const auto whole = own.value.string();
        const bool is_tail = whole.size() > last.size() && whole.ends_with(last) &&
                             whole[whole.size() - last.size() - 1] == ':';
        if (is_tail || text_of("name"_field) == last || detail::ends_path(whole, last))
            return shown(last);
    }
    if (!detail::is_number(own)) return {};
    for (const auto& link : links) {
        const auto address = text_of(link.hash);
        const auto last = detail::last_part(address);
        if (last.empty()) continue;
        for (const auto& each : numbers)
            if (const auto* const number = fields.find(each);
                number && usable(number->value, last.size()) && to_id(number->value).text() == last)
                return {number->value, number->name, certainty::strong, own.form};
        // `{"id": 3600000043, "url": "https://…/issues/43"}`
        const auto before = detail::last_part(address.substr(0, address.rfind(last)));
        if (text::is_digits(last) && last.size() < to_id(own.value).text().size() &&
            nouns.match(field_hash(before)) != noun_forms::none)
            return shown(last);
    }
    return {};
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
        // Calls of Kubernetes take the name, and the uid is another of it.
        if (const auto* called = inner.find("name"_field);
            called && fits(called->value) && inner.find("uid"_field))
            out = {called->value, called->name, certainty::strong};
        else if (const auto* own = inner.find(ids, fits))
            out = {own->value, own->name, certainty::strong};
        else if (const auto* value = inner.find("value"_field); value && many)
            if (fits(value->value)) out = {value->value, field->name, certainty::fair};
        return bool{out.value};
    });
    return out;
}

}  // namespace workmem::extraction
