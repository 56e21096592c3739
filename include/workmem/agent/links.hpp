#pragma once

#include <workmem/bounded/item.hpp>
#include <workmem/bounded/key_spelling.hpp>
#include <workmem/config.hpp>
#include <workmem/long_term/long_term_memory.hpp>
#include <workmem/resolution/reference.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/entity.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// How records of one memory speak of another: a text's things are tags of its record, and what is
/// kept for good says where it came from.
namespace workmem::detail {

/// A tag for a thing that a text names: `entity:["page","p-1","Home"]`.
[[nodiscard]] std::string link_tag(const entity& named);
/// The thing that a tag names; nothing for other tags.
[[nodiscard]] std::optional<entity> read_link(std::string_view tag);

inline void add_tags(std::vector<std::string>& to, std::vector<std::string> tags) {
    for (auto& each : tags)
        if (std::find(to.begin(), to.end(), each) == to.end()) to.push_back(std::move(each));
}

/// What the id of a kept item begins with in long-term memory; one with a key has the id of the
/// key, so that there is one value of it.
inline constexpr std::string_view kept_prefix = "kept_", kept_by_key_prefix = "kept_key_";

[[nodiscard]] inline std::string kept_id(std::string_view item, std::string_view key) {
    return key.empty() ? std::string{kept_prefix}.append(item)
                       : std::string{kept_by_key_prefix}.append(folded_key(key));
}
/// The key that the id of a kept item says; empty where it had none.
[[nodiscard]] inline std::string_view key_of_kept(std::string_view id) noexcept {
    if (!id.starts_with(kept_by_key_prefix)) return {};
    return id.substr(kept_by_key_prefix.size());
}

/// The item's id in the metadata of what is kept of it.
inline constexpr const char* kept_item = "from_item";

/// The same of a further note that says what is kept already.
[[nodiscard]] inline std::string also_kept(std::string_view item) {
    return std::string{kept_item}.append(" ").append(item);
}
[[nodiscard]] inline bool is_kept_of(const long_term_memory& kept, std::string_view item) {
    const auto* const first = find_attribute(kept.metadata, kept_item);
    const auto* const id = first == nullptr ? nullptr : std::get_if<std::string>(first);
    return (id != nullptr && *id == item) ||
           find_attribute(kept.metadata, also_kept(item)) != nullptr;
}

/// Returns which of the things that records are linked with a text means by name; nothing where it
/// names none. `others` is an empty window with room for all of them.
template <class Window>
[[nodiscard]] std::optional<resolved_reference<entity>> meant_by_links(
    Window& others, const std::vector<entity>& linked, std::string_view text,
    const resolve_query& query) {
    for (const auto& each : linked) (void)others.try_add(each);
    const auto named = others.hear(role::user, text);
    if (named.empty()) return std::nullopt;
    auto again = others.resolve(text, query);
    if (!again) return std::nullopt;
    for (const auto& each : named)
        if (again->type == each.type && again->id.text() == each.id) return again;
    return std::nullopt;
}

/// An item as it is kept for good.
[[nodiscard]] long_term_memory to_long_term(const item& note);

}  // namespace workmem::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/agent/links.ipp>
#endif
