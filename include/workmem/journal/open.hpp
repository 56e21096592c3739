#pragma once

#include <workmem/journal/history.hpp>
#include <workmem/journal/stream_clock.hpp>
#include <workmem/result.hpp>
#include <workmem/time/clock.hpp>

#include <string>
#include <utility>

namespace workmem {

/// How a memory takes up its stream.
struct open_options {
    /// What happens to ages while nobody has it open, where the memory can choose. The wall TTL of
    /// a bounded store always goes on.
    clock_gap gap = clock_gap::pause;
    retention keep{};  ///< how much history stays
    /// How far the memory's clock may be away from the journal's, which it is set by beyond that.
    milliseconds max_clock_skew = journal::usual_clock_skew;
};

namespace detail {

template <class Memory>
[[nodiscard]] typename Memory::parts parts_on(typename Memory::policies::journal journal,
                                              std::string stream, const open_options& how) {
    if constexpr (requires { &Memory::parts::gap; })
        return {.journal = std::move(journal),
                .stream = std::move(stream),
                .keep = how.keep,
                .gap = how.gap,
                .max_clock_skew = how.max_clock_skew};
    else
        return {.journal = std::move(journal),
                .stream = std::move(stream),
                .keep = how.keep,
                .max_clock_skew = how.max_clock_skew};
}

}  // namespace detail

/// Opens a memory of any kind on a stream of a journal: it is as it was left, and what it
/// acknowledges from now on is recorded there. Throws `validation_error` for limits that make no
/// sense, `storage_error` when the stream cannot be read or was made for something else; those of
/// entities and notes are an agent's, in which memories of all kinds may be.
template <class Memory>
[[nodiscard]] Memory open(typename Memory::policies::journal journal, std::string stream,
                          typename Memory::options_type options = {}, open_options how = {}) {
    return Memory{std::move(options),
                  detail::parts_on<Memory>(std::move(journal), std::move(stream), how)};
}
/// The same, or why not.
template <class Memory>
[[nodiscard]] result<Memory> try_open(typename Memory::policies::journal journal,
                                      std::string stream,
                                      typename Memory::options_type options = {},
                                      open_options how = {}) {
    return Memory::try_make(std::move(options),
                            detail::parts_on<Memory>(std::move(journal), std::move(stream), how));
}

}  // namespace workmem
