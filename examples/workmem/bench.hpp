// `workmem bench`: what an agent's prompt holds, beside simpler ways to fill it.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

namespace workmem_program {

struct bench_options {
    std::vector<std::size_t> limits{250, 500, 1'000, 1'800, 4'000, 8'000};
    std::size_t raw_tokens = 20'000;  ///< the least that was said before references are looked at
    std::size_t looked_at = 5;        ///< dialogues from then on, until another agent begins
    bool json = false;
    /// A model that is asked the same with each prompt of 1,800 tokens: what it answers to a system
    /// message and a user's. Empty: none is.
    std::function<std::string(const std::string& system, const std::string& said)> model{};
    std::size_t questions = 100;  ///< references that it is asked at most
};

/// Dialogues, one a line, follow each other in one agent's memory; for each reference in `gold`,
/// and for each limit: is the id of what is meant in the prompt? Bad lines are reported on `log`;
/// then the answer is 1, else 0.
int run_agent_bench(std::istream& dialogues, std::istream& gold, std::ostream& out,
                    std::ostream& log, const bench_options& options);

}  // namespace workmem_program
