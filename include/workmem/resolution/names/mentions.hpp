#pragma once

#include <workmem/resolution/names/described.hpp>
#include <workmem/resolution/names/names.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/text/lexicon.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

namespace detail {

// "Everyone, from the album Nothing": a name that is a property of another thing named here is
// said for that thing's sake. Compares at most 16 mentions with each other.
inline void drop_properties(const std::vector<entry>& entries, std::vector<std::size_t>& last) {
    constexpr std::size_t most = 16;
    std::vector<std::uint32_t> named;
    for (std::uint32_t i = 0; i < entries.size() && named.size() <= most; ++i)
        if (last[i] != std::string_view::npos) named.push_back(i);
    if (named.size() > most) return;
    const auto is_property = [&](std::uint32_t a, std::uint32_t b) {
        if (a == b || entries[b].attributes == nullptr) return false;
        if (same_word(entries[a].name, entries[b].name)) return false;
        return std::any_of(entries[b].attributes->begin(), entries[b].attributes->end(),
                           [&](const attribute& each) {
                               const auto* text = std::get_if<std::string>(&each.value);
                               return text != nullptr && same_word(*text, entries[a].name);
                           });
    };
    std::vector<std::uint32_t> dropped;
    for (const auto a : named)
        for (const auto b : named)
            if (is_property(a, b) && !is_property(b, a)) dropped.push_back(a);
    for (const auto each : dropped) last[each] = std::string_view::npos;
}

}  // namespace detail

/// Of several entries that share a name, the one whose attributes the text tells most about;
/// of equals the first, which is the most recent. Nothing when all came in
/// one list and nobody has spoken of one of them.
[[nodiscard]] inline std::optional<std::uint32_t> choose_owner(
    const std::vector<entry>& entries, const std::vector<std::uint32_t>& owners,
    const std::vector<value>& values) {
    auto best = owners.front();
    if (owners.size() == 1) return best;
    const auto& newest = entries[best];
    const bool open = std::all_of(owners.begin(), owners.end(), [&](std::uint32_t i) {
        return entries[i].rank != 0 && entries[i].observation == newest.observation &&
               !is_named(entries[i].level);
    });
    if (values.empty()) return open ? std::nullopt : std::optional{best};
    const auto* all = values.data();
    const auto* all_end = all + std::min<std::size_t>(values.size(), 32);
    std::uint32_t most = 0;
    for (const auto each : owners) {
        const auto count = count_matches(entries[each], all, all_end);
        if (count > most) {
            most = count;
            best = each;
        }
    }
    return open && most == 0 ? std::nullopt : std::optional{best};
}

/// Whether a word before a name says that it is not meant: "not the Ritz", "rather than Gilt".
[[nodiscard]] inline bool is_excluded(const utterance& said, std::size_t name) noexcept {
    using text::word_class;
    if (name > 0 && !said[name].after_comma && said[name - 1].is(word_class::definite)) --name;
    return name > 0 && !said[name].after_comma && said[name - 1].is(word_class::excluding);
}

/// Which of the entries a text names, in order of appearance: by id, by name, by a part of a name
/// that no other has; where the assistant names nothing, by the values that describe one thing.
/// Each entry comes once, where it is named last. Whole words, in any case; the longest match
/// wins. Linear in the text.
[[nodiscard]] inline std::vector<mention> find_mentions(
    const std::vector<entry>& entries, std::string_view text, role speaker,
    const text::lexicon& words, name_matching how = name_matching::partial) {
    constexpr std::uint32_t most_choices = 64;
    if (entries.empty() || text.empty()) return {};
    const utterance said{text, words};
    const name_index names{entries, said};
    const auto hits = names.find(how);
    std::vector<value> values;
    if (how == name_matching::partial) values = value_reader{said}.values();
    std::vector<std::size_t> last(entries.size(), std::string_view::npos);
    std::vector<std::uint32_t> choices(entries.size(), 0);
    for (const auto& hit : hits) {
        if (is_excluded(said, hit.first)) continue;
        const auto& owners = names.owners(hit.name);
        auto owner = std::optional{owners.front()};
        if (owners.size() > 1 && choices[*owner]++ < most_choices)
            owner = choose_owner(entries, owners, values);
        if (owner) last[*owner] = said[hit.first].position;
    }
    detail::drop_properties(entries, last);
    std::vector<mention> out;
    for (std::uint32_t i = 0; i < entries.size(); ++i)
        if (last[i] != std::string_view::npos) out.push_back({i, last[i]});
    if (out.empty() && how == name_matching::partial && speaker == role::assistant)
        out = find_described(entries, said, values);
    std::sort(out.begin(), out.end(), [](const mention& a, const mention& b) {
        return a.position != b.position ? a.position < b.position : a.index < b.index;
    });
    return out;
}

}  // namespace workmem::resolution
