// Cheap to compile: which folders and libraries reach the compiler, not what the library does.
#include <workmem/workmem.hpp>

static_assert(WORKMEM_VERSION_MAJOR >= 0);
static_assert(sizeof(workmem::entity_memory) > 0);

int main() {}
