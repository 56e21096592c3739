#pragma once

#include <workmem/observer/delivery.hpp>

namespace workmem {}  // namespace workmem
