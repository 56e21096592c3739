#pragma once

#include <workmem/entity/entity_id.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/utf8.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace workmem::extraction {

/// The id of a usable JSON value; text is made valid UTF-8.
[[nodiscard]] inline entity_id to_id(const text::json_view& value) {
    if (const auto text = value.string(); value.is_string())
        return entity_id{text::is_valid(text) ? std::string{text} : text::to_valid(text)};
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

}  // namespace detail

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
inline constexpr std::array<field_name, 7> fair_fields{"number", "iid",  "key", "arn",
                                                       "sha",    "isbn", "hash"};
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
/// Labels that need no name beside them in a record with enough other fields.
inline constexpr std::array<field_name, 3> short_labels{"slug", "handle", "sku"};

/// Finds the id of a record: its own `id`, then one that carries the noun (`order_id`, `CrateId`),
/// then other ids, numbers and keys, at last labels that need a name or an address beside them; of
/// a message without any the instant to the microsecond.
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

    [[nodiscard]] static bool usable(const text::json_view& value, std::size_t max_bytes) {
        if (value.is_integer()) return true;
        const auto text = value.string();
        return text.size() <= max_bytes &&
               text.find_first_not_of(" \t\r\n") != std::string_view::npos;
    }

    [[nodiscard]] found_id operator()(const record& fields, const noun_forms& nouns,
                                      std::size_t max_bytes) const {
        using field = record::field;
        const auto fits = [&](const text::json_view& value) { return usable(value, max_bytes); };
        if (const auto* own = fields.find(field_name{"id"})) {
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
        if (const field* own = fields.find(fair, fits); own && !is_pair(fields))
            return {own->value, own->name, certainty::fair};
        if (auto own = with_noun(fields, nouns, more_suffixes, fits); own.value) {
            own.level = certainty::fair;
            return own;
        }
        if (const field* own = fields.find(field_name{"metadata"}); own && own->value.is_object())
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
            if (const field* own = fields.find(weak, fits))
                return {own->value, own->name, certainty::weak};
        if (fields.size() > 3)
            if (const field* own = fields.find(labels, fits))
                return {own->value, own->name, certainty::weak};
        if (const field* own = instant(fields)) return {own->value, own->name, certainty::fair};
        return {};
    }

    /// The name of a record that has nothing else to identify it, where it is one word: services
    /// know domains, tables and branches by their names.
    [[nodiscard]] found_id by_name(const record& fields, std::size_t max_bytes) const {
        const auto* own = fields.find(field_name{"name"});
        if (!own || !own->value.is_string() || !usable(own->value, max_bytes)) return {};
        if (fields.size() == 1) return {};
        if (own->value.string().find(' ') != std::string_view::npos) return {};
        return {own->value, own->name, certainty::weak};
    }

private:
    // Unix time with a fraction as text, which two messages hardly share: of several such fields
    // (the thread's, the last reply's) that with the shortest name is the message's own.
    const record::field* instant(const record& fields) const {
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

    // The field that the record's own address ends in: `/things/a-7` beside `"thing_key": "a-7"`.
    const record::field* addressed(const record& fields, std::size_t max_bytes) const {
        const record::field* found = nullptr;
        addresses.find([&](std::uint64_t hash) {
            const auto* address = fields.find(hash);
            const auto text = address ? address->value.string() : std::string_view{};
            if (text.find('/') == std::string_view::npos) return false;
            for (std::size_t i = 0; i < fields.size() && !found; ++i) {
                const auto& value = fields[i].value;
                if (!value.is_string() || &fields[i] == address || !usable(value, max_bytes))
                    continue;
                const auto own = value.string();
                if (text.size() > own.size() && text.ends_with(own) &&
                    text[text.size() - own.size() - 1] == '/')
                    found = &fields[i];
            }
            return found != nullptr;
        });
        return found;
    }

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

    // `message_id`, where no other field is the id of anything.
    const record::field* only_id(const record& fields) const {
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

    // `sales_order_id` for the noun `order`.
    template <class Fits>
    found_id with_words_before(const record& fields, const noun_forms& nouns, Fits&& fits) const {
        if (nouns.empty()) return {};
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto& each = fields[i];
            static constexpr std::string_view ends[]{"_id", "Id", "ID", "Identifier", "_uuid"};
            for (const auto suffix : ends) {
                if (!each.name.ends_with(suffix)) continue;
                const auto owner = each.name.substr(0, each.name.size() - suffix.size());
                const auto words = before_noun(owner, nouns.whole());
                if (words.empty() || others.contains(words) || !fits(each.value)) continue;
                return {each.value, each.name, certainty::strong};
            }
        }
        return {};
    }
    // `sales` of `sales_order` and `salesOrder`.
    static std::string_view before_noun(std::string_view owner, std::string_view noun) noexcept {
        for (std::size_t at = 1; at < owner.size(); ++at) {
            if (begins_word(owner, at) && same_field(owner.substr(at), noun))
                return owner.substr(0, at - (detail::separates(owner[at - 1]) ? 1 : 0));
        }
        return {};
    }

    // `PO-17`: a word with a digit. What a thing is called by its own noun is its number.
    static bool is_code(const text::json_view& value) {
        const auto text = value.string();
        return text.find_first_of("0123456789") != std::string_view::npos &&
               text.find_first_of(" .:/") == std::string_view::npos;
    }

    // `{key, value}` is a setting, not a thing.
    static bool is_pair(const record& fields) {
        return fields.size() <= 3 && fields.find(field_name{"value"});
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
                                       std::size_t max_bytes) {
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

    found_id contained(const record& fields, std::size_t max_bytes) const {
        found_id out;
        containers.find([&](std::uint64_t hash) {
            const auto* field = fields.find(hash);
            if (!field) return false;
            // `identifiers: [{"type": …, "value": …}]`: the first is the main one.
            const bool many = field->value.is_array() && !field->value.empty();
            const text::json_view holder = many ? field->value.front() : field->value;
            if (!holder.is_object() || holder.size() > 64) return false;
            const record inner{holder};
            const auto fits = [&](const text::json_view& value) {
                return usable(value, max_bytes);
            };
            if (const auto* own = inner.find(ids, fits))
                out = {own->value, own->name, certainty::strong};
            else if (const auto* value = inner.find(field_name{"value"}); value && many)
                if (fits(value->value)) out = {value->value, field->name, certainty::fair};
            return bool{out.value};
        });
        return out;
    }
};

}  // namespace workmem::extraction
