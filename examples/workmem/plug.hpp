// `workmem demo`, act 2: an orchestrator and workers, each a process, of which one is killed every
// half second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

namespace workmem_program {

struct plug_options {
    std::size_t kills = 20;
    std::optional<std::uint64_t> seed{};  ///< of who is killed and what waits for what
    std::string store_file{};             ///< where its store stays; empty: it goes
};

/// What became of it, after the store was opened again and compared with what was acknowledged.
struct plug_outcome {
    std::size_t kills = 0;         ///< by SIGKILL
    std::size_t acknowledged = 0;  ///< changes of which a process was told that they are done
    std::size_t lost = 0;          ///< of these, not in the store
    std::size_t tasks = 0;
    std::size_t done_once = 0;  ///< tasks completed, and that exactly once
    std::size_t fenced = 0;     ///< writes that were refused because the claim had passed on
    std::size_t stale = 0;      ///< writes that were accepted although it had
    bool is_identical = false;  ///< what the last process held, the store, and a replay of its log
    std::string problem{};      ///< why it came to no end, if it did not

    [[nodiscard]] bool holds(const plug_options& options) const {
        return problem.empty() && kills == options.kills && acknowledged > 0 && lost == 0 &&
               done_once == tasks && fenced > 0 && stale == 0 && is_identical;
    }
};

/// Plays it; says on `out` what happens, in place where `on_terminal`.
plug_outcome pull_the_plug(std::ostream& out, const plug_options& options, bool on_terminal);

}  // namespace workmem_program
