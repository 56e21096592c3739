#pragma once

/// A part of <workmem/src.hpp>: what one agent knows.

#include <workmem/agent/agent_memory.ipp>
#include <workmem/agent/links.ipp>
#include <workmem/agent/prompt.ipp>
#include <workmem/instantiate.hpp>
#include <workmem/shared.hpp>

WORKMEM_AGENT_TEMPLATES(, workmem::default_policies)
WORKMEM_AGENT_TEMPLATES(, workmem::shared_policies)
