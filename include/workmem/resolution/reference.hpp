#pragma once

#include <workmem/config.hpp>
#include <workmem/resolution/risk.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/value/entry.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

enum class resolution_status : std::uint8_t {
    resolved,   ///< one entity is meant
    ambiguous,  ///< several could be; `candidates` says which
    unresolved  ///< nothing in memory is meant
};

[[nodiscard]] constexpr std::string_view to_string(resolution_status status) noexcept {
    switch (status) {
        case resolution_status::resolved: return "resolved";
        case resolution_status::ambiguous: return "ambiguous";
        case resolution_status::unresolved: break;
    }
    return "unresolved";
}

/// What else to know about a reference.
struct resolve_query {
    std::string_view type{};  ///< only an entity of this type may answer; empty: any type
    /// Something was deleted at this `entry::order`, and "it" means that: nothing that was touched
    /// before. 0: nothing was.
    std::uint64_t focus_left = 0;
    /// The share of answers that may be wrong, in parts per million: what is less sure is left
    /// open. 1'000'000 and more: whatever is most likely is answered. Nothing: the memory's own.
    std::optional<std::uint32_t> risk{};
    /// What the assistant said last, newest first; the memory fills it in.
    std::vector<std::string_view> said{};
    bool left_open = false;  ///< the reference before was; the memory fills it in
};

namespace detail {
// Out of line, so that a file that asks does not pay for an error.
[[noreturn]] void raise_unresolved(const std::string& message);
}  // namespace detail

/// One entity that a reference may mean, while the memory is being read.
struct pick {
    std::uint32_t index = 0;    ///< its place in the entries that were searched
    std::uint32_t score = 0;    ///< parts per million; of an answer its confidence
    std::string_view reason{};  ///< static text: which rule spoke for it
    std::string evidence{};     ///< the words of the text that the rule read
    std::size_t position = 0;   ///< of a name: where it stands, in bytes
};

/// An entity that a text names, and where: an offset in bytes.
struct mention {
    std::uint32_t index = 0;
    std::size_t position = 0;

    friend bool operator==(const mention&, const mention&) = default;
};

/// What a resolution policy answers, in terms of the entries it was given.
struct outcome {
    static constexpr std::size_t most_candidates = 5;

    resolution_status status = resolution_status::unresolved;
    std::vector<pick> candidates{};     ///< best first; when resolved, the first is meant
    std::string message{};              ///< one sentence when there is no single answer
    std::vector<outcome> references{};  ///< one each when a text speaks of several
    bool together = false;              ///< the references are one set, and no single is meant
    bool refers = false;                ///< something is meant that was not found
    /// How the text led to each of the candidates, for people; none, or as many as there are.
    std::vector<std::string> derivations{};
};

/// What `resolve` answers: a status and copies of the entities that may be meant. Reads like a
/// pointer to the one that is. Copyable and movable as `E` is; owns all it holds.
template <class E>
struct resolved_reference {
    struct candidate {
        E value;
        /// The share of such answers that are right, in parts per million, as it was measured on
        /// sentences that nothing was fitted to; see benchmarks/README.md. Of the candidates of an
        /// open answer: how likely each is, compared with the others.
        std::uint32_t confidence = 0;
        std::string_view reason{};  ///< which rule spoke for it, in a few words
        std::string evidence{};     ///< the words that the rule read
        /// How the text led to it, for people: from how many it was chosen, which words said what
        /// of it, which were not used. Quotes what was said and stored, escaped.
        std::string derivation{};
    };
    struct part {
        resolution_status status = resolution_status::unresolved;
        std::optional<E> value{};
        std::string message{};
    };

    resolution_status status = resolution_status::unresolved;
    /// Best first, at most `outcome::most_candidates`; when one is meant, it is the first.
    std::vector<candidate> candidates{};
    /// One for each when the text speaks of several: things that take part in one sentence ("move
    /// it under Home", "tell Ann to bring it back"), the first of which is the answer, or a set
    /// ("both", "the first and the third", "everything but Home"), of which none is.
    std::vector<part> references{};
    std::string message{};  ///< why there is no single answer, as one sentence
    bool together = false;  ///< see `is_set`

    /// Whether all of `references` are meant together: it is resolved, but to no single thing.
    [[nodiscard]] bool is_set() const noexcept { return together; }
    /// What else the sentence speaks of beside the one that is meant: to whom it is given, where it
    /// is put. Empty for a set.
    [[nodiscard]] std::span<const part> others() const& noexcept {
        const std::span<const part> all{references};
        return *this && !all.empty() ? all.subspan(1) : std::span<const part>{};
    }
    std::span<const part> others() const&& = delete;
    /// Whether one thing is meant.
    [[nodiscard]] explicit operator bool() const noexcept {
        return status == resolution_status::resolved && !together && !candidates.empty();
    }
    /// Raises `not_found`, with the message, when not one thing is meant.
    [[nodiscard]] const E& operator*() const {
        if (!*this) detail::raise_unresolved(message);
        return candidates.front().value;
    }
    [[nodiscard]] const E* operator->() const { return &**this; }
};

/// What `explain` says of a reference: what `resolve` would answer, and what it was chosen from.
template <class E>
struct explained_reference {
    resolved_reference<E> answer{};
    /// The likeliest, best first, with the confidence of each compared with the others; where
    /// nothing is meant, what would be if it had to be something.
    std::vector<typename resolved_reference<E>::candidate> considered{};
};

namespace resolution {

namespace detail {

template <class Entries>
[[nodiscard]] std::vector<entry> to_vector(const Entries& entries) {
    std::vector<entry> out;
    if constexpr (requires { entries.size(); }) out.reserve(entries.size());
    for (const entry& each : entries) out.push_back(each);
    return out;
}

// The reference as it stands in a message: one line, escaped, about 120 bytes.
inline void append_reference(std::string& out, std::string_view text) {
    constexpr std::size_t most = 120;
    out += '"';
    text::append_escaped(out, text::prefix(text, most));
    if (text.size() > most) out += "…";
    out += '"';
}

}  // namespace detail

/// `Could not resolve "<text>" to a page`; without a type, `… to anything in memory`.
[[nodiscard]] inline std::string unresolved_message(std::string_view text,
                                                    std::string_view type = {}) {
    std::string out = "Could not resolve ";
    detail::append_reference(out, text);
    if (type.empty()) return out + " to anything in memory";
    out += " to a ";
    text::append_escaped(out, text::prefix(type, 120));
    return out;
}

/// `"<text>" means 3 things in memory, not one`.
[[nodiscard]] inline std::string set_message(std::string_view text, std::size_t count) {
    std::string out;
    detail::append_reference(out, text);
    return out + " means " + std::to_string(count) + " things in memory, not one";
}

/// `"<text>" could mean several things in memory`.
[[nodiscard]] inline std::string ambiguous_message(std::string_view text) {
    std::string out;
    detail::append_reference(out, text);
    return out + " could mean several things in memory";
}

/// A message, with why what is seen last is not known.
[[nodiscard]] inline std::string with_unread_result(std::string_view message,
                                                    std::string_view tool) {
    std::string out{message};
    if (!out.empty()) out += "; ";
    out += "a result of ";
    text::append_escaped(out, tool);
    return out += " was not understood";
}

[[nodiscard]] inline outcome unresolved(std::string_view text, std::string_view type = {}) {
    outcome out;
    out.message = unresolved_message(text, type);
    return out;
}

[[nodiscard]] inline outcome ambiguous(std::string_view text, std::vector<pick> candidates) {
    outcome out;
    out.status = resolution_status::ambiguous;
    if (candidates.size() > outcome::most_candidates) candidates.resize(outcome::most_candidates);
    out.candidates = std::move(candidates);
    out.message = ambiguous_message(text);
    return out;
}

[[nodiscard]] inline outcome resolved(std::vector<pick> candidates) {
    outcome out;
    out.status = resolution_status::resolved;
    if (candidates.size() > outcome::most_candidates) candidates.resize(outcome::most_candidates);
    out.candidates = std::move(candidates);
    return out;
}

}  // namespace resolution

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/resolution/reference.ipp>
#endif
