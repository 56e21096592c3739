// Blocks of README.md: a memory that is there again after a restart.
#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/time/runner.hpp>
#include <workmem/workmem.hpp>
#include <workmem/journal/open.hpp>

#include "around.hpp"

#include <chrono>
#include <cstddef>

namespace {

// How many entities are there from earlier runs.
std::size_t run() {
    // clang-format off
    // [open]
    auto journal = workmem::journal::file::open("store", {.sync = workmem::journal::sync_mode::always()});
    auto memory = workmem::open<workmem::durable_entity_memory<workmem::journal::any>>(*journal, "agent-1");
    // [open]
    // clang-format on
    // clang-format off
    // [tick]
    const workmem::runner ticking{std::chrono::milliseconds{500}, [store = *journal]() mutable { return store.tick(); }};
    // [tick]
    // clang-format on
    const auto held = memory.size();
    memory.add({.type = "page", .id = held, .name = "Home"});
    return held;
}

}  // namespace

int main() {
    const scratch_folder folder;
    expect(run() == 0, "the first run begins with nothing");
    expect(run() == 1, "the second one goes on where the first stood");
}
