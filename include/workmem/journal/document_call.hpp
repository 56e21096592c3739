#pragma once

#include <workmem/journal/call.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/json_writer.hpp>

#include <string>

namespace workmem::journal {

/// A call that brings a document: a repetition brings the same one, whatever is made of it.
/// \param copy holds what the result borrows
[[nodiscard]] inline call_options call_with(const call_options& by, const text::json_view& document,
                                            std::string& copy) {
    auto out = by;
    if (by.idempotency_key.empty() || !by.request.empty()) return out;
    copy = "document ";
    text::append_json(copy, document);
    out.request = copy;
    return out;
}

}  // namespace workmem::journal
