// Bundles that record, and a journal that fails on command.
#pragma once

#include "bundles.hpp"

#include <workmem/entity/replay.hpp>
#include <workmem/journal/memory.hpp>

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

using recorded = workmem::journal::memory;

struct two_segment_recorded
    : bundle<two_segment, type_and_id, unlocked, unwatched, counted, recorded> {};
struct fifo_recorded_shared
    : bundle<fifo, type_and_id, std::shared_mutex, watched, counted, recorded> {};

// One stream. Appended records become durable with `commit`; a failing commit cuts the stream to
// what is durable, as the engine is to do. A handle; copies share.
class faulty_journal {
public:
    static constexpr bool records = true;

    struct state {
        std::vector<std::string> lines;
        std::size_t durable = 0;
        bool fail_append = false;
        bool fail_commit = false;
        bool fail_read = false;
        std::size_t throw_after = static_cast<std::size_t>(-1);  // reading that many records throws
        int conflicts = 0;  // so many appends claim that others were faster
        int appends = 0;
    };
    std::shared_ptr<state> at = std::make_shared<state>();

    [[nodiscard]] workmem::journal::append_outcome append(std::string_view, std::uint64_t expected,
                                                          std::span<const std::string_view> lines) {
        using workmem::journal::append_status;
        ++at->appends;
        if (at->fail_append)
            return {append_status::failed,
                    workmem::error{workmem::error_code::storage_error, "the disk is full"}};
        if (at->conflicts > 0 || at->lines.size() != expected) {
            if (at->conflicts > 0) --at->conflicts;
            return {append_status::conflict, std::nullopt};
        }
        for (const auto& each : lines) at->lines.emplace_back(each);
        return {};
    }
    template <class Visit>
    [[nodiscard]] workmem::result<workmem::journal::read_end> read(std::string_view,
                                                                   std::uint64_t from,
                                                                   Visit&& visit) {
        if (at->fail_read)
            return workmem::error{workmem::error_code::storage_error, "the disk cannot be read"};
        std::size_t visited = 0;
        for (auto i = from; i < at->lines.size(); ++i) {
            if (visited++ == at->throw_after) throw std::bad_alloc{};
            visit(workmem::journal::record{i + 1, at->lines[i]});
        }
        return workmem::journal::read_end{};
    }
    [[nodiscard]] workmem::result<void> commit(std::string_view, std::uint64_t) {
        if (at->fail_commit) {
            at->lines.resize(at->durable);
            return workmem::error{workmem::error_code::storage_error, "the disk does not sync"};
        }
        at->durable = at->lines.size();
        return {};
    }
};

struct faulty : bundle<lru, type_and_id, unlocked, watched, counted, faulty_journal> {};
struct faulty_shared
    : bundle<two_segment, type_and_id, std::shared_mutex, watched, counted, faulty_journal> {};

}  // namespace workmem_test

// bundles/windows_*.cpp has their code.
WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::two_segment_recorded)
WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::fifo_recorded_shared)
WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::faulty)
WORKMEM_WINDOW_MEMORY_TEMPLATES(extern, workmem::entity, workmem_test::faulty_shared)

namespace workmem_test {

// All records of a stream.
template <class Journal>
std::vector<std::string> records_of(Journal journal, std::string_view stream) {
    std::vector<std::string> out;
    if (!journal.read(stream, 0,
                      [&](const workmem::journal::record& each) { out.emplace_back(each.bytes); }))
        out.emplace_back("unreadable");
    return out;
}

}  // namespace workmem_test
