// What the sentences about changes are put together with.
#pragma once

#include "told_change.hpp"

#include <workmem/text/json_view.hpp>
#include <workmem/time/timestamp.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace workmem_program {

/// Puts the sentence of one change together, and notes what it is about. Refers to both.
class teller {
public:
    using json_view = workmem::text::json_view;

    teller(const json_view& change, const thing_names& before, told_change& into)
        : change_{change}, before_{before}, into_{into} {}

    [[nodiscard]] json_view at(std::string_view member) const { return change_.find(member); }
    [[nodiscard]] std::string_view text(std::string_view member) const {
        return change_.find(member).string();
    }
    [[nodiscard]] bool has(std::string_view member) const { return change_.contains(member); }
    [[nodiscard]] const thing_names& before() const noexcept { return before_; }

    /// Adds to the sentence.
    teller& operator<<(std::string_view text) {
        into_.sentence += text;
        return *this;
    }
    /// Adds a word and a text, where there is a text.
    void add_text(std::string_view word, std::string_view text) {
        if (!text.empty()) *this << word << shown_text(text);
    }
    /// Divides two parts of the sentence.
    teller& and_then() { return *this << (into_.sentence.empty() ? "" : "; "); }
    /// Adds ` until 14:12:11`, with the date where it is another day.
    void add_until(const json_view& time);

    /// Names the actor, where the change does not.
    void by(std::string_view name) {
        if (into_.actor.empty()) into_.actor = name;
    }
    [[nodiscard]] const std::string& actor() const noexcept { return into_.actor; }

    /// What is named from now on leaves, for a reason; without one it stays.
    void leaving(std::string_view reason) { leaves_for_ = in_words(reason); }

    /// A thing by its id, by the name that the change or else a record before it says.
    [[nodiscard]] std::string thing(thing_kind kind, const std::string& id,
                                    std::string_view type = {}, std::string_view name = {});
    /// One that a member is, or whose id it is.
    [[nodiscard]] std::string thing(thing_kind kind, const json_view& of,
                                    std::string_view name_member = {});
    /// Several of them, the first in full and the rest counted; `shown` says one.
    template <class List, class Show>
    [[nodiscard]] std::string list_as(const List& of, Show&& shown) {
        std::string out;
        std::size_t count = 0;
        for (const auto& each : of) {
            auto one = shown(each);  // what is not printed is noted, too
            if (count++ < most_listed) out += (count == 1 ? "" : ", ") + one;
        }
        if (count > most_listed) out += fmt::format(" and {} more", count - most_listed);
        return out;
    }
    [[nodiscard]] std::string list(thing_kind kind, const json_view& of,
                                   std::string_view name_member = {}) {
        return list_as(of, [&](const json_view& each) { return thing(kind, each, name_member); });
    }
    /// Begins another part of the sentence, and lists what it is about, if anything.
    void add_list(std::string_view verb, thing_kind kind, const json_view& of,
                  std::string_view name_member = {});
    /// Adds what left by the change, with the reasons.
    void add_removed(thing_kind kind, const json_view& removed, std::string_view reason_member);

private:
    static constexpr std::size_t most_listed = 5;

    const json_view& change_;
    const thing_names& before_;
    told_change& into_;
    std::string leaves_for_{};
};

/// How changes of a kind are told.
struct sentence {
    std::string_view kind;
    void (*tell)(teller&);
};

/// Those of things, notes, sessions and what is kept for good, and those of plans.
[[nodiscard]] std::span<const sentence> memory_sentences() noexcept;
[[nodiscard]] std::span<const sentence> task_sentences() noexcept;

}  // namespace workmem_program
