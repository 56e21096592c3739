#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace workmem_test {

// The same numbers on every platform; std::uniform_int_distribution is not.
class dice {
public:
    explicit dice(std::uint64_t seed) : engine_{seed} {}
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }
    bool one_in(std::size_t n) { return below(n) == 0; }

private:
    std::mt19937_64 engine_;
};

}  // namespace workmem_test
