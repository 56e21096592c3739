#pragma once

#include <workmem_redis/client.hpp>
#include <workmem_redis/keys.hpp>

#include <workmem/result.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// The names of the streams below a prefix: one hash, since their keys may be in any slot of a
/// cluster, where no script reaches both. A name stands in it before its stream is made, so that
/// none is missing; one whose stream is gone is forgotten by who lists them, unless it was
/// registered again meanwhile. Thread-safe.
class redis_names {
public:
    redis_names(redis_client& client, std::string prefix)
        : client_{client}, prefix_{std::move(prefix)}, key_{redis_registry(prefix_)} {}

    /// Registers a name. `by` is new each time.
    [[nodiscard]] result<void> add(std::string_view name, std::string_view by) {
        auto done = client_.ask("register the stream", {"HSET", key_, name, by});
        if (!done) return done.error();
        note(name);
        return {};
    }
    /// The name of a stream that is there is registered, too, whatever became of the registry.
    void look_after(std::string_view name, std::string_view by) {
        {
            const std::lock_guard lock{mutex_};
            if (known_.find(name) != known_.end()) return;
        }
        if (client_.ask("register the stream", {"HSETNX", key_, name, by})) note(name);
    }
    /// What a name is registered by; nothing if it is not.
    [[nodiscard]] result<std::string> find(std::string_view name) {
        auto found = client_.ask("find the stream", {"HGET", key_, name});
        if (!found) return found.error();
        return found->is_nil() ? std::string{} : std::string{found->text()};
    }
    /// Forgets a name that is still registered by `by`.
    [[nodiscard]] result<void> drop(std::string_view name, std::string_view by) {
        {
            const std::lock_guard lock{mutex_};
            if (const auto known = known_.find(name); known != known_.end()) known_.erase(known);
        }
        if (by.empty()) return {};
        const std::array<std::string_view, 1> keys{key_};
        const std::array<std::string_view, 2> arguments{name, by};
        auto done = client_.run("forget the stream", redis_script::drop, keys, arguments);
        if (!done) return done.error();
        return {};
    }

    /// Those whose streams are there, in order. `tidies`: whether the others are forgotten.
    [[nodiscard]] result<std::vector<std::string>> list(bool tidies) {
        std::vector<std::string> out;
        std::string cursor = "0";
        do {
            auto part = client_.ask("list the streams", {"HSCAN", key_, cursor, "COUNT", "500"});
            if (!part) return part.error();
            cursor = part->text(0);
            redis_commands looks;
            for (std::size_t i = 0; i + 1 < part->size_of(1); i += 2)
                looks.add({"EXISTS", redis_keys{prefix_, part->text(1, i)}.meta});
            if (looks.count() == 0) continue;
            auto found = client_.ask("list the streams", looks);
            if (!found) return found.error();
            for (std::size_t i = 0; i < found->size(); ++i) {
                const auto name = part->text(1, 2 * i), by = part->text(1, 2 * i + 1);
                const auto& is_there = (*found)[i];
                if (is_there.is_error())
                    return redis_answer_problem(client_.where(), "list the streams",
                                                is_there.text());
                if (is_there.integer() != 0)
                    out.emplace_back(name);
                else if (tidies)
                    if (auto dropped = drop(name, by); !dropped) return dropped.error();
            }
        } while (cursor != "0");
        // A scan may meet a name twice.
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

private:
    static constexpr std::size_t max_known = 4'096;

    void note(std::string_view name) {
        const std::lock_guard lock{mutex_};
        if (known_.size() >= max_known) known_.clear();
        known_.emplace(name);
    }

    redis_client& client_;
    const std::string prefix_, key_;
    std::mutex mutex_;
    std::set<std::string, std::less<>> known_;  // to be registered
};

}  // namespace workmem::journal
