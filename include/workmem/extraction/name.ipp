#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/name.hpp>

namespace workmem::extraction {

WORKMEM_DECL bool name::operator()(const record& fields, const noun_forms& nouns,
                                   std::string_view type, std::size_t max_bytes, std::string& out,
                                   std::string_view& field) const {
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
               return other_name(each, max_bytes, out, field) ||
                      pick(each, labels, max_bytes, out, field) ||
                      said(each, max_bytes, out, field) || pick(each, slugs, max_bytes, out, field);
           });
}

WORKMEM_DECL bool name::given(const record& arguments, const noun_forms& nouns,
                              std::string_view type, std::size_t max_bytes, std::string& out,
                              std::string_view& field) const {
    out.clear();
    if (read(arguments, nouns, max_bytes, out, field) ||
        inside(arguments, nouns, max_bytes, out, field))
        return true;
    return is_head(utterances, type) &&
           (pick(arguments, texts, max_bytes, out, field) ||
            with_noun(arguments, nouns, said_suffixes, max_bytes, out, field));
}

WORKMEM_DECL bool name::pick(const record& fields, const field_table& table, std::size_t max_bytes,
                             std::string& out, std::string_view& field) {
    const auto* found = fields.find(table, [&](const text::json_view& value) {
        return (value.is_string() || value.is_structured()) && read_text(value, max_bytes, out);
    });
    if (found) field = found->name;
    return found != nullptr;
}

WORKMEM_DECL bool name::with_noun(const record& fields, const noun_forms& nouns,
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

WORKMEM_DECL bool name::read(const record& fields, const noun_forms& nouns, std::size_t max_bytes,
                             std::string& out, std::string_view& field) const {
    if (read_person(fields, max_bytes, out, field)) return true;
    // `names: [{"displayName": …}]`, `name: [{"given": ["Ana"], "family": "Rey"}]`: the first
    for (const auto each : {"names"_field, "name"_field}) {
        const auto* const all = fields.find(each);
        if (all == nullptr || !all->value.is_array()) continue;
        // `"Names": ["/web-1"]`
        if (auto first = all->value.front().string(); each == "names"_field && first.size() > 1) {
            if (first.starts_with('/')) first.remove_prefix(1);
            field = all->name;
            return read_text(text::json_view::of_text(first), max_bytes, out);
        }
        if (!all->value.front().is_object()) continue;
        const record first{all->value.front()};
        if (pick(first, names, max_bytes, out, field) ||
            read_person(first, max_bytes, out, field)) {
            field = all->name;
            return true;
        }
    }
    if (pick(fields, names, max_bytes, out, field)) {
        if (is_address(fields, out)) pick_other(fields, max_bytes, out, field);
        return true;
    }
    return with_noun(fields, nouns, name_suffixes, max_bytes, out, field);
}

WORKMEM_DECL bool name::is_address(const record& fields, std::string_view text) {
    if (text.find(' ') != std::string_view::npos) return false;
    if (text.find('/') != std::string_view::npos) return true;
    const auto* own = fields.find("id"_field);
    const auto id = own ? own->value.string() : std::string_view{};
    return !id.empty() && text.size() > id.size() + 1 && text.ends_with(id) &&
           text[text.size() - id.size() - 1] == '_';
}

WORKMEM_DECL void name::pick_other(const record& fields, std::size_t max_bytes, std::string& out,
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

WORKMEM_DECL bool name::by_noun_itself(const record& fields, const noun_forms& nouns,
                                       std::size_t max_bytes, std::string& out,
                                       std::string_view& field) const {
    const auto* own = nouns.empty() ? nullptr : fields.find(nouns.whole_hash());
    if (own && own->value.is_object()) return said(record{own->value}, max_bytes, out, field);
    if (!own || !own->value.is_string() || !read_text(own->value, max_bytes, out)) return false;
    field = own->name;
    return true;
}

WORKMEM_DECL bool name::said(const record& fields, std::size_t max_bytes, std::string& out,
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

WORKMEM_DECL bool name::inside(const record& fields, const noun_forms& nouns, std::size_t max_bytes,
                               std::string& out, std::string_view& field) const {
    const auto titled = [&](const record& each) {
        return read(each, nouns, max_bytes, out, field) || read_titled(each, max_bytes, out, field);
    };
    return within(containers, fields, titled) || read_pair(fields, max_bytes, out, field) ||
           described(fields, titled);
}

WORKMEM_DECL bool name::other_name(const record& fields, std::size_t max_bytes, std::string& out,
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

WORKMEM_DECL std::string_view name::before(std::string_view name,
                                           std::span<const std::string_view> endings) noexcept {
    for (const auto each : endings)
        if (name.size() > each.size() && name[name.size() - 2] == each[each.size() - 2] &&
            name.ends_with(each))
            return name.substr(0, name.size() - each.size());
    return {};
}

}  // namespace workmem::extraction
