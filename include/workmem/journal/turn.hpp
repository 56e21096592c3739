#pragma once

#include <workmem/detail/cxx20.hpp>

#include <memory>

namespace workmem::journal {

/// A writer's turn, until the last copy goes; none where it is empty. An engine whose writers can
/// queue has a member `take_turn(stream, patience) -> turn`: who has it is beaten only by those who
/// have not lost a race yet. It has to be given back by the thread that took it.
using turn = std::shared_ptr<const void>;

}  // namespace workmem::journal
