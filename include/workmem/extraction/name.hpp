#pragma once

#include <workmem/extraction/field.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/written.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace workmem::extraction {

inline constexpr std::array<field_name, 12> name_fields{
    "name",    "title",   "display_name", "full_name",     "label",   "subject",
    "summary", "heading", "headline",     "friendly_name", "caption", "display_title"};
inline constexpr std::array<field_name, 9> name_containers{"attributes", "fields",  "metadata",
                                                           "properties", "snippet", "profile",
                                                           "meta",       "info",    "details"};
inline constexpr std::array<field_name, 12> label_fields{
    "username",  "login", "screen_name", "nickname", "real_name", "filename",
    "file_name", "path",  "number",      "key",      "code",      "sku"};
inline constexpr std::array<field_name, 12> text_fields{
    "description", "plain_text", "rich_text", "text",    "content", "body",
    "message",     "note",       "notes",     "comment", "excerpt", "reference"};
inline constexpr std::array<field_name, 5> address_names{"slug", "handle", "permalink", "ref",
                                                         "email"};
/// Of sections these come before all others, and the fallback is capitalised.
inline constexpr std::array<field_name, 4> section_fields{"section_name", "section_key", "name",
                                                          "key"};
/// People, whose `title` is their job and who go by a user name or an address.
inline constexpr std::array<field_name, 16> person_nouns{
    "user",  "customer", "contact", "member",     "person", "account",   "employee", "author",
    "owner", "agent",    "lead",    "subscriber", "guest",  "candidate", "patient",  "student"};
/// Things that are what they say; who says it is another.
inline constexpr std::array<field_name, 6> utterance_nouns{"message", "comment", "note",
                                                           "reply",   "post",    "review"};
inline constexpr std::array<field_name, 3> person_fields{"name", "display_name", "full_name"};
inline constexpr std::array<field_name, 6> account_fields{"username",    "login", "nickname",
                                                          "screen_name", "email", "handle"};
/// Nouns before `_name` that name somebody or something else than the record.
inline constexpr std::array<field_name, 23> foreign_names{
    "user",  "customer", "owner",    "author",  "first",   "last",    "middle",  "family",
    "given", "host",     "domain",   "account", "company", "sender",  "creator", "city",
    "state", "country",  "location", "street",  "file",    "theater", "role"};

/// Finds what people call a record: its name or title, plain, translated or as rich text; the same
/// inside `attributes`, `fields` and the like; first and last name; then labels, at last the text
/// of the thing itself. Answers false when there is nothing.
struct name {
    field_table names{name_fields};
    field_table containers{name_containers};
    field_table labels{label_fields};
    field_table texts{text_fields};
    field_table slugs{address_names};
    field_table sections{section_fields};
    field_table persons{person_nouns};
    field_table utterances{utterance_nouns};
    field_table person_names{person_fields};
    field_table accounts{account_fields};
    field_table foreign{foreign_names};

    template <class Json>
    bool operator()(const record<Json>& fields, const noun_forms& nouns, std::string_view type,
                    std::size_t max_bytes, std::string& out, std::string_view& field) const {
        out.clear();
        if (type == "section" && pick(fields, sections, max_bytes, out, field)) return true;
        if (is_head(persons, type)) {
            const auto own = [&](const record<Json>& each) {
                return read_person(each, max_bytes, out, field) ||
                       pick(each, person_names, max_bytes, out, field) ||
                       with_noun(each, nouns, plain_name, max_bytes, out, field) ||
                       pick(each, accounts, max_bytes, out, field);
            };
            if (own(fields) || within(fields, own)) return true;
        }
        if (read(fields, nouns, max_bytes, out, field)) return true;
        if (read_tagged(fields, max_bytes, out, field)) return true;
        if (inside(fields, nouns, max_bytes, out, field)) return true;
        if (is_head(utterances, type) && pick(fields, texts, max_bytes, out, field)) return true;
        return with_noun(fields, nouns, number_suffix, max_bytes, out, field) ||
               pick(fields, labels, max_bytes, out, field) ||
               other_name(fields, max_bytes, out, field) ||
               pick(fields, texts, max_bytes, out, field) ||
               pick(fields, slugs, max_bytes, out, field) ||
               within(fields, [&](const record<Json>& each) {
                   return pick(each, labels, max_bytes, out, field) ||
                          pick(each, texts, max_bytes, out, field) ||
                          pick(each, slugs, max_bytes, out, field);
               });
    }

    /// What a thing of the type is called that has no name.
    [[nodiscard]] static std::string unnamed(std::string_view type) {
        return type == "section" ? "Unnamed Section" : "Unnamed " + std::string{type};
    }

private:
    static constexpr field_name name_suffixes[]{"name", "title", "label", "subject", "heading"};
    static constexpr std::span<const field_name> plain_name{name_suffixes, 1};
    static constexpr field_name number_suffix[]{"number"};

    template <class Json>
    static bool pick(const record<Json>& fields, const field_table& table, std::size_t max_bytes,
                     std::string& out, std::string_view& field) {
        const auto* found = fields.find(table, [&](const Json& value) {
            return (value.is_string() || value.is_structured()) && read_text(value, max_bytes, out);
        });
        if (found) field = found->name;
        return found != nullptr;
    }

    // `order_title`: the field that spells the noun and the best of the suffixes.
    template <class Json>
    static bool with_noun(const record<Json>& fields, const noun_forms& nouns,
                          std::span<const field_name> suffixes, std::size_t max_bytes,
                          std::string& out, std::string_view& field) {
        const auto rest_of = [&](std::size_t i) {
            std::size_t form = 0;
            return nouns.rest(fields[i].name, form);
        };
        detail::hash_filter seen;
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (const auto rest = rest_of(i); !rest.empty()) seen.add(field_hash(rest));
        for (const auto& suffix : suffixes) {
            if (!seen.may_hold(suffix.hash)) continue;
            for (std::size_t i = 0; i < fields.size(); ++i) {
                const auto rest = rest_of(i);
                if (rest.empty() || field_hash(rest) != suffix.hash) continue;
                if (fields[i].value->is_number_integer()) {
                    out = std::to_string(fields[i].value->template get<std::int64_t>());
                } else if (!read_text(*fields[i].value, max_bytes, out)) {
                    continue;
                }
                field = fields[i].name;
                return true;
            }
        }
        return false;
    }

    template <class Json>
    bool read(const record<Json>& fields, const noun_forms& nouns, std::size_t max_bytes,
              std::string& out, std::string_view& field) const {
        if (read_person(fields, max_bytes, out, field)) return true;
        if (pick(fields, names, max_bytes, out, field)) return true;
        return with_noun(fields, nouns, name_suffixes, max_bytes, out, field);
    }

    template <class Json>
    bool inside(const record<Json>& fields, const noun_forms& nouns, std::size_t max_bytes,
                std::string& out, std::string_view& field) const {
        return within(fields,
                      [&](const record<Json>& each) {
                          return read(each, nouns, max_bytes, out, field) ||
                                 read_titled(each, max_bytes, out, field);
                      }) ||
               read_pair(fields, max_bytes, out, field);
    }

    // Whether `read` finds a name in one of the containers.
    template <class Json, class Read>
    bool within(const record<Json>& fields, Read&& read) const {
        return containers.find([&](std::uint64_t hash) {
            const auto* own = fields.find(hash);
            return own && own->value->is_object() && own->value->size() <= 256 &&
                   read(record<Json>{*own->value});
        });
    }

    // Whether the last word of a type is in the table.
    static bool is_head(const field_table& table, std::string_view type) noexcept {
        const auto at = type.rfind('_');
        return table.contains(at == std::string_view::npos ? type : type.substr(at + 1));
    }

    // `song_name`: the only name in the record, of a single word that is nobody else's.
    template <class Json>
    bool other_name(const record<Json>& fields, std::size_t max_bytes, std::string& out,
                    std::string_view& field) const {
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto text = fields[i].name;
            if (!text.ends_with('e')) continue;
            std::string_view owner;
            for (const std::string_view suffix : {"_name", "_title", "Name", "Title"})
                if (text.size() > suffix.size() && text.ends_with(suffix))
                    owner = text.substr(0, text.size() - suffix.size());
            if (owner.empty() || owner.find('_') != std::string_view::npos) continue;
            if (foreign.contains(owner) || !fields[i].value->is_string()) continue;
            if (!read_text(*fields[i].value, max_bytes, out)) continue;
            field = text;
            return true;
        }
        return false;
    }
};

}  // namespace workmem::extraction
