#pragma once

#include <workmem/agent/links.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>

#include <cstdint>

namespace workmem::detail {

inline constexpr std::string_view link_prefix = "entity:";

WORKMEM_DECL std::string link_tag(const entity& named) {
    std::string out{link_prefix};
    out += '[';
    text::append_quoted(out, named.type);
    out += ',';
    text::append_quoted(out, named.id.text());
    if (!named.unnamed) {
        out += ',';
        text::append_quoted(out, named.name);
    }
    return out + ']';
}

WORKMEM_DECL std::optional<entity> read_link(std::string_view tag) {
    if (!tag.starts_with(link_prefix)) return std::nullopt;
    const text::json_document json{tag.substr(link_prefix.size())};
    if (!json) return std::nullopt;
    const auto parts = json.root();
    if (!parts.is_array()) return std::nullopt;
    std::vector<std::string> texts;
    for (const auto& each : parts) {
        if (!each.is_string()) return std::nullopt;
        texts.emplace_back(each.string());
    }
    if (texts.size() < 2 || texts.size() > 3) return std::nullopt;
    entity out;
    out.type = std::move(texts[0]);
    out.id = entity_id{std::move(texts[1])};
    out.unnamed = texts.size() == 2;
    out.name = out.unnamed ? "Unnamed " + out.type : std::move(texts[2]);
    return out;
}

WORKMEM_DECL long_term_memory to_long_term(const item& note) {
    long_term_memory out;
    out.id = kept_id(note.id, note.key);
    out.content = note.text;
    out.tags = note.tags;
    out.metadata = note.metadata;
    out.created = note.created;
    const auto say = [&](const char* name, scalar value) {
        std::erase_if(out.metadata, [&](const attribute& each) { return each.name == name; });
        out.metadata.push_back({name, std::move(value)});
    };
    // Its key may change, and another item take its place.
    say(kept_item, note.id);
    if (!note.key.empty()) say(long_term_key, folded_key(note.key));
    if (!note.from.actor.empty()) say("from_actor", note.from.actor);
    if (!note.from.tool.empty()) say("from_tool", note.from.tool);
    if (note.from.observation != 0)
        say("from_observation", static_cast<std::int64_t>(note.from.observation));
    if (note.from.sequence != 0)
        say("from_sequence", static_cast<std::int64_t>(note.from.sequence));
    return out;
}

}  // namespace workmem::detail
