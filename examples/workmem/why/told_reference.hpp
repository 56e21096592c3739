// What a reference meant at some moment, and why.
#pragma once

#include "history.hpp"
#include "past_memory.hpp"

#include <ostream>
#include <string_view>

namespace workmem_program {

/// Prints in five lines what a text means to an agent, why, instead of what, what was known then,
/// and what had left before. True if it means something.
bool tell_reference(std::ostream& out, const stream_history& history, const past_memory& past,
                    std::string_view text);

}  // namespace workmem_program
