// The stores of those who are served, each opened when it is asked for and let go when it is not.
#pragma once

#include "../project/project.hpp"
#include "../served/memories.hpp"

#include <workmem/journal/any.hpp>
#include <workmem/result.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace workmem_program {

/// The memories of each tenant, in a store of its own. Thread-safe.
class tenants {
public:
    using clock = std::chrono::steady_clock;
    /// Throws where a store cannot be opened.
    using opener = std::function<workmem::journal::any(const std::string& tenant)>;
    using placer = std::function<project(const std::string& tenant)>;

    /// \param store of all tenants, by the name that hooks know it by; empty: none has it
    tenants(opener open, placer place, std::string store, memories_options options)
        : open_{std::move(open)},
          place_{std::move(place)},
          store_{std::move(store)},
          options_{std::move(options)} {}

    /// The memories of a tenant. Throws the error of opening its store.
    [[nodiscard]] std::shared_ptr<memories> at(const std::string& tenant) {
        auto& of = entry_of(tenant);
        // A store that is slow to open keeps nobody else waiting.
        const std::lock_guard lock{of.mutex};
        if (!of.opened)
            of.opened = std::make_shared<memories>(place_(tenant), open_(tenant), store_, options_);
        of.unused_since.reset();
        return of.opened;
    }
    /// Lets go of the memories that nobody but this object has held for so long: what they hold is
    /// recorded, and read again when somebody asks. Errors: the first; those memories stay.
    workmem::result<void> let_go(clock::time_point now, clock::duration after) {
        std::vector<entry*> all;
        {
            const std::lock_guard lock{mutex_};
            for (auto& [name, of] : entries_) all.push_back(&of);
        }
        workmem::result<void> out;
        for (auto* const of : all) {
            const std::lock_guard lock{of->mutex};
            // Whoever takes them does so under this lock.
            if (!of->opened || of->opened.use_count() > 1) {
                of->unused_since.reset();
                continue;
            }
            if (!of->unused_since) of->unused_since = now;
            if (now - *of->unused_since < after) continue;
            if (auto done = of->opened->try_flush(); !done) {
                if (out) out = std::move(done);
                continue;
            }
            of->opened.reset();
        }
        return out;
    }
    /// Records what would be recorded with the next changes. Errors: the first.
    workmem::result<void> try_flush() {
        const std::lock_guard lock{mutex_};
        workmem::result<void> out;
        for (auto& [name, of] : entries_) {
            const std::lock_guard opened{of.mutex};
            if (!of.opened) continue;
            if (auto done = of.opened->try_flush(); !done && out) out = std::move(done);
        }
        return out;
    }

private:
    struct entry {
        std::mutex mutex{};
        std::shared_ptr<memories> opened{};
        std::optional<clock::time_point> unused_since{};
    };
    entry& entry_of(const std::string& tenant) {
        const std::lock_guard lock{mutex_};
        return entries_[tenant];
    }

    opener open_;
    placer place_;
    std::string store_;
    memories_options options_;
    std::mutex mutex_;
    std::map<std::string, entry> entries_;  // none goes, so that they can be referred to
};

}  // namespace workmem_program
