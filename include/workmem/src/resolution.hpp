#pragma once

/// A part of <workmem/src.hpp>: what references mean, and what everything stands on: texts, tokens, journals.

#include <workmem/config.hpp>
#include <workmem/detail/hash.ipp>
#include <workmem/entity/prompt_format.ipp>
#include <workmem/error.ipp>
#include <workmem/ids/random_ids.ipp>
#include <workmem/journal/back_off.ipp>
#include <workmem/journal/file/frame.ipp>
#include <workmem/journal/stream_rules.ipp>
#include <workmem/metrics/metrics_text.ipp>
#include <workmem/resolution/reference.ipp>
#include <workmem/resolution/salience.ipp>
#include <workmem/text/inflection.ipp>
#include <workmem/text/document_builder.ipp>
#include <workmem/text/json_document.ipp>
#include <workmem/text/json_writer.ipp>
#include <workmem/text/lexicon.ipp>
#include <workmem/text/porter.ipp>
#include <workmem/text/quote.ipp>
#include <workmem/text/search_english.ipp>
#include <workmem/text/sha256.ipp>
#include <workmem/text/visible.ipp>
#include <workmem/time/timestamp.ipp>
#include <workmem/tokens/bounding_counter.ipp>
#include <workmem/tokens/bpe_counter.ipp>
#include <workmem/tokens/rank_table.ipp>
#if WORKMEM_POSIX
#include <workmem/journal/file.ipp>
#include <workmem/journal/file/files.ipp>

template class workmem::journal::basic_file<workmem::journal::posix_files>;
#endif
#if WORKMEM_THREADS
#include <workmem/journal/memory.ipp>
#endif
