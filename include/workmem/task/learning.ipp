#pragma once

#include <workmem/config.hpp>
#include <workmem/task/learning.hpp>

namespace workmem {

WORKMEM_DECL long_term_memory learning_candidate::as_entry() const {
    long_term_memory out;
    out.id = "task_" + memory + '_' + source;
    out.content = content;
    out.core = suggested_core;
    out.tags = {std::string{to_string(kind)}};
    out.metadata = {{"reason", reason}, {"task_memory", memory}, {"source", source}};
    out.created = time;
    return out;
}

}  // namespace workmem
