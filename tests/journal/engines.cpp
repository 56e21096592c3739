// What all engines promise, of those that need nothing else.
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>

namespace {

using namespace workmem::journal;

static_assert(full_engine<file>);
static_assert(full_engine<memory>);
static_assert(policy<file>);

struct in_files {
    workmem_test::temporary_folder at;
    file journal = file::open(at.path() + "/j", {.sync = sync_mode::never()}).value();
};
struct in_memory {
    memory journal;
};

}  // namespace

#define WORKMEM_JOURNAL_ENGINES in_files, in_memory
#include "journal_engines.hpp"
