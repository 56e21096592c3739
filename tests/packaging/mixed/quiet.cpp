#include <workmem/bounded/bounded_store.hpp>

void quietly(workmem::bounded_store& store) { store.flush(); }
