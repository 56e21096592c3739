#pragma once

#include <workmem/entity/changes.hpp>
#include <workmem/entity/entity_traits.hpp>
#include <workmem/extraction/options.hpp>
#include <workmem/extraction/tool_name.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

namespace detail {

template <class Range>
using value_of = std::iter_value_t<decltype(std::declval<const Range&>().begin())>;

}  // namespace detail

/// A list that may be walked again, of values that say by `entity_traits` what they are.
template <class T>
concept entity_range = requires(const T& list) {
    { list.begin() } -> std::forward_iterator;
    list.end();
}
&&entity_type<detail::value_of<T>>;

}  // namespace workmem

namespace workmem::detail {

/// What a type that says it by its traits is, as an entity.
template <entity_type T>
[[nodiscard]] entity to_entity(const T& from, std::size_t max_attributes) {
    using traits = entity_traits<T>;
    entity made;
    made.type = std::string{std::string_view{traits::type(from)}};
    made.id = std::string_view{traits::id(from)};
    made.name = std::string{std::string_view{traits::name(from)}};
    if constexpr (requires { traits::slug(from); })
        made.slug = std::string{std::string_view{traits::slug(from)}};
    if constexpr (requires { traits::unnamed(from); }) made.unnamed = traits::unnamed(from);
    if constexpr (requires { traits::attributes(from); }) {
        const attribute_list& attributes = traits::attributes(from);
        const auto count = (std::min)(attributes.size(), max_attributes);
        made.attributes.assign(attributes.begin(),
                               attributes.begin() + static_cast<std::ptrdiff_t>(count));
    }
    return made;
}

/// C++ values that a tool returned, as what its result says.
template <class Range>
[[nodiscard]] extracted returned_values(const tool_name& tool, const Range& values,
                                        const extraction_options& options) {
    extracted out;
    const auto kind = tool.kind();
    const auto limit = kind == verb_kind::search ? options.max_matches : options.max_per_result;
    for (const auto& each : values) {
        if (out.entities.size() >= limit) {
            ++out.omitted;
            continue;
        }
        out.entities.push_back(to_entity(each, options.max_attributes));
        out.entities.back().rank = static_cast<std::uint32_t>(out.entities.size());
    }
    const bool acts = kind == verb_kind::create || kind == verb_kind::update;
    const bool lists = kind == verb_kind::list || kind == verb_kind::search ||
                       kind == verb_kind::query || tool.plural();
    out.created = kind == verb_kind::create;
    out.made = acts || kind == verb_kind::unknown;
    out.removal = kind == verb_kind::remove;
    if (out.entities.size() == 1 && out.omitted == 0 && (!lists || acts)) {
        out.single = true;
        out.entities.front().rank = 0;
    }
    // A tool that removes one thing returns what is left.
    if (out.removal && !out.single && !tool.plural()) out.entities.clear();
    return out;
}

/// The values themselves, in the order in which they come in; `found` is what they say.
template <class E, class Range>
[[nodiscard]] std::vector<entity_changes::item<E>> arriving_values(const extracted& found,
                                                                   const Range& values) {
    std::vector<entity_changes::item<E>> items;
    const auto level = found.single ? strength::mentioned : strength::returned;
    for (const auto& each : values) {
        if (items.size() == found.entities.size()) break;
        const auto rank = found.entities[items.size()].rank;
        items.push_back(
            {&each, level, found.single && !found.made ? entity_changes::same_rank : rank});
    }
    std::reverse(items.begin(), items.end());
    return items;
}

}  // namespace workmem::detail
