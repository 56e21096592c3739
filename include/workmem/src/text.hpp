#pragma once

/// A part of <workmem/src.hpp>: errors, text, words, tokens, ids and time.

#include <workmem/detail/hash.ipp>
#include <workmem/error.ipp>
#include <workmem/ids/random_ids.ipp>
#include <workmem/metrics/metrics_text.ipp>
#include <workmem/text/inflection.ipp>
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
