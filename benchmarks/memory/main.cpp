// workmem_footprint [MOST]: what a memory of 20 typical entities costs: the object, everything it holds on the heap, and
// its session JSON. 001 names 4 KB for 20 entities. And what a memory of a session takes beside its
// content, with a tag and a member of metadata, before anything is searched; and a task beside its
// title and description, with and without two others that it waits for. No more than MOST of them.

#include "../speed/payload.hpp"

#include <workmem/keyed/scopes.hpp>
#include <workmem/keyed/scopes.ipp>
#include <workmem/workmem.hpp>

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>
#include <vector>

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

void report_tasks(std::size_t count, bool waits) {
    const auto before = live;
    std::size_t text = 0;
    workmem::basic_task_memory<> work;
    std::vector<std::string> ids;
    ids.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        workmem::new_task task;
        task.title = std::string(40, 't');
        task.description = std::string(100, 'd');
        text += task.title.size() + task.description.size();
        if (waits && i >= 2) task.depends_on = {ids[i / 2], ids[i / 3]};
        ids.push_back(work.add_task(std::move(task)).str());
    }
    const auto held = live - before - text;
    std::size_t own = ids.capacity() * sizeof(std::string);
    for (const auto& each : ids) own += malloc_usable_size(const_cast<char*>(each.data()));
    std::printf("%7zu tasks%s: %zu bytes each + text\n", count,
                waits ? ", each behind two others" : "", (held - own) / count);
}

void report_scopes(std::size_t keys, std::size_t each) {
    const auto before = live;
    workmem::scopes<workmem::entity_memory> all{{}, {}, {.max_resident = keys}};
    bench::typical_entities entities;
    const bench::key_sequence things{0, each, bench::key_sequence::order::as_numbered};
    for (std::size_t key = 0; key < keys; ++key) {
        const auto memory = all.at("user-" + std::to_string(key));
        for (const auto& thing : things) memory->add(entities.with(thing));
    }
    const auto held = live - before;
    std::printf("%7zu scopes of %zu entities: %.1f MB, %zu bytes each\n", keys, each,
                static_cast<double>(held) / 1e6, held / keys);
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

int main(int count, char** arguments) {
    const auto most = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 1'000'000;
    const auto up_to = [&](std::size_t size) { return std::min<std::size_t>(size, most); };
    (void)workmem::text::lexicon::english();  // one for the whole process
    report<workmem::entity_window>("workmem::entity_window", 20);
    report<workmem::entity_memory>("workmem::entity_memory", 20);
    report_scopes(up_to(10'000), 20);
    report_sessions(100, 10);
    report_sessions(100, up_to(1'000));
    report_sessions(1, up_to(100'000));
    for (const bool waits : {false, true})
        for (const auto tasks : {std::size_t{1'000}, std::size_t{1'000'000}}) report_tasks(up_to(tasks), waits);
}
