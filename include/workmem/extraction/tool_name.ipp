#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/tool_name.hpp>

namespace workmem {

WORKMEM_DECL void tool_name::split(std::string_view name) {
    name = name.substr(0, text_.size());
    std::size_t used = 0;
    std::uint8_t segment = 0;
    bool open = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!lower(c) && !upper(c) && !digit(c) && static_cast<unsigned char>(c) < 0x80) {
            const bool doubled = c == '_' && i + 1 < name.size() && name[i + 1] == '_';
            if (c == '.' || c == '/' || c == ':' || doubled) ++segment;
            open = false;
            continue;
        }
        if (open && i > 0 && begins_word(name, i)) open = false;
        if (!open) {
            if (count_ == words_.size()) return;
            words_[count_++] = {static_cast<std::uint8_t>(used), 0, segment};
            open = true;
        }
        text_[used++] = text::fold_ascii(c);
        ++words_[count_ - 1].size;
    }
}

WORKMEM_DECL bool tool_name::begins_word(std::string_view name, std::size_t i) noexcept {
    if (!upper(name[i])) return false;
    if (!upper(name[i - 1])) return true;
    if (i + 1 >= name.size() || !lower(name[i + 1])) return false;
    const bool plural_s = name[i + 1] == 's' && (i + 2 == name.size() || !lower(name[i + 2]));
    return !plural_s;
}

WORKMEM_DECL bool tool_name::is_origin(std::size_t i) const noexcept {
    const auto text = word(i);
    if (extraction::is_one_of(text, extraction::origins)) return true;
    for (const auto& each : extraction::abbreviations)
        if (each.brief == text) return false;
    return std::none_of(text.begin(), text.end(),
                        [](char c) { return text::detail::is_vowel(c) || c == 'y'; });
}

WORKMEM_DECL void tool_name::analyse(std::span<const extraction::verb> more) {
    while (count_ > 1 && (is_version(count_ - 1) || word(count_ - 1) == "tool")) --count_;
    if (count_ == 0) return;
    const auto begin = segment_begin(count_ - 1);
    find_verb(begin, more);
    const bool acts = verb_ < count_;
    take_noun(acts ? verb_ + 1 : begin, count_, true, more);
    firm_ = acts && !noun_.empty();
    if (acts && noun_.empty()) take_noun(begin, verb_, false, more);
    const auto first = first_noun_segment();
    for (auto end = begin; noun_.empty() && end > first; end = segment_begin(end - 1))
        take_noun(segment_begin(end - 1), end, false, more);
    if (kind_ == verb_kind::remove && relation_) kind_ = verb_kind::update;
}

WORKMEM_DECL void tool_name::find_verb(std::size_t begin, std::span<const extraction::verb> more) {
    std::size_t weak = count_;
    for (std::size_t i = begin; i < count_; ++i) {
        const auto found = extraction::find_verb(word(i), more);
        if (!found) continue;
        if (!found->also_noun) return use_verb(i, found->kind);
        // A noun that can be a verb is one at either end rather than between: `post_page`,
        // `page_count`, and only then `desk_post_page`.
        if (weak == count_ || (weak != begin && i + 1 == count_)) weak = i;
    }
    if (weak < count_) use_verb(weak, extraction::find_verb(word(weak), more)->kind);
}

WORKMEM_DECL std::size_t tool_name::skip_verbs(std::size_t from, std::size_t to,
                                               std::span<const extraction::verb> more) const {
    const auto joins = [&](std::size_t i) { return word(i) == "or" || word(i) == "and"; };
    while (from < to && (joins(from) ||
                         (from > 0 && joins(from - 1) && extraction::find_verb(word(from), more))))
        ++from;
    return from;
}

WORKMEM_DECL void tool_name::take_noun(std::size_t from, std::size_t to, bool beside_verb,
                                       std::span<const extraction::verb> more) {
    using namespace extraction;
    from = skip_verbs(from, to, more);
    while (from < to && is_one_of(word(from), determiners)) ++from;
    for (std::size_t i = from; i < to; ++i)
        if (is_one_of(word(i), prepositions)) {
            relation_ = relation_ || word(i) == "from";
            to = i;
        }
    while (from < to && is_one_of(word(to - 1), determiners)) --to;
    if (to - from == 1 && to > from && is_no_noun(from, beside_verb)) return;
    if (!beside_verb) {
        while (from < to && is_one_of(word(from), origins) &&
               (to - from > 1 || text::singular(word(from)) == word(from)))
            ++from;
        while (to - from > 1 && is_origin(from)) ++from;
        // `rest-post-search`: the method of the request, no noun.
        if (to - from == 1 && word(from) == "post" && from > 0) ++from;
    }
    while (to - from > 1 && to > from && is_one_of(word(from), products)) ++from;
    bool many = false;
    for (; to - from > 1 && to > from; --to) {
        const auto last = text::singular(word(to - 1));
        const bool reading =
            kind_ == verb_kind::read || kind_ == verb_kind::list || kind_ == verb_kind::search;
        const bool behind_plural = text::singular(word(to - 2)) != word(to - 2);
        const bool holds = is_one_of(word(to - 1), holding_nouns) &&
                           (behind_plural || (last == "list" && reading));
        const bool children = word(to - 1) == "children";
        if (!holds && !children && !is_one_of(last, wrapping_nouns)) break;
        many = many || holds || children;
    }
    if (from >= to) return;
    plural_ = many || (beside_verb && text::singular(word(to - 1)) != word(to - 1));
    write_noun(from, to);
}

WORKMEM_DECL bool tool_name::is_no_noun(std::size_t i, bool beside_verb) const noexcept {
    using namespace extraction;
    const auto text = word(i);
    const bool elsewhere =
        i > first_noun_segment() && words_[i].segment > words_[first_noun_segment()].segment;
    if (!elsewhere) return false;
    if (beside_verb) return is_one_of(text, wrapping_nouns) || text == "list";
    return text.size() > 4 && text.ends_with("ed") && !text.ends_with("eed");
}

WORKMEM_DECL void tool_name::write_noun(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
        auto text = i + 1 == to ? text::singular(word(i)) : std::string{word(i)};
        // Only of the head: fields are called `DBInstanceId`, rarely `databaseInstanceId`.
        for (const auto& each : extraction::abbreviations)
            if (each.brief == text && i + 1 == to) {
                text = each.full;
                break;
            }
        if (!noun_.empty()) noun_ += '_';
        noun_ += text;
    }
}

}  // namespace workmem
