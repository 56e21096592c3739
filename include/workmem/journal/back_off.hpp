#pragma once

#include <workmem/config.hpp>

namespace workmem::journal {

/// Lets a writer that lost `lost` races in a row wait before the next: not after the first two,
/// then at random up to 50 µs, twice as long each time, at most 6.4 ms. Random, so that losers do
/// not meet again.
void back_off(int lost);

/// Lets others run.
void yield() noexcept;

}  // namespace workmem::journal

#if !defined(WORKMEM_COMPILED)
#include <workmem/journal/back_off.ipp>
#endif
