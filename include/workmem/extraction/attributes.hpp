#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/inline_vector.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/value/attribute.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::extraction {

/// Words in field names that people refer to things by, those asked for most first.
inline constexpr std::array<field_name, 61> attribute_words{
    "price",    "cost",     "fare",  "rent",     "rating",      "stars",  "score",     "total",
    "amount",   "date",     "time",  "day",      "status",      "state",  "priority",  "city",
    "address",  "venue",    "place", "location", "destination", "origin", "departure", "arrival",
    "airport",  "station",  "area",  "street",   "country",     "region", "category",  "genre",
    "cuisine",  "kind",     "type",  "artist",   "author",      "album",  "director",  "airline",
    "carrier",  "brand",    "model", "color",    "colour",      "size",   "language",  "currency",
    "phone",    "email",    "start", "starts",   "end",         "ends",   "due",       "deadline",
    "duration", "severity", "class", "year",     "assignee"};
/// Words that make a field technical, whatever else its name says.
inline constexpr std::array<field_name, 16> technical_words{
    "id",   "ids",  "uuid", "url", "uri",     "href",    "link",     "token",
    "hash", "etag", "sha",  "arn", "created", "updated", "modified", "self"};
/// Words of fields that are told only where there is room.
inline constexpr std::array<field_name, 5> minor_words{"count", "zone", "node", "template", "path"};

/// Fields that hold what is the record's own: it is as if it stood there itself.
inline constexpr std::array<field_name, 7> own_containers{
    "attributes", "fields", "properties", "relationships", "data", "snippet", "details"};

/// Last step: keeps a few scalars worth referring to (price, rating, date, place, status). Short
/// values only. Of more than `max` those whose words come first in the table, then those that look
/// like dates or times, then numbers, then other texts; in the record's order. Money and named
/// objects (`{"amount": …}`, `{"name": …}`) give their scalar, people their names, and what is
/// inside an object has its name behind that of the object: `status.phase`, `address.city`; four
/// levels are looked at. A short list of texts or of named objects is one text: `labels` of an
/// issue. An object that only points at something else (`"customer": {"type": "customers", "id":
/// "7"}`) gives its id.
struct attributes {
    field_table words{attribute_words};
    field_table technical{technical_words};
    field_table minor{minor_words};
    field_table own{own_containers};
    std::size_t max_text_bytes = 64;

    void operator()(const record& fields, std::string_view name_field, std::string_view id_field,
                    std::size_t max, attribute_list& out) const;

private:
    static constexpr std::size_t npos = field_table::npos;

    static constexpr std::size_t most_inside = 32;
    static constexpr std::size_t most_depth = 4;
    static constexpr std::size_t shapes = 4;

    // An attribute that may be kept; with an `owner` it is inside that field.
    struct choice {
        std::size_t rank = 0;
        std::string_view owner{};
        std::string_view name{};
        text::json_view value{};
    };
    class best_choices;

    // `levels` are those that may still be gone down, `depth` those that stand before the name.
    void choose(std::string_view owner, const record::field& field, std::size_t depth,
                std::size_t levels, best_choices& among) const;
    void offer(std::string_view owner, std::string_view name, const text::json_view& value,
               std::size_t depth, best_choices& among) const;
    // The id in an object that only points at something, be it in `data`; nothing in others.
    static text::json_view pointer_in(const record& members);
    // The field whose scalar stands for an object; null without one.
    const record::field* scalar_in(const record& object) const;
    // The texts of a short list, or what its objects are called.
    std::optional<std::string> joined(const text::json_view& list) const;
    bool is_short(const text::json_view& value) const {
        if (value.is_number() || value.is_boolean()) return true;
        const auto text = value.string();
        return !text.empty() && text.size() <= max_text_bytes &&
               text.find("://") == std::string_view::npos;
    }

    // The rank of the best word of a field name, else that of the value's shape; none for
    // technical fields.
    std::size_t rank_of(std::string_view name, const text::json_view& value) const;
    static std::size_t rank_of_shape(const text::json_view& value);

    void add(attribute_list& out, const choice& of) const;
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/attributes.ipp>
#endif
