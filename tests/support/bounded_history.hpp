// A bounded store on a stream.
#pragma once

#include "bounded_setting.hpp"
#include "temporary_folder.hpp"

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>

#include <string>

namespace workmem_test {

// On an engine that is chosen at run time.
struct guard_anywhere : bounded_bundle<importance_guard, workmem::null_mutex,
                                       workmem::observer::none, workmem::journal::any> {};

struct in_memory {
    using policies = guard_recorded;
    workmem::journal::memory journal{};
};
struct in_files {
    using policies = guard_anywhere;
    temporary_folder folder{};
    workmem::journal::any journal{
        workmem::journal::file::open(folder.path() + "/j",
                                     {.sync = workmem::journal::sync_mode::always()})
            .value()};
};

template <class Engine = in_memory>
struct history_setting : Engine {
    using store = store_of<typename Engine::policies>;
    workmem::manual_clock clock{};
    workmem::sequential_ids ids{"w"};
    workmem::retention keep{};

    store make(workmem::bounded_options options = {}) {
        return store{options,
                     {.clock = clock,
                      .ids = ids,
                      .journal = this->journal,
                      .stream = "agent",
                      .keep = keep}};
    }
    std::string records() {
        std::string out;
        CHECK(this->journal.read("agent", 0, [&](const workmem::journal::record& each) {
            out += each.bytes;
            out += '\n';
        }));
        return out;
    }
};

}  // namespace workmem_test

WORKMEM_BOUNDED_MEMORY_TEMPLATES(extern, workmem_test::guard_anywhere)
