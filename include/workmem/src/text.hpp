#pragma once

/// A part of <workmem/src.hpp>: text, words, tokens and time.

#include <workmem/metrics/metrics_text.ipp>
#include <workmem/text/inflection.ipp>
#include <workmem/text/json_document.ipp>
#include <workmem/text/json_writer.ipp>
#include <workmem/text/lexicon.ipp>
#include <workmem/text/porter.ipp>
#include <workmem/text/quote.ipp>
#include <workmem/text/sha256.ipp>
#include <workmem/text/visible.ipp>
#include <workmem/time/timestamp.ipp>
#include <workmem/tokens/bpe_counter.ipp>
#include <workmem/tokens/rank_table.ipp>
