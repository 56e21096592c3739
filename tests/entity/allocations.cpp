// What costs no allocation, and how much memory a window takes: every call of the global
// operator new in this program is counted.

#include "catch.hpp"
#include "memory_bundles.hpp"

#include <workmem/entity/entity_memory.hpp>
#include <workmem/time/manual_clock.hpp>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace {

std::size_t allocations = 0;
std::size_t live_bytes = 0;  // as the allocator rounds them

std::size_t usable_size([[maybe_unused]] void* at) noexcept {
#if defined(__GLIBC__)
    return at == nullptr ? 0 : malloc_usable_size(at);
#else
    return 0;
#endif
}
void* counted(void* at) noexcept {
    ++allocations;
    live_bytes += usable_size(at);
    return at;
}
void* required(void* at) {
    if (at == nullptr) throw std::bad_alloc{};
    return at;
}
void release(void* at) noexcept {
    live_bytes -= usable_size(at);
    std::free(at);
}

}  // namespace

void* operator new(std::size_t size) { return required(counted(std::malloc(size))); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return counted(std::malloc(size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto step = static_cast<std::size_t>(alignment);
    return required(counted(std::aligned_alloc(step, (size + step - 1) / step * step)));
}
void operator delete(void* at) noexcept { release(at); }
void operator delete(void* at, std::size_t) noexcept { release(at); }
void operator delete(void* at, const std::nothrow_t&) noexcept { release(at); }
void operator delete(void* at, std::align_val_t) noexcept { release(at); }
void operator delete(void* at, std::size_t, std::align_val_t) noexcept { release(at); }

namespace {

using memory = workmem_test::manual_memory;

template <class Action>
std::size_t allocations_of(Action&& action) {
    const auto before = allocations;
    action();
    return allocations - before;
}

workmem::entity_options capacity(std::size_t size) {
    workmem::entity_options options;
    options.capacity = size;
    return options;
}

// An id of at most 12 bytes, a name of at most 20, one attribute; beyond what std::string keeps
// inside itself in every second one.
workmem::entity typical(std::size_t n) {
    workmem::entity out;
    out.type = n % 3 == 0 ? "page" : "section";
    out.id = "id-" + std::to_string(n);
    out.name = n % 2 == 0 ? "Name " + std::to_string(n) : "A longer name " + std::to_string(n);
    out.attributes = {{"status", std::string{n % 2 == 0 ? "draft" : "published"}}};
    return out;
}

std::vector<workmem::entity> typical(std::size_t from, std::size_t count) {
    std::vector<workmem::entity> out;
    for (std::size_t i = from; i < from + count; ++i) out.push_back(typical(i));
    return out;
}

}  // namespace

TEST_CASE("looking up allocates nothing, below and above the size where a table is made") {
    const auto size = GENERATE(as<std::size_t>{}, 1, 20, 64, 1'000);
    memory window{capacity(size)};
    const auto entities = typical(0, size);
    const auto others = typical(size, size);
    for (const auto& each : entities) window.add(each);
    CHECK(allocations_of([&] {
              for (const auto& each : entities)
                  if (window.get(each.type, each.id) == nullptr) std::abort();
          }) == 0);
    CHECK(allocations_of([&] {
              for (const auto& each : others)
                  if (window.get(each.type, each.id) != nullptr) std::abort();
          }) == 0);
    CHECK(allocations_of([&] {
              for (const auto& each : entities) window.mention(each.type, each.id);
          }) == 0);
    CHECK(allocations_of([&] {
              for (const auto& each : entities)
                  if (!window.contains(each.type, each.id)) std::abort();
          }) == 0);
    CHECK(window.size() == size);
}

TEST_CASE("adding a known entity whose strings fit allocates nothing") {
    const auto size = GENERATE(as<std::size_t>{}, 1, 20, 64, 1'000);
    memory window{capacity(size)};
    auto entities = typical(0, size);
    for (const auto& each : entities) window.add(each);
    for (auto& each : entities) {
        each.name.back() = '!';
        each.attributes.front().value = std::string{"archived"};
    }
    CHECK(allocations_of([&] {
              for (const auto& each : entities) window.add(each);
          }) == 0);
    CHECK(window.size() == size);
    CHECK(window.recent(1).front().name.back() == '!');
}

TEST_CASE("adding to a full window allocates nothing once its slots have seen such texts") {
    const auto size = GENERATE(as<std::size_t>{}, 1, 20, 64, 1'000);
    memory window{capacity(size)};
    for (const auto& each : typical(0, 2 * size)) window.add(each);
    auto longest = typical(2 * size, size);
    for (auto& each : longest) each.name = "A name of 20 letters";
    for (const auto& each : longest) window.add(each);
    const auto newcomers = typical(3 * size, 4 * size);
    CHECK(allocations_of([&] {
              for (const auto& each : newcomers) window.add(each);
          }) == 0);
    CHECK(window.size() == size);
    CHECK(window.metrics().evictions == 6 * size);
}

TEST_CASE("what has expired leaves without an allocation") {
    workmem::manual_clock clock;
    memory window{capacity(20), {.clock = clock}};
    for (const auto& each : typical(0, 4)) window.add(each);
    const auto newcomer = typical(4);
    clock.advance(std::chrono::minutes{6});
    CHECK(allocations_of([&] { window.add(newcomer); }) == 0);
    CHECK(window.size() == 1);
    CHECK(window.metrics().expirations == 4);
}

TEST_CASE("an unchanged prompt text is not built again") {
    memory window;
    for (const auto& each : typical(0, 10)) window.add(each);
    const auto text = std::string{window.context_view()};
    CHECK(allocations_of([&] {
              if (window.context_view() != text) std::abort();
          }) == 0);
    window.mention("page", "id-0");
    CHECK(allocations_of([&] { (void)window.context_view(); }) == 0);  // its buffers are there
    CHECK(window.context_view() != text);
}

TEST_CASE("20 typical entities take 8 KB of heap and 4 KB of JSON at most") {
    const auto entities = typical(0, 20);
    const auto before = live_bytes;
    memory window;
    for (const auto& each : entities) window.add(each);
    const auto held = live_bytes - before;
    INFO("heap " << held << ", object " << sizeof window);
    CHECK(held <= 8 * 1024);
    CHECK(window.to_json_text().size() <= 4 * 1024);
}
