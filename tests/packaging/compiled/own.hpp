// A bundle of one's own, compiled once in own.cpp.
#pragma once

#include <workmem/entity/window.hpp>
#include <workmem/instantiate.hpp>
#include <workmem/time/manual_clock.hpp>

struct own_policies : workmem::default_policies {
    using clock = workmem::manual_clock;
};
WORKMEM_WINDOW_TEMPLATES(extern, workmem::entity, own_policies)
