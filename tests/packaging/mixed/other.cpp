#include <workmem/entity/window.hpp>

std::size_t count(const workmem::entity_window& window) { return window.size(); }
