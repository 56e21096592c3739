#include <workmem/entity/window.hpp>

bool is_empty() { return workmem::entity_window{}.empty(); }
