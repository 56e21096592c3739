#pragma once

#include <workmem/agent/prompt.hpp>
#include <workmem/journal/writer.hpp>

namespace workmem {

WORKMEM_DECL std::string agent_prompt::to_json_text() const {
    std::string out;
    journal::writer{out}.object(*this);
    return out;
}

}  // namespace workmem
