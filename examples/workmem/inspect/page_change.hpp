// What a person changes from the page of `workmem inspect`, by the verbs of the memories.
#pragma once

#include <workmem/journal/any.hpp>
#include <workmem/result.hpp>

#include <string>
#include <string_view>

namespace workmem_program {

/// A change of a record of the page.
struct page_change {
    std::string stream{};
    std::string memory{};   ///< as a part of the page's data names it
    std::string section{};  ///< likewise
    std::string key{};      ///< of the record; of a nudge its target
    std::string verb{};
    std::string text{};  ///< what is to be said instead, why, or the message

    /// Reads `{"stream", "memory", "section", "key", "verb", "text"}`. Errors: `validation_error`.
    [[nodiscard]] static workmem::result<page_change> parse(std::string_view json);
};

/// Makes the change as the person `by`:
///
///     memory     section    verbs
///     plan       tasks      approve, rework, reject (work in review), reopen, correct, forget
///     plan       decisions  approve, refuse, forget
///     plan       agents     nudge
///     plan       head       nudge
///     plan       the rest   forget
///     notes      items      pin, unpin, correct, restore, forget
///     session    memories   correct, forget
///     long-term  kept       correct, forget
///     window     entities   forget
///
/// What is forgotten is taken out of what is stored, too, also where only that still has it; with a
/// note or a memory of a session goes what is kept of it for good. Errors: those of the memories,
/// `not_found` for a record that is not there, `validation_error` for a verb or section that is not
/// there and for a correction that holds a secret, `capacity` for one that does not fit.
[[nodiscard]] workmem::result<void> make_change(const workmem::journal::any& journal,
                                                const page_change& what, const std::string& by);

}  // namespace workmem_program
