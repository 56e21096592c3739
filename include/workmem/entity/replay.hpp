#pragma once

#include <workmem/entity/entity_json.hpp>
#include <workmem/entity/window_state.hpp>
#include <workmem/journal/replay.hpp>

// What a window that keeps a journal needs to read it: JSON, and how ids and attributes stand in
// it.
