#pragma once

/// A part of <workmem/src.hpp>: bounded stores.

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/bounded/forget_instruction.ipp>
#include <workmem/bounded/item_input.ipp>
#include <workmem/bounded/summary.ipp>
#include <workmem/eviction/s3_fifo.ipp>
#include <workmem/eviction/w_tinylfu.ipp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/ranking/dictionary.ipp>
#include <workmem/ranking/postings.ipp>
#include <workmem/ranking/substring.ipp>
#include <workmem/shared.hpp>

WORKMEM_BOUNDED_STATE_TEMPLATES(, workmem::default_policies)
WORKMEM_BOUNDED_STATE_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem::default_policies)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem::shared_policies)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem::durable_policies<workmem::journal::any>)
WORKMEM_BOUNDED_MEMORY_TEMPLATES(, workmem::shared_durable_policies<workmem::journal::any>)
