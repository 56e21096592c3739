#pragma once

#include <workmem/journal/call.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/json_writer.hpp>

#include <string>

namespace workmem::journal {

/// A call that brings a document: a repetition brings the same one, whatever is made of it.
/// \param room holds what the result borrows
[[nodiscard]] inline call_options call_with(const call_options& by, const text::json_view& document,
                                            std::string& room) {
    auto out = by;
    if (by.idempotency_key.empty() || !by.request.empty()) return out;
    room = "document ";
    text::append_json(room, document);
    out.request = room;
    return out;
}

}  // namespace workmem::journal
