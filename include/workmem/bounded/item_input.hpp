#pragma once

#include <workmem/bounded/item.hpp>
#include <workmem/config.hpp>
#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/value/valid_text.hpp>

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

/// Appends an item as it stands in a prompt: `- "text"`, or `- key: "text"`, one line with its end.
inline void append_line(std::string& out, std::string_view text, std::string_view key = {}) {
    out += "- ";
    if (!key.empty()) {
        const bool is_plain = std::all_of(key.begin(), key.end(), [](char c) {
            const char letter = text::fold_ascii(c);
            return (letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
                   c == '-' || c == '.' || c == ' ';
        });
        if (is_plain)
            out += key;
        else
            text::append_quoted(out, key);
        out += ": ";
    }
    text::append_quoted(out, text);
    out += '\n';
}

namespace detail {

/// The tokens of an item's line in a prompt; `plain` says that the text needs no escapes.
template <class Tokens>
[[nodiscard]] std::uint32_t line_tokens(const Tokens& tokens, std::string_view text, bool plain,
                                        std::string_view key) {
    const auto count = [&](std::string_view line) {
        constexpr std::size_t most = (std::numeric_limits<std::uint32_t>::max)();
        return static_cast<std::uint32_t>((std::min)(static_cast<std::size_t>(tokens(line)), most));
    };
    // Most lines are short: then nothing is allocated.
    constexpr std::size_t around = 5;
    char buffer[1'024];
    if (plain && key.empty() && text.size() + around <= sizeof buffer) {
        char* to = std::copy_n("- \"", 3, buffer);
        to = std::copy(text.begin(), text.end(), to);
        std::copy_n("\"\n", 2, to);
        return count({buffer, text.size() + around});
    }
    std::string line;
    append_line(line, text, key);
    return count(line);
}
template <class Tokens>
[[nodiscard]] std::uint32_t line_tokens(const Tokens& tokens, std::string_view text,
                                        std::string_view key = {}) {
    return line_tokens(tokens, text, text::is_plain(text), key);
}

[[nodiscard]] inline error bad_input(const std::string& name, const std::string& allowed,
                                     const std::string& value) {
    return {error_code::validation_error,
            name + " must be " + allowed + ", is " + value,
            {{"member", name}, {"value", value}}};
}

/// Makes the text of an item valid, and says what is not allowed in it; `plain` says that its text
/// needs no escapes.
[[nodiscard]] std::optional<error> validate(item& each, bool plain);

[[nodiscard]] inline std::optional<error> validate(item& each) {
    return validate(each, text::is_plain(each.text));
}

/// The importance that a number says.
[[nodiscard]] inline result<importance_score> read_importance(double value) {
    if (const auto score = importance_score::from(value)) return *score;
    return bad_input("importance", "from 0 to 1", std::to_string(value));
}

/// What is to be memorized as an item; what the store says is not in it: step, time, number, pin.
[[nodiscard]] item to_item(new_item&& from, std::string id);
/// Makes an item valid that is to be memorized, rates it and counts its tokens, or says what is not
/// allowed in it.
template <class Tokens>
[[nodiscard]] std::optional<error> validate_new(item& each, double importance,
                                                std::optional<std::int64_t> step,
                                                const Tokens& tokens) {
    const auto score = read_importance(importance);
    if (!score) return score.error();
    each.importance = *score;
    constexpr auto most = (std::numeric_limits<std::int64_t>::max)() / 2;
    if (step && (*step < 0 || *step > most))
        return bad_input("step", "0 to " + std::to_string(most), std::to_string(*step));
    const bool plain = text::is_plain(each.text);
    if (auto problem = validate(each, plain)) return problem;
    each.tokens = line_tokens(tokens, each.text, plain, each.key);
    return std::nullopt;
}

/// The same change with valid text, or what is wrong with it.
[[nodiscard]] result<item_change> validate_change(item_change what);

}  // namespace detail

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/bounded/item_input.ipp>
#endif
