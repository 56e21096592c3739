#pragma once

#include <workmem/bounded/bounded_json.hpp>
#include <workmem/bounded/bounded_store.hpp>
#include <workmem/bounded/context_text.hpp>
#include <workmem/bounded/erasing.hpp>
#include <workmem/bounded/state.ipp>
#include <workmem/bounded/store/calls.ipp>
#include <workmem/bounded/store/changes.ipp>
#include <workmem/bounded/store/finds.ipp>
#include <workmem/bounded/store/forgets.ipp>
#include <workmem/bounded/store/history.ipp>
#include <workmem/bounded/store/reads.ipp>
#include <workmem/bounded/store/texts.ipp>
#include <workmem/journal/recorded_memory.ipp>
#include <workmem/journal/replay.hpp>
