#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/nouns.hpp>

#include <iterator>

namespace workmem::extraction {

WORKMEM_DECL std::string canonical_noun(std::string_view text) {
    if (const auto at = text.find_last_of("#./"); at != std::string_view::npos)
        text.remove_prefix(at + 1);
    if (text.empty() || text.size() > 64) return {};
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool upper = c >= 'A' && c <= 'Z';
        const bool plain = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!plain && c != '_' && c != '-' && c != ' ') return {};
        const bool after_lower = i > 0 && ((text[i - 1] >= 'a' && text[i - 1] <= 'z') ||
                                           (text[i - 1] >= '0' && text[i - 1] <= '9'));
        const bool before_lower = i > 0 && i + 1 < text.size() && text[i + 1] >= 'a' &&
                                  text[i + 1] <= 'z' && text[i - 1] >= 'A' && text[i - 1] <= 'Z';
        if (!out.empty() && out.back() != '_' &&
            (!plain || (upper && (after_lower || before_lower))))
            out += '_';
        if (plain) out += text::fold_ascii(c);
    }
    while (!out.empty() && out.back() == '_') out.pop_back();
    return text::singular(out);
}

WORKMEM_DECL std::string long_noun(std::string noun) {
    for (const auto& each : abbreviations)
        if (noun == each.brief) return std::string{each.full};
    return noun;
}

WORKMEM_DECL noun_forms::noun_forms(std::string_view noun) {
    for (std::string_view tail = noun; !tail.empty() && count_ < limit;) {
        add(tail, tail);
        const auto at = tail.find('_');
        tail = at == std::string_view::npos ? std::string_view{} : tail.substr(at + 1);
    }
    for (const auto& each : abbreviations)
        if (noun == each.full && count_ < limit) add(each.brief, each.full);
    if (const auto at = noun.rfind('_'); at != std::string_view::npos)
        owner_name_.append(noun.substr(0, at)).append("_name");
}

WORKMEM_DECL void noun_forms::add(std::string_view form, std::string_view noun) {
    one_[count_] = form;
    many_[count_] = text::plural(form);
    noun_[count_] = noun;
    hash_one_[count_] = field_hash(one_[count_]);
    hash_many_[count_] = field_hash(many_[count_]);
    initials_ |= initial(one_[count_].front());
    ++count_;
}

}  // namespace workmem::extraction
