// `workmem why`: what a reference meant at some moment and why, or why something is there or gone.
#pragma once

#include <ostream>
#include <string>

namespace workmem_program {

struct why_options {
    std::string store{};
    std::string said{};   ///< a reference, or the id or whole name of something
    std::string thing{};  ///< an id, how it begins, or words of a name
    std::string
        agent{};       ///< a stream, or how its name ends; empty: the agent that did something last
    std::string at{};  ///< a number of a change, or a time; empty: now
};

/// Says in a few lines what a reference meant, or what became of a thing, and on `log` what of the
/// store cannot be read; 0, or 1 where that is nothing that is known. Changes nothing. Throws
/// `workmem::error` for a store, an agent or a moment that is not there.
int run_why(std::ostream& out, std::ostream& log, const why_options& options);

}  // namespace workmem_program
