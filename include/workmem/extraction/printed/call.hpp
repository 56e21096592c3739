#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/options.hpp>
#include <workmem/extraction/parse/text_form.hpp>
#include <workmem/extraction/printed/subject.hpp>
#include <workmem/extraction/reject.hpp>
#include <workmem/extraction/tool_name.hpp>
#include <workmem/extraction/trace.hpp>
#include <workmem/text/json_view.hpp>

#include <cstdint>

namespace workmem::extraction::printed {

/// What became of a result.
enum class reading_of_call : std::uint8_t {
    other,  ///< it is for those who read records
    done,   ///< all that it says is in `out`
    rows    ///< a table: its rows are a list of objects
};

/// Reads a result that is text: together with the arguments, what it names and what the call did
/// to it. Content of files and pages is not looked at, an error leaves nothing but `failed`. Rows
/// are kept in `texts`.
reading_of_call read_call(const subject& about, const tool_name& tool,
                          const text::json_view& result, const extraction_options& options,
                          const reject& errors, const trace& note, extracted& out,
                          parsed_texts& texts, text::json_view& rows);

}  // namespace workmem::extraction::printed

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/printed/call.ipp>
#endif
