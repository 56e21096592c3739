// What a writer whose clock is wrong does to others, of the engines that need nothing else.
#include "temporary_folder.hpp"

#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>

namespace {

using namespace workmem::journal;

struct timed_in_files {
    workmem_test::temporary_folder at;
    file journal = file::open(at.path() + "/j", {.sync = sync_mode::never()}).value();
    any open() const { return journal; }
};

struct timed_in_memory {
    memory journal{};
    any open() const { return journal; }
};

}  // namespace

#define WORKMEM_TIMED_ENGINES timed_in_files, timed_in_memory
#include "wrong_clocks.hpp"
