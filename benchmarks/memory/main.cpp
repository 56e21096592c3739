// What a memory of 20 typical entities costs: the object, everything it holds on the heap, and
// its session JSON. 001 names 4 KB for 20 entities.

#include "../speed/payload.hpp"

#include <workmem/workmem.hpp>

#include <malloc.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

std::size_t live = 0;  // bytes in use, as the allocator rounds them
std::size_t blocks = 0;

void* counted(void* block) {
    if (block == nullptr) std::abort();
    live += malloc_usable_size(block);
    ++blocks;
    return block;
}
void uncounted(void* block) noexcept {
    if (block == nullptr) return;
    live -= malloc_usable_size(block);
    --blocks;
    std::free(block);
}

template <class Memory>
void report(const char* what, std::size_t count) {
    bench::typical_entities entities;
    const bench::key_sequence keys{0, count, bench::key_sequence::order::as_numbered};
    const auto before = live, blocks_before = blocks;
    {
        Memory memory;
        for (const auto& each : keys) memory.add(entities.with(each));
        const auto held = live - before;
        const auto total = sizeof memory + held;
        std::printf("%-30s %4zu entities: object %5zu + heap %6zu in %3zu blocks = %6zu bytes",
                    what, memory.size(), sizeof memory, held, blocks - blocks_before, total);
        if constexpr (requires { memory.to_json_text(); })
            std::printf("; JSON %zu bytes", memory.to_json_text().size());
        std::puts("");
    }
}

}  // namespace

void* operator new(std::size_t size) { return counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto to = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(to, (size + to - 1) / to * to));
}
void operator delete(void* block) noexcept { uncounted(block); }
void operator delete(void* block, std::size_t) noexcept { uncounted(block); }
void operator delete(void* block, std::align_val_t) noexcept { uncounted(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { uncounted(block); }

int main() {
    (void)workmem::text::lexicon::english();  // one for the whole process
    report<workmem::entity_window>("workmem::entity_window", 20);
    report<workmem::entity_memory>("workmem::entity_memory", 20);
}
