#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/attributes.hpp>

namespace workmem::extraction {

WORKMEM_DECL void attributes::operator()(const record& fields, std::string_view name_field,
                                         std::string_view id_field, std::size_t max,
                                         attribute_list& out) const {
    struct choice {
        std::size_t rank;
        std::string_view name;
        text::json_view value;
    };
    workmem::detail::inline_vector<choice, 16> best;
    max = (std::min)(max, std::size_t{16});
    for (std::size_t i = 0; max > 0 && i < fields.size(); ++i) {
        const auto& field = fields[i];
        if (field.name == name_field || field.name == id_field) continue;
        text::json_view inside;
        const auto* const value = scalar_of(field.value, inside);
        if (value == nullptr) continue;
        const auto rank = rank_of(field.name, *value);
        if (rank == npos) continue;
        if (best.size() == max) {
            auto* worst = best.begin();
            for (auto* each = worst + 1; each != best.end(); ++each)
                if (each->rank >= worst->rank) worst = each;
            if (rank >= worst->rank) continue;
            std::move(worst + 1, best.end(), worst);
            best.shrink(max - 1);
        }
        best.push_back({rank, field.name, *value});
    }
    out.reserve(out.size() + best.size());
    for (const auto& each : best) add(out, each.name, each.value);
}

WORKMEM_DECL const text::json_view* attributes::scalar_of(const text::json_view& value,
                                                          text::json_view& inside) const {
    if (value.is_object() && value.size() <= 16) {
        const record inner{value};
        static constexpr field_name scalars_inside[]{"value",        "amount",    "name",
                                                     "display_name", "date_time", "date"};
        for (const auto& each : scalars_inside)
            if (const auto* field = inner.find(each); field && is_short(field->value)) {
                inside = field->value;
                return &inside;
            }
        return nullptr;
    }
    return is_short(value) ? &value : nullptr;
}

WORKMEM_DECL std::size_t attributes::rank_of(std::string_view name,
                                             const text::json_view& value) const {
    std::size_t best = npos;
    const auto is_upper = [&](std::size_t at) {
        return detail::field_byte(name[at]) != static_cast<unsigned char>(name[at]);
    };
    for (std::size_t at = 0; at < name.size();) {
        auto byte = detail::field_byte(name[at]);
        if (byte == '_') {
            ++at;
            continue;
        }
        auto hash = detail::no_bytes_hash;
        do {
            hash = detail::add_to_hash(hash, byte);
            if (++at == name.size()) break;
            byte = detail::field_byte(name[at]);
        } while (byte != '_' && (!is_upper(at) || is_upper(at - 1)));
        // When a thing was made or changed is worth asking for, who or what did it is not.
        if (technical.rank(hash) != npos) return rank_of_shape(value) == 0 ? words.size() : npos;
        best = (std::min)(best, words.rank(hash));
    }
    return best != npos ? best : words.size() + rank_of_shape(value);
}

WORKMEM_DECL std::size_t attributes::rank_of_shape(const text::json_view& value) {
    if (!value.is_string()) return value.is_boolean() ? 3 : 1;
    const auto text = value.string();
    const auto digit = [&](std::size_t i) {
        return i < text.size() && text[i] >= '0' && text[i] <= '9';
    };
    const bool time = digit(0) && (text.find(':') == 1 || text.find(':') == 2);
    const bool date = digit(0) && digit(1) && digit(2) && digit(3) && text.find('-') == 4;
    return time || date ? 0 : 2;
}

WORKMEM_DECL void attributes::add(attribute_list& out, std::string_view name,
                                  const text::json_view& value) {
    for (const auto& each : out)
        if (each.name == name) return;
    auto& made = out.emplace_back();
    made.name = text::to_valid(text::prefix(name, 64));
    if (value.is_string())
        made.value = text::to_valid(value.string());
    else if (value.is_boolean())
        made.value = value.boolean();
    else if (value.is_unsigned() && value.unsigned_integer() > std::uint64_t{INT64_MAX})
        made.value = value.number();
    else if (value.is_integer())
        made.value = value.integer();
    else
        made.value = value.number();
}

}  // namespace workmem::extraction
