#pragma once

#include <workmem/journal/history.hpp>
#include <workmem/result.hpp>
#include <workmem/time/clock_gap.hpp>

#include <string>
#include <utility>

namespace workmem {

/// How a memory takes up its stream.
struct open_options {
    clock_gap gap = clock_gap::pause;  ///< what happens to ages while nobody has it open
    retention keep{};                  ///< how much history stays
};

/// Opens a memory of any kind on a stream of a journal: it is as it was left, and what it
/// acknowledges from now on is recorded there. `Memory::policies::journal` is the journal's type.
/// Throws `validation_error` for limits that make no sense, `storage_error` when the stream cannot
/// be read or was made for something else.
template <class Memory>
[[nodiscard]] Memory open(typename Memory::policies::journal journal, std::string stream,
                          typename Memory::options_type options = {}, open_options how = {}) {
    return Memory{std::move(options),
                  {.journal = std::move(journal),
                   .stream = std::move(stream),
                   .keep = how.keep,
                   .gap = how.gap}};
}
/// The same, or why not.
template <class Memory>
[[nodiscard]] result<Memory> try_open(typename Memory::policies::journal journal,
                                      std::string stream,
                                      typename Memory::options_type options = {},
                                      open_options how = {}) {
    return Memory::try_make(std::move(options), {.journal = std::move(journal),
                                                 .stream = std::move(stream),
                                                 .keep = how.keep,
                                                 .gap = how.gap});
}

}  // namespace workmem
