#pragma once

#include <workmem/detail/pointers.hpp>
#include <workmem/ids/id_source.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

namespace workmem {

/// `<writer>-1`, `<writer>-2`, …: for tests and for stores with one named writer each; two writers
/// need two names. A handle; copies share the counter. Thread-safe.
class sequential_ids {
public:
    explicit sequential_ids(std::string writer = "id") : state_{std::in_place, std::move(writer)} {}

    [[nodiscard]] std::string next() {
        return state_->writer + '-' +
               std::to_string(state_->last.fetch_add(1, std::memory_order_relaxed) + 1);
    }

private:
    struct state {
        explicit state(std::string name) : writer{std::move(name)} {}
        std::string writer;
        std::atomic<std::uint64_t> last{0};
    };
    detail::shared<state> state_;
};

}  // namespace workmem
