// What two writers of one journal promise each other, of the engines that need nothing else.
#include "catch.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>

namespace {

using namespace workmem::journal;

// A folder belongs to one process at a time.
struct shared_in_files {
    static constexpr bool is_shared = false;
    workmem_test::temporary_folder at;
    file journal = file::open(at.path() + "/j", {.sync = sync_mode::never()}).value();
    any open() const { return journal; }
    std::string stored() const { return workmem_test::all_bytes_below(at); }
};

struct shared_in_memory {
    static constexpr bool is_shared = false;
    memory journal{};
    any open() const { return journal; }
    std::string stored() {
        std::string out;
        for (const auto& stream : journal.streams().value()) {
            auto done = journal.read(stream, 0,
                                     [&](const record& each) { out.append(each.bytes) += '\n'; });
            REQUIRE(done);
            for (const auto* const owner : {"entity", "bounded", "long_term", "session", "task"}) {
                const auto newest = journal.newest_snapshot(stream, owner, ~std::uint64_t{0});
                if (newest.value()) out += newest.value()->bytes;
            }
        }
        return out;
    }
};

}  // namespace

#define WORKMEM_SHARED_ENGINES shared_in_files, shared_in_memory
#include "two_writers.hpp"
