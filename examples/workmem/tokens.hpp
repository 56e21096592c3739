// `workmem tokens`: how many tokens texts have, one JSON line in, one out.
#pragma once

#include "lines.hpp"

#include <workmem/tokens/bounding_counter.hpp>
#include <workmem/tokens/bpe_counter.hpp>
#include <workmem/tokens/encoding.hpp>
#include <workmem/tokens/estimate_counter.hpp>

#include <nlohmann/json.hpp>

#include <istream>
#include <optional>
#include <ostream>
#include <string>

namespace workmem_program {

struct tokens_options {
    std::string rank_file{};  ///< a .tiktoken file; without one nothing is counted exactly
    std::string encoding{};   ///< o200k or cl100k; empty: what the rank file's name says, or o200k
};

namespace detail {

inline workmem::token_encoding encoding_of(const tokens_options& options) {
    const auto& name = options.encoding.empty() ? options.rank_file : options.encoding;
    if (name.empty()) return workmem::token_encoding::o200k;
    if (const auto known = workmem::encoding_named(name)) return *known;
    refuse(workmem::text::quoted(name) + " names no encoding: --encoding takes o200k or cl100k");
}

}  // namespace detail

/// Reads lines `{"text"}` and writes a line `{"estimate", "at_most"[, "exact"]}` for each. A line
/// that cannot be used is reported to `log` with its number and skipped; then the answer is 1,
/// else 0. Throws `workmem::error` for a rank file or an encoding that cannot be used.
inline int run_tokens(std::istream& in, std::ostream& out, std::ostream& log,
                      const tokens_options& options, const progress& report = {}) {
    const auto encoding = detail::encoding_of(options);
    const workmem::estimate_counter estimate{encoding};
    const workmem::bounding_counter bound;
    std::optional<workmem::bpe_counter> exact;
    if (!options.rank_file.empty())
        exact = workmem::bpe_counter::open(options.rank_file, encoding).value();
    return for_each_line(in, log, report, [&](const nlohmann::ordered_json& line) {
        if (!line.contains("text") || !line["text"].is_string())
            refuse("it has no \"text\" that is a string");
        const auto& text = line["text"].get_ref<const std::string&>();
        nlohmann::ordered_json counts;
        counts["estimate"] = estimate(text);
        counts["at_most"] = bound(text);
        if (exact) counts["exact"] = (*exact)(text);
        out << counts.dump() << '\n';
    });
}

}  // namespace workmem_program
