#pragma once

#include <workmem/entity/attribute.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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
inline constexpr std::array<field_name, 20> technical_words{
    "id",  "ids", "uuid",  "url",     "uri",     "href",     "link", "token", "hash",     "etag",
    "sha", "arn", "count", "created", "updated", "modified", "zone", "node",  "template", "path"};

/// Last step: keeps a few scalars worth referring to (price, rating, date, place, status). Short
/// values only. Of more than `max` those whose words come first in the table, then those that look
/// like dates or times, then numbers, then other texts; in the record's order. Money and named
/// objects (`{"amount": …}`, `{"name": …}`) give their scalar.
struct attributes {
    field_table words{attribute_words};
    field_table technical{technical_words};
    std::size_t max_text_bytes = 64;

    template <class Json>
    void operator()(const record<Json>& fields, std::string_view name_field,
                    std::string_view id_field, std::size_t max, attribute_list& out) const {
        struct choice {
            std::size_t rank;
            std::size_t at;
            const Json* value;
        };
        std::array<choice, 16> best;
        std::size_t count = 0;
        max = (std::min)(max, best.size());
        for (std::size_t i = 0; max > 0 && i < fields.size(); ++i) {
            const auto& field = fields[i];
            if (field.name == name_field || field.name == id_field) continue;
            const Json* const value = scalar_of(*field.value);
            if (value == nullptr) continue;
            const auto rank = rank_of(field.name, *value);
            if (rank == npos || (count == max && rank >= best[count - 1].rank)) continue;
            if (count < max) ++count;
            std::size_t to = count - 1;
            for (; to > 0 && best[to - 1].rank > rank; --to) best[to] = best[to - 1];
            best[to] = {rank, i, value};
        }
        std::sort(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(count),
                  [](const choice& a, const choice& b) { return a.at < b.at; });
        out.reserve(out.size() + count);
        for (std::size_t i = 0; i < count; ++i) add(out, fields[best[i].at].name, *best[i].value);
    }

private:
    static constexpr std::size_t npos = field_table::npos;

    // The value itself, or the scalar that stands for an object.
    template <class Json>
    const Json* scalar_of(const Json& value) const {
        if (value.is_object() && value.size() <= 16) {
            const record<Json> inner{value};
            static constexpr field_name scalars_inside[]{"value",        "amount",    "name",
                                                         "display_name", "date_time", "date"};
            for (const auto& each : scalars_inside)
                if (const auto* field = inner.find(each); field && is_short(*field->value))
                    return field->value;
            return nullptr;
        }
        return is_short(value) ? &value : nullptr;
    }
    template <class Json>
    bool is_short(const Json& value) const {
        if (value.is_number() || value.is_boolean()) return true;
        const auto* text = value.template get_ptr<const typename Json::string_t*>();
        return text && !text->empty() && text->size() <= max_text_bytes &&
               text->find("://") == std::string::npos;
    }

    // The rank of the best word of a field name, else that of the value's shape; none for
    // technical fields.
    template <class Json>
    std::size_t rank_of(std::string_view name, const Json& value) const {
        std::size_t best = npos;
        for (std::size_t begin = 0; begin < name.size();) {
            std::size_t end = begin + 1;
            const auto is_upper = [&](std::size_t i) { return name[i] >= 'A' && name[i] <= 'Z'; };
            if (!detail::separates(name[begin]))
                while (end < name.size() && !detail::separates(name[end]) &&
                       !(is_upper(end) && !is_upper(end - 1)))
                    ++end;
            const auto hash = field_hash(name.substr(begin, end - begin));
            // When a thing was made or changed is worth asking for, who or what did it is not.
            if (technical.rank(hash) != npos)
                return rank_of_shape(value) == 0 ? words.size() : npos;
            best = (std::min)(best, words.rank(hash));
            begin = end;
        }
        return best != npos ? best : words.size() + rank_of_shape(value);
    }
    template <class Json>
    static std::size_t rank_of_shape(const Json& value) {
        const auto* text = value.template get_ptr<const typename Json::string_t*>();
        if (text == nullptr) return value.is_boolean() ? 3 : 1;
        const auto digit = [&](std::size_t i) {
            return i < text->size() && (*text)[i] >= '0' && (*text)[i] <= '9';
        };
        const bool time = digit(0) && (text->find(':') == 1 || text->find(':') == 2);
        const bool date = digit(0) && digit(1) && digit(2) && digit(3) && text->find('-') == 4;
        return time || date ? 0 : 2;
    }

    template <class Json>
    static void add(attribute_list& out, std::string_view name, const Json& value) {
        for (const auto& each : out)
            if (each.name == name) return;
        auto& made = out.emplace_back();
        made.name = text::to_valid(text::prefix(name, 64));
        if (const auto* text = value.template get_ptr<const typename Json::string_t*>())
            made.value = text::to_valid(*text);
        else if (value.is_boolean())
            made.value = value.template get<bool>();
        else if (value.is_number_unsigned() &&
                 value.template get<std::uint64_t>() > std::uint64_t{INT64_MAX})
            made.value = static_cast<double>(value.template get<std::uint64_t>());
        else if (value.is_number_integer())
            made.value = value.template get<std::int64_t>();
        else
            made.value = value.template get<double>();
    }
};

}  // namespace workmem::extraction
