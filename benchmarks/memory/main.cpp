// What a memory of 20 typical entities costs: the object, everything it holds on the heap, and
// its session JSON. 001 names 4 KB for 20 entities. And what a memory of a session takes beside its
// content, with a tag and a member of metadata, before anything is searched.

#include "../speed/payload.hpp"

#include <workmem/workmem.hpp>

#include <malloc.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

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

void report_sessions(std::size_t sessions, std::size_t each) {
    const auto before = live;
    std::size_t content = 0;
    workmem::basic_session_store<> store;
    for (std::size_t s = 0; s < sessions; ++s)
        for (std::size_t i = 0; i < each; ++i) {
            auto text = std::to_string(i) + std::string(100, 'x');
            content += text.size();
            store.add("user-session-" + std::to_string(s),
                      {.content = std::move(text),
                       .tags = {"meeting"},
                       .metadata = {{"duration", std::string{"15min"}}}});
        }
    const auto held = live - before - content;
    std::printf("%4zu sessions of %5zu memories: %zu bytes each + content\n", sessions, each,
                held / (sessions * each));
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
    report_sessions(100, 10);
    report_sessions(100, 1'000);
    report_sessions(1, 100'000);
}
