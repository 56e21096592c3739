#pragma once

#include <workmem/bounded/item.hpp>
#include <workmem/entity/valid_text.hpp>
#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

// What callers hand in, looked at before it reaches the state.

namespace workmem {

/// How long what an item holds may be.
struct item_limits {
    static constexpr std::size_t name_bytes = 1'024;  ///< an id, key, group, actor, tool
    static constexpr std::size_t text_bytes = 1U << 20;
    static constexpr std::size_t tags = 64;
    static constexpr std::size_t tag_bytes = 256;
    static constexpr std::size_t metadata = 64;  ///< members
};

/// Appends an item as it stands in a prompt: `- "text"`, one line with its end.
inline void append_line(std::string& out, std::string_view text) {
    out += "- ";
    text::append_quoted(out, text);
    out += '\n';
}

namespace detail {

/// The tokens of an item's line in a prompt; `plain` says that the text needs no escapes.
template <class Tokens>
[[nodiscard]] std::uint32_t line_tokens(const Tokens& tokens, std::string_view text, bool plain) {
    const auto count = [&](std::string_view line) {
        constexpr std::size_t most = (std::numeric_limits<std::uint32_t>::max)();
        return static_cast<std::uint32_t>((std::min)(static_cast<std::size_t>(tokens(line)), most));
    };
    // Most lines are short: then nothing is allocated.
    constexpr std::size_t around = 5;
    char buffer[1'024];
    if (plain && text.size() + around <= sizeof buffer) {
        char* to = std::copy_n("- \"", 3, buffer);
        to = std::copy(text.begin(), text.end(), to);
        std::copy_n("\"\n", 2, to);
        return count({buffer, text.size() + around});
    }
    std::string line;
    append_line(line, text);
    return count(line);
}
template <class Tokens>
[[nodiscard]] std::uint32_t line_tokens(const Tokens& tokens, std::string_view text) {
    return line_tokens(tokens, text, text::is_plain(text));
}

[[nodiscard]] inline error bad_input(const std::string& name, const std::string& allowed,
                                     const std::string& value) {
    return {error_code::validation_error,
            name + " must be " + allowed + ", is " + value,
            {{"member", name}, {"value", value}}};
}

/// Makes the text of an item valid, and says what is not allowed in it; `plain` says that its text
/// needs no escapes.
[[nodiscard]] inline std::optional<error> accept(item& each, bool plain) {
    using limits = item_limits;
    const auto long_name = [](const char* name, std::string& text) -> std::optional<error> {
        if (text.empty()) return std::nullopt;
        make_valid(text);
        if (text.size() <= limits::name_bytes) return std::nullopt;
        return bad_input(name, "at most " + std::to_string(limits::name_bytes) + " bytes",
                         std::to_string(text.size()));
    };
    if (!plain) make_valid(each.text);
    if (each.text.empty() || each.text.size() > limits::text_bytes)
        return bad_input("text", "1 to " + std::to_string(limits::text_bytes) + " bytes long",
                         std::to_string(each.text.size()));
    if (auto problem = long_name("id", each.id)) return problem;
    if (auto problem = long_name("key", each.key)) return problem;
    if (auto problem = long_name("group", each.group)) return problem;
    if (auto problem = long_name("actor", each.from.actor)) return problem;
    if (auto problem = long_name("tool", each.from.tool)) return problem;
    if (each.tags.size() > limits::tags)
        return bad_input("tags", "at most " + std::to_string(limits::tags),
                         std::to_string(each.tags.size()));
    for (auto& tag : each.tags) {
        make_valid(tag);
        if (tag.empty() || tag.size() > limits::tag_bytes)
            return bad_input("a tag", "1 to " + std::to_string(limits::tag_bytes) + " bytes long",
                             std::to_string(tag.size()));
    }
    make_valid(each.metadata);
    if (each.metadata.size() > limits::metadata)
        return bad_input("metadata", "at most " + std::to_string(limits::metadata) + " members",
                         std::to_string(each.metadata.size()));
    for (std::size_t i = 0; i < each.metadata.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (each.metadata[i].name == each.metadata[j].name)
                return bad_input("metadata", "a list of different names",
                                 text::quoted(each.metadata[i].name) + " twice");
    if (each.step_ttl && *each.step_ttl < 0)
        return bad_input("step_ttl", "0 or more", std::to_string(*each.step_ttl));
    if (each.wall_ttl && each.wall_ttl->count() <= 0)
        return bad_input("wall_ttl", "above 0", std::to_string(each.wall_ttl->count()) + " ms");
    return std::nullopt;
}

[[nodiscard]] inline std::optional<error> accept(item& each) {
    return accept(each, text::is_plain(each.text));
}

/// The importance that a number says.
[[nodiscard]] inline result<importance_score> read_importance(double value) {
    if (const auto score = importance_score::from(value)) return *score;
    return bad_input("importance", "from 0 to 1", std::to_string(value));
}

/// What is to be memorized as an item; what the store says is not in it: step, time, number, pin.
[[nodiscard]] inline item to_item(new_item&& from, std::string id) {
    item out{.id = std::move(id),
             .text = std::move(from.text),
             .key = std::move(from.key),
             .group = std::move(from.group),
             .tags = std::move(from.tags),
             .metadata = std::move(from.metadata)};
    out.step_ttl = from.step_ttl;
    out.wall_ttl = from.wall_ttl;
    out.from = std::move(from.from);
    return out;
}
/// Makes an item valid that is to be memorized, rates it and counts its tokens, or says what is not
/// allowed in it.
template <class Tokens>
[[nodiscard]] std::optional<error> accept_new(item& each, double importance,
                                              std::optional<std::int64_t> step,
                                              const Tokens& tokens) {
    const auto score = read_importance(importance);
    if (!score) return score.error();
    each.importance = *score;
    constexpr auto most = (std::numeric_limits<std::int64_t>::max)() / 2;
    if (step && (*step < 0 || *step > most))
        return bad_input("step", "0 to " + std::to_string(most), std::to_string(*step));
    const bool plain = text::is_plain(each.text);
    if (auto problem = accept(each, plain)) return problem;
    each.tokens = line_tokens(tokens, each.text, plain);
    return std::nullopt;
}

/// The same change with valid text, or what is wrong with it.
[[nodiscard]] inline result<item_change> accept_change(item_change what) {
    item probe;
    probe.text = what.text.value_or("x");
    probe.key = what.key.value_or("");
    probe.group = what.group.value_or("");
    probe.tags = what.tags.value_or(std::vector<std::string>{});
    probe.metadata = what.metadata.value_or(attribute_list{});
    if (auto problem = accept(probe)) return std::move(*problem);
    if (what.text) what.text = probe.text;
    if (what.key) what.key = probe.key;
    if (what.group) what.group = probe.group;
    if (what.tags) what.tags = probe.tags;
    if (what.metadata) what.metadata = probe.metadata;
    if (what.importance) {
        const auto importance = read_importance(*what.importance);
        if (!importance) return importance.error();
    }
    return what;
}

}  // namespace detail

}  // namespace workmem
