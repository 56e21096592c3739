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

inline constexpr std::array<field_name, 13> name_fields{
    "name",    "title",    "display_name",  "full_name", "label",         "subject", "summary",
    "heading", "headline", "friendly_name", "caption",   "display_title", "topic"};
inline constexpr std::array<field_name, 12> name_containers{
    "attributes", "fields", "metadata", "properties", "snippet", "profile",
    "meta",       "info",   "details",  "source",     "data",    "settings"};
inline constexpr std::array<field_name, 11> label_fields{
    "username", "login",  "screen_name", "nickname", "filename", "file_name",
    "path",     "number", "key",         "code",     "sku"};
inline constexpr std::array<field_name, 14> text_fields{
    "description", "plain_text", "rich_text", "text", "body_text", "content", "body",
    "message",     "note",       "notes",     "memo", "comment",   "excerpt", "reference"};
inline constexpr std::array<field_name, 5> address_names{"slug", "handle", "version", "ref",
                                                         "email"};
/// What describes the person behind a record of one: `{"role": …, "user": {"name": …}}`.
inline constexpr std::array<field_name, 5> person_containers{"user", "contact", "person", "member",
                                                             "identity"};
/// Of sections these come before all others, and the fallback is capitalised.
inline constexpr std::array<field_name, 4> section_fields{"section_name", "section_key", "name",
                                                          "key"};
/// People, whose `title` is their job and who go by a user name or an address.
inline constexpr std::array<field_name, 16> person_nouns{
    "user",  "customer", "contact", "member",     "person", "account",   "employee", "author",
    "owner", "agent",    "lead",    "subscriber", "guest",  "candidate", "patient",  "student"};
/// Things that are what they say; who says it is another.
inline constexpr std::array<field_name, 7> utterance_nouns{"message", "comment", "note",  "reply",
                                                           "post",    "review",  "commit"};
inline constexpr std::array<field_name, 3> person_fields{"name", "display_name", "full_name"};
inline constexpr std::array<field_name, 6> account_fields{"username",    "login", "nickname",
                                                          "screen_name", "email", "handle"};
/// Nouns before `_name` that name somebody or something else than the record.
inline constexpr std::array<field_name, 22> foreign_names{
    "user",  "customer", "owner",    "author",  "first",   "last",   "middle",  "family",
    "given", "host",     "domain",   "account", "company", "sender", "creator", "city",
    "state", "country",  "location", "street",  "file",    "role"};
/// Nouns before `_number` that name a paper or a booking, and so the record.
inline constexpr std::array<field_name, 11> document_nouns{
    "document", "doc",  "invoice",      "order",   "reference", "confirmation",
    "booking",  "case", "registration", "receipt", "tracking"};

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
    field_table insides{person_containers};
    field_table documents{document_nouns};

    bool operator()(const record& fields, const noun_forms& nouns, std::string_view type,
                    std::size_t max_bytes, std::string& out, std::string_view& field) const {
        out.clear();
        if (type == "section" && pick(fields, sections, max_bytes, out, field)) return true;
        if (is_head(persons, type)) {
            const auto own = [&](const record& each) {
                return read_person(each, max_bytes, out, field) ||
                       pick(each, person_names, max_bytes, out, field) ||
                       with_noun(each, nouns, plain_name, max_bytes, out, field) ||
                       pick(each, accounts, max_bytes, out, field);
            };
            if (own(fields) || within(containers, fields, own) || within(insides, fields, own))
                return true;
        }
        if (read(fields, nouns, max_bytes, out, field)) return true;
        if (read_tagged(fields, max_bytes, out, field)) return true;
        if (inside(fields, nouns, max_bytes, out, field)) return true;
        if (is_head(utterances, type) && said(fields, max_bytes, out, field)) return true;
        return with_noun(fields, nouns, number_suffix, max_bytes, out, field) ||
               pick(fields, labels, max_bytes, out, field) ||
               other_name(fields, max_bytes, out, field) ||
               by_noun_itself(fields, nouns, max_bytes, out, field) ||
               said(fields, max_bytes, out, field) || pick(fields, slugs, max_bytes, out, field) ||
               within(containers, fields, [&](const record& each) {
                   return pick(each, labels, max_bytes, out, field) ||
                          said(each, max_bytes, out, field) ||
                          pick(each, slugs, max_bytes, out, field);
               });
    }

    /// Whether what a write answers in this field is about the call rather than the thing's name.
    [[nodiscard]] bool acknowledges(std::string_view field, std::string_view type) const noexcept {
        return same_field(field, "message") && !is_head(utterances, type);
    }

    /// The name that the arguments of a call give to what it makes; false if they give none.
    bool given(const record& arguments, const noun_forms& nouns, std::string_view type,
               std::size_t max_bytes, std::string& out, std::string_view& field) const {
        out.clear();
        if (read(arguments, nouns, max_bytes, out, field) ||
            inside(arguments, nouns, max_bytes, out, field))
            return true;
        return is_head(utterances, type) &&
               (pick(arguments, texts, max_bytes, out, field) ||
                with_noun(arguments, nouns, said_suffixes, max_bytes, out, field));
    }

    /// What a thing of the type is called that has no name.
    [[nodiscard]] static std::string unnamed(std::string_view type) {
        return type == "section" ? "Unnamed Section" : "Unnamed " + std::string{type};
    }

private:
    static constexpr field_name name_suffixes[]{"name",    "title",   "label",
                                                "subject", "heading", "topic"};
    static constexpr field_name said_suffixes[]{"text", "body", "content"};
    static constexpr std::span<const field_name> plain_name{name_suffixes, 1};
    static constexpr field_name number_suffix[]{"number", "identifier"};

    static bool pick(const record& fields, const field_table& table, std::size_t max_bytes,
                     std::string& out, std::string_view& field) {
        const auto* found = fields.find(table, [&](const text::json_view& value) {
            return (value.is_string() || value.is_structured()) && read_text(value, max_bytes, out);
        });
        if (found) field = found->name;
        return found != nullptr;
    }

    // `order_title`: the field that spells the noun and the best of the suffixes.
    static bool with_noun(const record& fields, const noun_forms& nouns,
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
                if (fields[i].value.is_integer()) {
                    out = std::to_string(fields[i].value.integer());
                } else if (!read_text(fields[i].value, max_bytes, out)) {
                    continue;
                }
                field = fields[i].name;
                return true;
            }
        }
        return false;
    }

    bool read(const record& fields, const noun_forms& nouns, std::size_t max_bytes,
              std::string& out, std::string_view& field) const {
        if (read_person(fields, max_bytes, out, field)) return true;
        if (pick(fields, names, max_bytes, out, field)) {
            if (is_address(fields, out)) pick_other(fields, max_bytes, out, field);
            return true;
        }
        return with_noun(fields, nouns, name_suffixes, max_bytes, out, field);
    }

    // `accounts/3/boards/7`, `x_7` beside the id `7`: what the service calls it, not people.
    static bool is_address(const record& fields, std::string_view text) {
        if (text.find(' ') != std::string_view::npos) return false;
        if (text.find('/') != std::string_view::npos) return true;
        const auto* own = fields.find(field_name{"id"});
        const auto id = own ? own->value.string() : std::string_view{};
        return !id.empty() && text.size() > id.size() + 1 && text.ends_with(id) &&
               text[text.size() - id.size() - 1] == '_';
    }
    // A name in another field, if there is one.
    void pick_other(const record& fields, std::size_t max_bytes, std::string& out,
                    std::string_view& field) const {
        const auto first = field;
        names.find([&](std::uint64_t hash) {
            const auto* each = fields.find(hash);
            if (!each || each->name == first || !each->value.is_string()) return false;
            if (!read_text(each->value, max_bytes, out)) return false;
            field = each->name;
            return true;
        });
    }

    // `{"id": 7, "index": "orders"}`: what a record calls by its own noun.
    static bool by_noun_itself(const record& fields, const noun_forms& nouns, std::size_t max_bytes,
                               std::string& out, std::string_view& field) {
        const auto* own = nouns.empty() ? nullptr : fields.find(nouns.whole_hash());
        if (!own || !own->value.is_string() || !read_text(own->value, max_bytes, out)) return false;
        field = own->name;
        return true;
    }

    // What a thing says, plain rather than marked up.
    bool said(const record& fields, std::size_t max_bytes, std::string& out,
              std::string_view& field) const {
        if (!texts.may_meet(fields.names())) return false;
        std::string marked_up;
        std::string_view marked_up_field;
        const bool found = texts.find([&](std::uint64_t hash) {
            const auto* own = fields.find(hash);
            if (!own || !(own->value.is_string() || own->value.is_structured())) return false;
            if (!read_text(own->value, max_bytes, out)) return false;
            field = own->name;
            if (out.front() != '<') return true;
            if (marked_up.empty()) {
                marked_up = out;
                marked_up_field = field;
            }
            return false;
        });
        if (found || marked_up.empty()) return found;
        out = marked_up;
        field = marked_up_field;
        return true;
    }

    bool inside(const record& fields, const noun_forms& nouns, std::size_t max_bytes,
                std::string& out, std::string_view& field) const {
        const auto titled = [&](const record& each) {
            return read(each, nouns, max_bytes, out, field) ||
                   read_titled(each, max_bytes, out, field);
        };
        return within(containers, fields, titled) || read_pair(fields, max_bytes, out, field) ||
               described(fields, titled);
    }

    // Whether `read` finds a name in one of the containers.
    template <class Read>
    static bool within(const field_table& containers, const record& fields, Read&& read) {
        if (!containers.may_meet(fields.names())) return false;
        return containers.find([&](std::uint64_t hash) {
            const auto* own = fields.find(hash);
            return own && own->value.is_object() && own->value.size() <= 256 &&
                   read(record{own->value});
        });
    }

    // The same in `item_data`, `campaign_settings`: an object that says what the record is like.
    template <class Read>
    static bool described(const record& fields, Read&& read) {
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto& each = fields[i];
            if (!each.value.is_object() || each.value.size() > 256) continue;
            static constexpr std::string_view suffixes[]{
                "_data", "Data", "_info", "Info", "_details", "Details", "_settings", "Settings"};
            for (const auto suffix : suffixes)
                if (each.name.size() > suffix.size() && each.name.ends_with(suffix) &&
                    read(record{each.value}))
                    return true;
        }
        return false;
    }

    // Whether the last word of a type is in the table.
    static bool is_head(const field_table& table, std::string_view type) noexcept {
        const auto at = type.rfind('_');
        return table.contains(at == std::string_view::npos ? type : type.substr(at + 1));
    }

    // `song_name`: the only name in the record, of a single word that is nobody else's; else
    // `docNumber`, the number that people call a paper by.
    bool other_name(const record& fields, std::size_t max_bytes, std::string& out,
                    std::string_view& field) const {
        static constexpr std::string_view names_end[]{"_name", "_title", "_subject", "_topic",
                                                      "Name",  "Title",  "Subject",  "Topic"};
        static constexpr std::string_view numbers_end[]{"_number", "Number", "_no", "_num", "Num"};
        const record::field* number = nullptr;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto text = fields[i].name;
            const char last = text.empty() ? '\0' : text.back();
            if (last == 'e' || last == 't' || last == 'c') {
                const auto owner = before(text, names_end);
                if (owner.empty() || owner.find('_') != std::string_view::npos) continue;
                if (foreign.contains(owner) || !fields[i].value.is_string()) continue;
                if (!read_text(fields[i].value, max_bytes, out)) continue;
                field = text;
                return true;
            }
            if (number || (last != 'r' && last != 'o' && last != 'm')) continue;
            if (const auto owner = before(text, numbers_end);
                !owner.empty() && documents.contains(owner))
                number = &fields[i];
        }
        if (!number) return false;
        field = number->name;
        if (!number->value.is_integer())
            return number->value.is_string() && read_text(number->value, max_bytes, out);
        out = std::to_string(number->value.integer());
        return true;
    }

    // What stands before the first of the endings that the name has; empty without one.
    static std::string_view before(std::string_view name,
                                   std::span<const std::string_view> endings) noexcept {
        for (const auto each : endings)
            if (name.size() > each.size() && name[name.size() - 2] == each[each.size() - 2] &&
                name.ends_with(each))
                return name.substr(0, name.size() - each.size());
        return {};
    }
};

}  // namespace workmem::extraction
