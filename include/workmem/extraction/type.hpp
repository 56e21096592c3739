#pragma once

#include <workmem/extraction/field.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/locate.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/tool_name.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace workmem::extraction {

/// Nouns that fit everything and say nothing; any other witness is better.
inline constexpr std::array<std::string_view, 14> vague_nouns{
    "resource", "object",  "item",  "entity", "record", "thing",    "result",
    "node",     "element", "value", "data",   "entry",  "document", "list"};
inline constexpr std::array<field_name, 8> kind_fields{"object",      "__typename",   "kind",
                                                       "resource",    "entity_type",  "result_type",
                                                       "object_type", "resource_type"};
/// A phrase that ends in one of these is one of these: `page_section` is a section.
inline constexpr std::array<std::string_view, 5> known_heads{"page", "section", "collection",
                                                             "entry", "media"};

/// Names the kind of a record, as a singular noun in snake_case. The noun behind the tool's verb is
/// the best witness; then fields that are about kinds (`object`, `__typename`, `kind`), JSON:API's
/// `type`; the field that held the record; a noun elsewhere in the tool's name. A plain `type`
/// counts only when the tool has no noun.
struct type {
    field_table kinds{kind_fields};
    std::span<const std::string_view> vague{vague_nouns};
    std::span<const std::string_view> heads{known_heads};

    template <class Json>
    [[nodiscard]] std::string operator()(const record<Json>& fields, const tool_name& tool,
                                         const noun_forms& nouns, const found_id<Json>& id,
                                         std::string_view holder, std::string_view& why) const {
        const bool named = !tool.noun().empty() && tool.kind() != verb_kind::query;
        const bool certain = tool.firm() || nouns.match(field_hash(holder)) != noun_forms::none;
        if (named && certain && !is_one_of(tool.noun(), vague)) {
            why = "the tool's noun";
            if (id.form != noun_forms::none && id.form > 0) {
                why = "the noun of its id, which ends the tool's noun";
                return nouns.noun(id.form);
            }
            return known(tool.noun());
        }
        if (auto kind = of_kind(fields); !kind.empty()) {
            why = "a field that names the kind";
            return known(kind);
        }
        const auto held = canonical(holder);
        const bool speaks = !held.empty() && !is_wrapper(holder) && !is_one_of(held, vague);
        if (named && !is_one_of(tool.noun(), vague)) {
            why = speaks ? "the field that held it" : "the tool's noun";
            return known(speaks ? held : tool.noun());
        }
        if (auto kind = of_type(fields); !kind.empty()) {
            why = "the tool has no noun, and the field type says so";
            return known(kind);
        }
        if (named) {
            why = "the tool's noun, vague as it is";
            return tool.noun();
        }
        if (speaks) {
            why = "the field that held it";
            return known(held);
        }
        if (!tool.noun().empty()) {
            why = "what the tool asks";
            return known(tool.noun());
        }
        why = "nothing names its kind";
        return "resource";
    }

    /// `PullRequests` → `pull_request`; empty for what is no name of a kind.
    [[nodiscard]] static std::string canonical(std::string_view text) {
        if (const auto at = text.rfind('#'); at != std::string_view::npos)
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
                                      text[i + 1] <= 'z' && text[i - 1] >= 'A' &&
                                      text[i - 1] <= 'Z';
            if (!out.empty() && out.back() != '_' &&
                (!plain || (upper && (after_lower || before_lower))))
                out += '_';
            if (plain) out += text::fold_ascii(c);
        }
        while (!out.empty() && out.back() == '_') out.pop_back();
        return text::singular(out);
    }

private:
    static bool is_wrapper(std::string_view field) noexcept {
        const auto hash = field_hash(field);
        return std::any_of(wrapper_fields.begin(), wrapper_fields.end(),
                           [&](const field_name& each) { return each.hash == hash; });
    }

    template <class Json>
    static std::string text_of(const Json& value) {
        const auto* text = value.template get_ptr<const typename Json::string_t*>();
        return text ? canonical(*text) : std::string{};
    }

    template <class Json>
    std::string of_kind(const record<Json>& fields) const {
        std::string out;
        kinds.find([&](std::uint64_t hash) {
            if (const auto* field = fields.find(hash)) out = text_of(*field->value);
            return !out.empty() && !is_one_of(out, vague);
        });
        if (is_one_of(out, vague)) out.clear();
        if (out.empty() &&
            (fields.find(field_name{"attributes"}) || fields.find(field_name{"relationships"})))
            out = of_type(fields);
        return out;
    }
    template <class Json>
    static std::string of_type(const record<Json>& fields) {
        const auto* field = fields.find(field_name{"type"});
        return field ? text_of(*field->value) : std::string{};
    }

    std::string known(std::string_view noun) const {
        for (const auto head : heads)
            if (noun.size() > head.size() && noun.ends_with(head) &&
                noun[noun.size() - head.size() - 1] == '_')
                return std::string{head};
        return std::string{noun};
    }
};

}  // namespace workmem::extraction
