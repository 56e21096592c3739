#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/value/entity_id.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::extraction {

/// The id of a usable JSON value; text is made valid UTF-8 on one line.
[[nodiscard]] inline entity_id to_id(const text::json_view& value) {
    if (const auto text = value.string(); value.is_string()) {
        auto id = text::is_valid(text) ? std::string{text} : text::to_valid(text);
        std::replace_if(id.begin(), id.end(), text::is_blank, ' ');
        return entity_id{std::move(id)};
    }
    if (value.is_unsigned()) return entity_id{value.unsigned_integer()};
    return entity_id{value.integer()};
}

namespace detail {

// Whether a value is the same as an id; numbers are, whatever they are held as.
[[nodiscard]] inline bool is_same_id(const text::json_view& value, const text::json_view& id) {
    if (id.is_string()) return value == id.string();
    if (value.is_integer()) return value.integer() == id.integer();
    return value.is_number() && value.number() == id.number();
}

// Whether a field's name has a word and others before it: `orderNo`, `order_no`.
[[nodiscard]] bool ends_with_word(std::string_view name, std::string_view word);

// `number`, `order_no`, `trackingRef`.
[[nodiscard]] bool is_name_of_code(std::string_view name);

// What stands before `id` in `order_id` and `orderId`.
[[nodiscard]] constexpr std::string_view owner_of_id(std::string_view field) noexcept {
    const bool separated = field.size() > 3 && separates(field[field.size() - 3]);
    return field.substr(0, field.size() - (separated ? 3 : 2));
}

// What stands before the last word: `order` of `order_id`, `property` of `property_code`.
[[nodiscard]] constexpr std::string_view owner_of_key(std::string_view field) noexcept {
    for (auto at = field.size(); at-- > 1;)
        if (separates(field[at])) return field.substr(0, at);
    return field.size() > 3 && field.ends_with("Id") ? owner_of_id(field) : std::string_view{};
}

}  // namespace detail

/// `appointment` for `apptId` and `appointment_id`.
[[nodiscard]] inline std::string noun_of_id(std::string_view field) {
    return long_noun(canonical_noun(detail::owner_of_id(field)));
}

/// How sure an id is.
enum class certainty : std::uint8_t {
    none,
    weak,   ///< a label that identifies only beside a name or an address: `slug`, `path`, `code`
    fair,   ///< a number, key or code of the thing itself
    strong  ///< `id`, `<noun>_id`, `uuid`
};

struct found_id {
    text::json_view value{};  ///< a string or an integer
    std::string_view field;   ///< without a value the id itself: the key that the record is under
    certainty level = certainty::none;
    std::size_t form = noun_forms::none;  ///< which form of the noun the field began with
};

inline constexpr std::array<field_name, 8> id_fields{"id",  "uuid", "guid", "uid",
                                                     "gid", "sid",  "oid",  "urn"};
inline constexpr std::array<field_name, 10> id_suffixes{"id",  "uuid", "guid",       "uid", "gid",
                                                        "sid", "oid",  "identifier", "arn", "urn"};
inline constexpr std::array<field_name, 9> fair_suffixes{
    "number", "no", "key", "code", "ref", "uri", "slug", "name", "reference"};
inline constexpr std::array<field_name, 9> fair_fields{
    "number", "iid", "key", "arn", "sha", "isbn", "hash", "fingerprint", "resource_name"};
inline constexpr std::array<field_name, 15> weak_fields{
    "symbol", "code", "sku", "slug",      "handle", "login", "username", "path",
    "token",  "uri",  "ref", "permalink", "href",   "url",   "link"};
inline constexpr std::array<field_name, 6> id_containers{"sys",      "metadata",   "meta",
                                                         "identity", "identifier", "identifiers"};
inline constexpr std::array<field_name, 5> address_fields{"url", "href", "self", "links", "uri"};
inline constexpr std::array<field_name, 6> naming_fields{"name",      "title", "display_name",
                                                         "full_name", "label", "subject"};

/// What somebody said stands in one of these.
inline constexpr std::array<field_name, 5> said_fields{"text", "message", "body", "content",
                                                       "comment"};

/// Words that qualify an id and name nothing else, and words for anything: `external_id` and
/// `entity_id` are the record's own.
inline constexpr std::array<field_name, 13> own_id_fields{
    "internal_id", "external_id", "public_id",  "unique_id",   "global_id",
    "legacy_id",   "short_id",    "display_id", "database_id", "resource_id",
    "document_id", "object_id",   "entity_id"};
/// Words before a noun that make it another thing: `parent_task_id` is no task's own.
inline constexpr std::array<field_name, 22> other_thing_words{
    "parent",   "source",    "target",   "related",  "linked", "original", "previous", "next",
    "old",      "new",       "from",     "to",       "root",   "master",   "last",     "first",
    "selected", "duplicate", "assigned", "upstream", "base",   "default"};
/// Nouns of ids that are hardly ever the record's own: of its makers, places and calls.
inline constexpr std::array<field_name, 27> foreign_ids{
    "user",    "owner",       "author",    "creator", "account",      "org",     "organization",
    "tenant",  "team",        "group",     "project", "space",        "client",  "customer",
    "company", "location",    "request",   "trace",   "session",      "product", "category",
    "channel", "correlation", "workspace", "debug",   "transmission", "log"};
/// Fields that files and folders have, and what their `type` says.
inline constexpr std::array<field_name, 13> file_fields{
    "size",  "extension", "mime_type", "is_dir",   "is_directory", "is_file",      "language",
    "lines", "mode",      "encoding",  "modified", "modified_at",  "last_modified"};
inline constexpr std::array<field_name, 10> file_nouns{
    "file", "document", "directory", "folder", "path", "entry", "content", "blob", "tree", "item"};
/// Labels that need no name beside them in a record with enough other fields.
inline constexpr std::array<field_name, 3> short_labels{"slug", "handle", "sku"};

/// Finds the id of a record: its own `id`, then one that carries the noun (`order_id`, `CrateId`),
/// then the path of a file or folder, then other ids, numbers and keys, at last labels that need a
/// name or an address beside them; of a message without any the instant to the microsecond. Beside
/// an id of the database's own what calls take counts: the number or name that the record's own
/// address ends in, a login, `owner/name`, `ABC-12`. A hash beside a name is what that points to.
/// Never a foreign key: a field whose noun is another. Booleans, floats, empty and overlong texts
/// are no ids; 0 and negative numbers can be.
struct identify {
    field_table ids{id_fields};
    field_table suffixes{id_suffixes};
    field_table more_suffixes{fair_suffixes};
    field_table fair{fair_fields};
    field_table weak{weak_fields};
    field_table containers{id_containers};
    field_table qualified{own_id_fields};
    field_table others{other_thing_words};
    field_table foreign{foreign_ids};
    field_table labels{short_labels};
    field_table addresses{address_fields};
    field_table names{naming_fields};
    field_table texts{said_fields};
    field_table of_files{file_fields};
    field_table files{file_nouns};

    [[nodiscard]] static bool usable(const text::json_view& value, std::size_t max_bytes) {
        if (value.is_integer()) return true;
        const auto text = value.string();
        return text.size() <= max_bytes &&
               text.find_first_not_of(" \t\r\n") != std::string_view::npos;
    }

    [[nodiscard]] found_id operator()(const record& fields, const noun_forms& nouns,
                                      std::size_t max_bytes) const {
        return taken_by_calls(fields, nouns, own_id(fields, nouns, max_bytes));
    }

    /// The field that tells the records of a list apart, where none has an id: one with another
    /// value in each that is called, of rows that a query gave (`of_anything`), like any id
    /// (`order_id`, `property_code`), of others like a code or, for want of one, like the id of a
    /// user or another maker: a list of comments with a `page_id` has none. Then a person is
    /// known by an address (`email`), a thing by what looks like a code in each (`"vin":
    /// "WF0XXX…"`), at last by an object with an id (`{"role": …, "user": {"id": …}}`), but not by
    /// the one that said something. Null without one. Looks at no more than 32 of them.
    [[nodiscard]] const record::field* key_of(const record& first, const text::json_view& list,
                                              bool of_anything, std::size_t max_bytes) const;

    /// `name`, where every record of a list has another one; else empty.
    [[nodiscard]] static std::string_view name_key_of(const text::json_view& list,
                                                      std::size_t max_bytes) {
        return tells_apart("name", list, max_bytes) ? "name" : "";
    }

    /// Whether an id tells nothing apart but what things point to: a digest that two of the first
    /// 32 records of a list share.
    [[nodiscard]] static bool is_shared_digest(const found_id& id, const text::json_view& list) {
        constexpr std::size_t shortest = 7;
        auto text = id.value.string();
        if (const auto mark = text.find(':'); mark != std::string_view::npos)
            text.remove_prefix(mark + 1);
        return text.size() >= shortest &&
               text.find_first_not_of("0123456789abcdef") == std::string_view::npos &&
               repeats(id.field, list);
    }

    /// An integer, or a word with a digit: what nothing but one thing is called by.
    [[nodiscard]] static bool is_code_like(const text::json_view& value) {
        const auto text = value.string();
        return value.is_integer() || (text.find_first_of("0123456789") != std::string_view::npos &&
                                      text.find_first_of(" \t\n") == std::string_view::npos);
    }

    /// Whether the first 32 records have a usable value each there, and all another one.
    [[nodiscard]] static bool tells_apart(std::string_view field, const text::json_view& list,
                                          std::size_t max_bytes);

    /// Whether two of the first 32 records of a list have the same value there.
    [[nodiscard]] static bool repeats(std::string_view field, const text::json_view& list);

    /// What the field `owner` of a record, or of its metadata, says holds it: the text itself, or
    /// that of an object which names it.
    [[nodiscard]] static std::string_view owner_in(const record& fields, std::string_view owner);

    /// The id in an object, or the value itself.
    [[nodiscard]] static text::json_view id_in(const text::json_view& value);

    /// The name of a record that has nothing else to identify it, where it is one word: services
    /// know domains, tables and branches by their names.
    [[nodiscard]] found_id by_name(const record& fields, std::size_t max_bytes) const;

    /// What the `type` of a record with a path says of it: "file", "directory", or nothing.
    [[nodiscard]] static std::string_view kind_in_tree(const record& fields);

    [[nodiscard]] static bool is_path_field(std::string_view name) noexcept;

    /// Whether a text is a path as files have one: a word with a slash or an ending
    /// ("src/main.cpp", "notes.md"), no address and no version. `spaced`: also with blanks behind a
    /// slash and an ending, where a path is expected ("src/My Docs/a.md").
    [[nodiscard]] static bool is_path(std::string_view text, bool spaced = false) noexcept;

private:
    [[nodiscard]] found_id own_id(const record& fields, const noun_forms& nouns,
                                  std::size_t max_bytes) const;

    // The path of a file or folder: services take it, rather than the hash of what is in it.
    const record::field* path_of(const record& fields, const noun_forms& nouns,
                                 std::size_t max_bytes) const;

    // Unix time with a fraction as text, which two messages hardly share: of several such fields
    // (the thread's, the last reply's) that with the shortest name is the message's own.
    const record::field* instant(const record& fields) const;

    // The field that the record's own address ends in: `/things/a-7` beside `"thing_key": "a-7"`.
    const record::field* addressed(const record& fields, std::size_t max_bytes) const;

    static constexpr bool begins_word(std::string_view text, std::size_t at) noexcept {
        return detail::separates(text[at - 1]) || (text[at] >= 'A' && text[at] <= 'Z');
    }
    // `parent` of `parentTask`, and `task`.
    static constexpr std::string_view first_word(std::string_view text) noexcept {
        for (std::size_t at = 1; at < text.size(); ++at)
            if (begins_word(text, at) || detail::separates(text[at])) return text.substr(0, at);
        return text;
    }
    static constexpr std::string_view last_word(std::string_view text) noexcept {
        for (std::size_t at = text.size(); at-- > 1;)
            if (begins_word(text, at)) return text.substr(at);
        return text;
    }

    // What calls take, where the id beside it is the database's: what looks like a name for people,
    // else the number or name that the record's own address ends in. The same id without one.
    [[nodiscard]] static found_id taken_by_calls(const record& fields, const noun_forms& nouns,
                                                 const found_id& own);
    // `ABC-12`, a login beside a number, `owner/name`; nothing without one.
    [[nodiscard]] static found_id by_form(const record& fields, const found_id& own);
    [[nodiscard]] static found_id by_address(const record& fields, const noun_forms& nouns,
                                             const found_id& own);

    // Whether every record has a word of letters and digits there.
    static bool holds_codes(std::string_view field, const text::json_view& list);

    // `message_id`, where no other field is the id of anything.
    const record::field* only_id(const record& fields) const;

    // `PO-17`: a word with a digit. What a thing is called by its own noun is its number.
    static bool is_code(const text::json_view& value) {
        const auto text = value.string();
        return text.find_first_of("0123456789") != std::string_view::npos &&
               text.find_first_of(" .:/") == std::string_view::npos;
    }

    // `{key, value}` is a setting, not a thing.
    static bool is_pair(const record& fields) {
        return fields.size() <= 3 && fields.find("value"_field);
    }

    template <class Fits>
    static found_id with_noun(const record& fields, const noun_forms& nouns,
                              const field_table& suffixes, Fits&& fits) {
        found_id best;
        std::size_t best_suffix = noun_forms::none;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto& each = fields[i];
            std::size_t form = 0;
            const auto rest = nouns.rest(each.name, form);
            if (rest.empty() || form > best.form) continue;
            const auto at = suffixes.rank(field_hash(rest));
            if (at == field_table::npos || (form == best.form && at >= best_suffix) ||
                !fits(each.value))
                continue;
            best = {each.value, each.name, certainty::none, form};
            best_suffix = at;
        }
        return best;
    }

    // `{"$oid": …}`, `{"videoId": …}`: an id that is an object names its kind inside.
    static text::json_view from_object(const text::json_view& value, const noun_forms& nouns,
                                       std::size_t max_bytes);

    found_id contained(const record& fields, std::size_t max_bytes) const;
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/identify.ipp>
#endif
