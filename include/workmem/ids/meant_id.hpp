#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace workmem {

/// Finds the id that a person or a model means by its beginning: 4 characters or more of one id
/// alone.
///
///     meant_id meant{said, "plans"};
///     for (const auto& each : plans) meant.see(each.id, each.title);
///     if (!meant.empty()) return meant.value();
class meant_id {
public:
    static constexpr std::size_t least = 4;  ///< bytes of a beginning

    /// Refers to both. \param kind what has the ids, in the plural
    meant_id(std::string_view said, std::string_view kind) noexcept : said_{said}, kind_{kind} {}

    /// Adds an id that exists, and what it is of, for the message where several fit.
    void see(std::string_view id, std::string_view about = {}) {
        if (said_.size() >= least && id.starts_with(said_)) take(id, about);
    }
    /// One that is meant for another reason.
    void take(std::string_view id, std::string_view about = {}) {
        constexpr std::size_t most_listed = 5, most_shown = 100;
        if (count_ > 0 && id == found_) return;
        if (count_++ == 0) found_ = id;
        if (count_ > most_listed) return;
        listed_.append(listed_.empty() ? "" : ", ");
        if (about.empty())
            listed_ += text::quoted(text::prefix(id, most_shown));
        else
            listed_ += text::quoted(text::prefix(about, most_shown)) + " (" +
                       text::escaped(text::prefix(id, most_shown)) + ')';
    }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    /// The one that is meant; `validation_error` with the candidates where it is not one.
    [[nodiscard]] result<std::string> value() const {
        constexpr std::size_t most_listed = 5;
        if (count_ == 1) return found_;
        auto listed = listed_;
        if (count_ > most_listed)
            listed += " and " + std::to_string(count_ - most_listed) + " more";
        return error{error_code::validation_error,
                     text::quoted(text::prefix(said_, 100)) + " may mean " +
                         std::to_string(count_) + ' ' + std::string{kind_} + ": " + listed +
                         "; say the id, or more of it",
                     {{"candidates", listed}}};
    }

private:
    std::string_view said_, kind_;
    std::string found_;
    std::string listed_;
    std::size_t count_ = 0;
};

/// Whether an id is another one with a number behind it, as `a-2` is `a`, and 12 is 1: the shorter
/// one does not abbreviate the longer.
[[nodiscard]] inline bool counts_on(std::string_view said, std::string_view id) noexcept {
    constexpr std::size_t most = 4;  // digits; longer ones are times or random
    if (!id.starts_with(said) || id.size() == said.size()) return false;
    id.remove_prefix(said.size());
    if (id.front() == '-') id.remove_prefix(1);
    return !id.empty() && id.size() <= most &&
           id.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The name that is meant among some. A number at the end of a name is said whole: `plan-1` does
/// not mean `plan-12`. Errors: `not_found`, `validation_error`. \param kind what has the names, in
/// the plural, for errors
template <class Names>
[[nodiscard]] result<std::string> meant_among(std::string_view said, std::string_view kind,
                                              const Names& names) {
    meant_id meant{said, kind};
    for (const std::string_view each : names) {
        if (each == said) return std::string{said};
        const bool is_number = counts_on(said, each) && each[said.size()] != '-';
        if (!is_number) meant.see(each);
    }
    if (!meant.empty()) return meant.value();
    return error{
        error_code::not_found,
        "none of the " + std::string{kind} + " is " + text::quoted(text::prefix(said, 100)),
        {{"name", std::string{text::prefix(said, 100)}}}};
}

}  // namespace workmem
