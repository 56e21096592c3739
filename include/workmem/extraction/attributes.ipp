#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/attributes.hpp>

namespace workmem::extraction {

// At most `most`; the worst goes, of equals the last.
class attributes::best_choices {
public:
    explicit best_choices(std::size_t most) noexcept : most_{(std::min)(most, limit)} {}

    void add(const choice& made) {
        if (most_ == 0) return;
        if (best_.size() == most_) {
            auto* worst = best_.begin();
            for (auto* each = worst + 1; each != best_.end(); ++each)
                if (each->rank >= worst->rank) worst = each;
            if (made.rank >= worst->rank) return;
            std::move(worst + 1, best_.end(), worst);
            best_.shrink(most_ - 1);
        }
        best_.push_back(made);
    }
    [[nodiscard]] const auto& get() const noexcept { return best_; }

private:
    static constexpr std::size_t limit = 16;
    std::size_t most_;
    workmem::detail::inline_vector<choice, limit> best_{};
};

WORKMEM_DECL void attributes::operator()(const record& fields, std::string_view name_field,
                                         std::string_view id_field, std::size_t max,
                                         attribute_list& out) const {
    best_choices best{max};
    for (std::size_t i = 0; max > 0 && i < fields.size(); ++i)
        if (fields[i].name != name_field && fields[i].name != id_field)
            choose({}, fields[i], 0, most_depth, best);
    out.reserve(out.size() + best.get().size());
    for (const auto& each : best.get()) add(out, each);
}

WORKMEM_DECL void attributes::choose(std::string_view owner, const record::field& field,
                                     std::size_t depth, std::size_t levels,
                                     best_choices& among) const {
    if (!field.value.is_structured()) {
        if (is_short(field.value)) offer(owner, field.name, field.value, depth, among);
        return;
    }
    if (field.value.is_array()) {
        if (joined(field.value)) offer(owner, field.name, field.value, depth, among);
    }
    const bool alone = field.value.is_array() && field.value.size() == 1;
    const auto object = alone ? field.value.front() : field.value;
    if (!object.is_object() || object.size() > most_inside) return;
    const record inner{object};
    if (const auto id = pointer_in(inner)) return offer(owner, field.name, id, depth, among);
    const bool is_own = owner.empty() && !alone && own.rank(field.hash) != npos;
    const auto* const named = is_own ? nullptr : scalar_in(inner);
    if (named != nullptr && !alone) offer(owner, field.name, named->value, depth, among);
    if (levels <= 1) return;
    for (std::size_t i = 0; i < inner.size(); ++i) {
        if (&inner[i] == named) continue;
        if (is_own)
            choose(owner, inner[i], depth, levels - 1, among);
        else
            choose(field.name, inner[i], depth + 1, levels - 1, among);
    }
}

WORKMEM_DECL void attributes::offer(std::string_view owner, std::string_view name,
                                    const text::json_view& value, std::size_t depth,
                                    best_choices& among) const {
    auto rank = rank_of(name, value);
    if (rank == npos) return;
    // What is inside stands behind what the record says itself.
    if (depth > 0) rank = (rank < words.size() ? words.size() - shapes : rank) + depth * shapes;
    among.add({rank, owner, name, value});
}

WORKMEM_DECL text::json_view attributes::pointer_in(const record& members) {
    static constexpr field_name beside[]{"type", "kind", "object", "href", "self",
                                         "url",  "link", "links",  "meta"};
    constexpr std::size_t most_members = 5;
    if (members.size() > most_members) return {};
    const auto* id = members.find("id"_field);
    const auto* const inner = id ? nullptr : members.find("data"_field);
    if (id == nullptr) id = inner;
    if (id == nullptr) return {};
    for (std::size_t i = 0; i < members.size(); ++i)
        if (&members[i] != id &&
            std::none_of(std::begin(beside), std::end(beside),
                         [&](const auto& each) { return each.hash == members[i].hash; }))
            return {};
    if (inner == nullptr)
        return id->value.is_string() || id->value.is_integer() ? id->value : text::json_view{};
    return inner->value.contains("data") ? text::json_view{} : pointer_in(record{inner->value});
}

WORKMEM_DECL const record::field* attributes::scalar_in(const record& object) const {
    static constexpr field_name names[]{"value",     "amount", "name",      "display_name",
                                        "full_name", "title",  "display",   "text",
                                        "label",     "login",  "date_time", "date"};
    for (const auto& each : names)
        if (const auto* field = object.find(each); field && is_short(field->value)) return field;
    return nullptr;
}

WORKMEM_DECL std::optional<std::string> attributes::joined(const text::json_view& list) const {
    if (!list.is_array() || list.empty() || list.size() > most_inside) return std::nullopt;
    std::string out;
    for (const auto& each : list) {
        auto value = each;
        if (each.is_object() && each.size() <= most_inside) {
            const record inner{each};
            if (const auto* const field = scalar_in(inner)) value = field->value;
        }
        if (!value.is_string() || !is_short(value)) return std::nullopt;
        if (!out.empty()) out += ", ";
        out += value.string();
        if (out.size() > max_text_bytes) return std::nullopt;
    }
    return out;
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
        if (minor.rank(hash) != npos) return words.size() + 2 * shapes;
        best = (std::min)(best, words.rank(hash));
    }
    return best != npos ? best : words.size() + rank_of_shape(value);
}

WORKMEM_DECL std::size_t attributes::rank_of_shape(const text::json_view& value) {
    if (!value.is_string()) return value.is_boolean() ? 3 : value.is_array() ? 2 : 1;
    const auto text = value.string();
    const auto digit = [&](std::size_t i) {
        return i < text.size() && text[i] >= '0' && text[i] <= '9';
    };
    const bool time = digit(0) && (text.find(':') == 1 || text.find(':') == 2);
    const bool date = digit(0) && digit(1) && digit(2) && digit(3) && text.find('-') == 4;
    return time || date ? 0 : 2;
}

WORKMEM_DECL void attributes::add(attribute_list& out, const choice& of) const {
    std::string name;
    if (!of.owner.empty()) name.append(of.owner) += '.';
    name = text::to_valid(text::prefix(name.append(of.name), 64));
    for (const auto& each : out)
        if (each.name == name) return;
    auto& made = out.emplace_back();
    made.name = std::move(name);
    const auto& value = of.value;
    if (value.is_string())
        made.value = text::to_valid(value.string());
    else if (value.is_array())
        made.value = text::to_valid(*joined(value));
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
