#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/names/mentions.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/said_words.hpp>
#include <workmem/text/web_address.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

inline constexpr std::string_view by_id = "id";
inline constexpr std::string_view by_whole_name = "name";
inline constexpr std::string_view by_part_of_name = "part of a name";
inline constexpr std::string_view by_page = "the address of its page";

// "Order 42" where an issue 42 is known, too.
inline void keep_named_kind(const scene& at, const name_hit& hit,
                            std::vector<std::uint32_t>& owners) {
    if (owners.size() < 2 || hit.first == 0) return;
    const auto kind = at.said[hit.first - 1].text;
    const auto is_kind = [&](std::uint32_t i) {
        return same_noun(kind, head_of(at.entries[i].type));
    };
    if (std::any_of(owners.begin(), owners.end(), is_kind))
        std::erase_if(owners, [&](std::uint32_t i) { return !is_kind(i); });
}

/// Entities whose id or name stands in the text. Of those that share a name, none of which anybody
/// has spoken of, none is: they are added to `open`.
[[nodiscard]] inline std::vector<pick> by_name(const scene& at, const name_index& names,
                                               const std::vector<value>& values,
                                               std::vector<pick>& open) {
    std::vector<pick> out;
    for (const auto& hit : names.find(name_matching::partial)) {
        std::vector<std::uint32_t> owners;
        for (const auto each : names.owners(hit.name))
            if (at.allows(at.entries[each])) owners.push_back(each);
        if (owners.empty()) continue;
        if (hit.is_id) keep_named_kind(at, hit, owners);
        const auto& first = at.said[hit.first];
        const auto words = evidence(at.said, hit.first, hit.first + hit.count - 1);
        const auto owner = choose_owner(at.entries, owners, values);
        if (!owner) {
            for (const auto each : owners)
                open.push_back({each, 600'000, "several are called so", words, first.position});
            continue;
        }
        if (std::any_of(out.begin(), out.end(), [&](const pick& p) { return p.index == *owner; }))
            continue;
        out.push_back({*owner, hit.is_id ? 1'000'000U : (hit.complete ? 980'000U : 930'000U),
                       hit.is_id ? by_id : (hit.complete ? by_whole_name : by_part_of_name), words,
                       first.position});
        if (out.size() >= 2 * outcome::most_candidates) break;
    }
    return out;
}

/// The things whose pages' addresses stand in the text. A page that several things give as theirs
/// tells none of them.
[[nodiscard]] inline std::vector<pick> by_link(const scene& at) {
    constexpr std::string_view around{" \t\r\n\"'`<>()[]{}"}, behind{".,;:!?"};
    std::vector<pick> out;
    const auto text = at.said.text();
    for (auto begin = text.find("http"); begin != std::string_view::npos;) {
        auto link = text.substr(begin, text.find_first_of(around, begin) - begin);
        const auto end = begin + link.size();
        link = link.substr(0, link.find_last_not_of(behind) + 1);
        std::vector<std::uint32_t> owners;
        for (std::uint32_t i = 0; i < at.entries.size(); ++i)
            if (at.allows(at.entries[i]) && text::leads_to(link, at.entries[i].slug))
                owners.push_back(i);
        const auto is_owner = [&](const pick& known) { return known.index == owners.front(); };
        if (owners.size() == 1 && std::none_of(out.begin(), out.end(), is_owner))
            out.push_back({owners.front(), 1'000'000, by_page, std::string{link}, begin});
        begin = text.find("http", end);
    }
    return out;
}

/// An address is a name, too: the only entity of which it stands in the text, up to a comma at
/// least. Only where the text has a number, which addresses have.
[[nodiscard]] inline std::vector<pick> by_address(const scene& at) {
    constexpr std::size_t longest = 120;
    const bool numbered =
        std::any_of(at.said.tokens().begin(), at.said.tokens().end(),
                    [](const token& t) { return detail::leading_digits(t.text) != 0; });
    std::vector<pick> out;
    if (!numbered) return out;
    const said_words words{at.said};
    for (std::uint32_t i = 0; i < at.entries.size(); ++i) {
        const auto& of = at.entries[i];
        if (of.attributes == nullptr || !at.allows(of)) continue;
        for (const auto& each : *of.attributes) {
            const auto* text = std::get_if<std::string>(&each.value);
            if (text == nullptr || text->size() > longest) continue;
            const auto street = std::string_view{*text}.substr(0, text->find(','));
            if (street.find(' ') == std::string_view::npos ||
                street.find_first_of("0123456789") == std::string_view::npos ||
                !words.may_name(street, true, longest) || !tells_where(each.name, at.words) ||
                find_phrase(at.said, street, 0, at.said.size()).count == 0)
                continue;
            if (!out.empty()) return {};
            out.push_back({i, 930'000, "an address", std::string{street}});
            break;
        }
    }
    return out;
}

}  // namespace workmem::resolution
