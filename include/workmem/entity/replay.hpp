#pragma once

#include <workmem/entity/state.hpp>
#include <workmem/journal/replay.hpp>
#include <workmem/value/value_json.hpp>

// What a window that keeps a journal needs to read it: JSON, and how ids and attributes stand in
// it.
