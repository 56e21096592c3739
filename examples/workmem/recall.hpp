// `workmem recall`: what a store finds again of what it was told, one JSON line a question.
#pragma once

#include "lines.hpp"

#include <istream>
#include <ostream>
#include <string>

namespace workmem_program {

/// The names that `--eviction` and `--ranking` take; the first ones are the defaults.
inline constexpr const char* evictions[] = {"value_density", "importance_guard", "sieve", "s3_fifo",
                                            "w_tinylfu"};
inline constexpr const char* rankings[] = {"bm25", "substring"};

struct recall_options {
    std::string eviction = evictions[0];
    std::string ranking = rankings[0];
};

/// Reads lines whose `op` is `reset` (`max_items`, `max_tokens`; 0 or absent: no limit), `memorize`
/// (`id`, `text`, `speaker`, `importance`, `step`, `time`, `tokens`) or `remember` (`query_id`,
/// `q`, `k`, `stored`), and answers each of the last with a line `{"query_id", "ids"[, "stored"]}`.
/// `tokens` is what the item counts for; without it, what `workmem::bounding_counter` says. An item
/// that does not fit stays outside. A line that cannot be used is reported to `log` with its number
/// and skipped; then the answer is 1, else 0. Throws `workmem::error` for names that are unknown.
int run_recall(const recall_options& options, std::istream& in, std::ostream& out,
               std::ostream& log, const progress& report = {});

}  // namespace workmem_program
