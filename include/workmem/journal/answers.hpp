#pragma once

#include <workmem/journal/reader.hpp>
#include <workmem/journal/made_call.hpp>
#include <workmem/result.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_writer.hpp>

#include <string_view>
#include <type_traits>
#include <utility>

namespace workmem::journal {

/// The first answer of a recorded call that is made again. Errors: as for one that is not.
template <class Answer>
[[nodiscard]] result<Answer> read_answer(const made_call& first, const made_call& again,
                                         std::string_view key, std::type_identity<Answer>) {
    if (auto refused = refusal_of_other(first, again, key)) return std::move(*refused);
    const auto json = "{\"answer\":" + first.answer.text + '}';
    const text::json_document document{json};
    if (first.answer.empty() || !document) return unknown_answer(key);
    arena memory;
    reader fields{document.root(), memory};
    Answer answer{};
    fields("answer", answer);
    if (fields.problem()) return unknown_answer(key);
    return result<Answer>{std::move(answer)};
}

}  // namespace workmem::journal
