// JSON whose members keep their order.
#pragma once

#include <nlohmann/json.hpp>

namespace workmem_program {

using nlohmann::ordered_json;

}  // namespace workmem_program
