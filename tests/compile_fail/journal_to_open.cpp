// first: workmem: the journal is only declared: include its header, such as <workmem/journal/file.hpp>
// lines: 15
#include <workmem/workmem.hpp>

auto agent = workmem::agent_memory::open<workmem::journal::file>("folder", "ada");
