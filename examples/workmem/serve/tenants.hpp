// The stores of those who are served, each opened when it is first asked for.
#pragma once

#include "../project/project.hpp"
#include "../served/memories.hpp"

#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/result.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

namespace workmem_program {

/// Memories that many threads use.
struct served_policies : recorded_policies {
    using mutex = std::shared_mutex;
};
using served_memories = memories<served_policies>;

/// The memories of each tenant, in a store of its own. Thread-safe.
class tenants {
public:
    /// Throws where a store cannot be opened.
    using opener = std::function<workmem::journal::any(const std::string& tenant)>;
    using placer = std::function<project(const std::string& tenant)>;

    tenants(opener open, placer place, memories_options options)
        : open_{std::move(open)}, place_{std::move(place)}, options_{std::move(options)} {}

    /// The memories of a tenant. Throws the error of opening its store.
    [[nodiscard]] served_memories& at(const std::string& tenant) {
        auto& of = entry_of(tenant);
        // A store that is slow to open keeps nobody else waiting.
        const std::lock_guard lock{of.mutex};
        if (!of.memories)
            of.memories =
                std::make_unique<served_memories>(place_(tenant), open_(tenant), options_);
        return *of.memories;
    }
    /// Records what would be recorded with the next changes. Errors: the first.
    workmem::result<void> try_flush() {
        const std::lock_guard lock{mutex_};
        workmem::result<void> out;
        for (auto& [name, of] : entries_) {
            const std::lock_guard opened{of.mutex};
            if (!of.memories) continue;
            if (auto done = of.memories->try_flush(); !done && out) out = std::move(done);
        }
        return out;
    }

private:
    struct entry {
        std::mutex mutex{};
        std::unique_ptr<served_memories> memories{};
    };
    entry& entry_of(const std::string& tenant) {
        const std::lock_guard lock{mutex_};
        return entries_[tenant];
    }

    opener open_;
    placer place_;
    memories_options options_;
    std::mutex mutex_;
    std::map<std::string, entry> entries_;
};

}  // namespace workmem_program

// memories.cpp has their code.
WORKMEM_ENTITY_TEMPLATES(extern, workmem::entity, workmem_program::served_policies)
WORKMEM_BOUNDED_TEMPLATES(extern, workmem_program::served_policies)
WORKMEM_LONG_TERM_TEMPLATES(extern, workmem_program::served_policies)
WORKMEM_SESSION_TEMPLATES(extern, workmem_program::served_policies)
WORKMEM_SESSION_STORE_TEMPLATES(extern, workmem_program::served_policies)
WORKMEM_TASK_MEMORY_TEMPLATES(extern, workmem_program::served_policies)
WORKMEM_TASK_STORE_TEMPLATES(extern, workmem_program::served_policies)
WORKMEM_AGENT_TEMPLATES(extern, workmem_program::served_policies)
extern template class workmem::scopes<
    workmem::basic_agent_memory<workmem_program::served_policies>>;
