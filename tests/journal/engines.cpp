// What all engines promise, of those that need nothing else.
#include "temporary_folder.hpp"

#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>

namespace {

using namespace workmem::journal;

static_assert(full_engine<file>);
static_assert(full_engine<memory>);
static_assert(full_engine<any>);
static_assert(policy<file>);

struct in_files {
    workmem_test::temporary_folder at;
    file journal = file::open(at.path() + "/j", {.sync = sync_mode::never()}).value();
};
struct in_memory {
    memory journal;
};

struct chosen_at_run_time {
    any journal{memory{}};
};

}  // namespace

#define WORKMEM_JOURNAL_ENGINES in_files, in_memory, chosen_at_run_time
#include "journal_engines.hpp"
