#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/read_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace workmem::extraction {

inline constexpr std::array<field_name, 15> name_fields{
    "name",          "title",   "full_display_name", "display_name", "full_name",
    "label",         "subject", "summary",           "heading",      "headline",
    "friendly_name", "caption", "display_title",     "topic",        "what"};
inline constexpr std::array<field_name, 13> name_containers{
    "attributes", "fields", "metadata", "properties", "snippet", "profile", "spec",
    "meta",       "info",   "details",  "source",     "data",    "settings"};
inline constexpr std::array<field_name, 12> label_fields{
    "name_with_owner", "username", "login",  "screen_name", "nickname", "filename",
    "file_name",       "path",     "number", "key",         "code",     "sku"};
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
inline constexpr std::array<field_name, 4> person_fields{"name", "display_name", "full_name",
                                                         "real_name"};
inline constexpr std::array<field_name, 8> account_fields{
    "contact_name", "contact_person", "username", "login",
    "nickname",     "screen_name",    "email",    "handle"};
/// Nouns before `_name` that name somebody or something else than the record.
inline constexpr std::array<field_name, 43> foreign_names{
    "user",     "customer",   "owner",    "author",   "first",   "last",   "middle",   "family",
    "given",    "host",       "domain",   "account",  "company", "sender", "creator",  "city",
    "state",    "country",    "location", "street",   "file",    "role",   "station",  "store",
    "branch",   "warehouse",  "depot",    "building", "room",    "region", "area",     "zone",
    "district", "vendor",     "supplier", "seller",   "manager", "driver", "assignee", "client",
    "category", "department", "team"};
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
                    std::size_t max_bytes, std::string& out, std::string_view& field) const;

    /// Whether what a write answers in this field is about the call rather than the thing's name.
    [[nodiscard]] bool acknowledges(std::string_view field, std::string_view type) const noexcept {
        return same_field(field, "message") && !is_head(utterances, type);
    }

    /// The name that the arguments of a call give to what it makes; false if they give none.
    bool given(const record& arguments, const noun_forms& nouns, std::string_view type,
               std::size_t max_bytes, std::string& out, std::string_view& field) const;

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
                     std::string& out, std::string_view& field);

    // `order_title`: the field that spells the noun and the best of the suffixes.
    static bool with_noun(const record& fields, const noun_forms& nouns,
                          std::span<const field_name> suffixes, std::size_t max_bytes,
                          std::string& out, std::string_view& field);

    bool read(const record& fields, const noun_forms& nouns, std::size_t max_bytes,
              std::string& out, std::string_view& field) const;

    // `accounts/3/boards/7`, `x_7` beside the id `7`: what the service calls it, not people.
    static bool is_address(const record& fields, std::string_view text);
    // A name in another field, if there is one.
    void pick_other(const record& fields, std::size_t max_bytes, std::string& out,
                    std::string_view& field) const;

    // `{"id": 7, "index": "orders"}`, `{"sha": …, "commit": {"message": …}}`: what a record calls
    // by its own noun.
    bool by_noun_itself(const record& fields, const noun_forms& nouns, std::size_t max_bytes,
                        std::string& out, std::string_view& field) const;

    // What a thing says, plain rather than marked up.
    bool said(const record& fields, std::size_t max_bytes, std::string& out,
              std::string_view& field) const;

    bool inside(const record& fields, const noun_forms& nouns, std::size_t max_bytes,
                std::string& out, std::string_view& field) const;

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
                    std::string_view& field) const;

    // What stands before the first of the endings that the name has; empty without one.
    static std::string_view before(std::string_view name,
                                   std::span<const std::string_view> endings) noexcept;
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/name.ipp>
#endif
