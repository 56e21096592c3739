// Agents that share one task memory through one Redis server.
#include "redis_server.hpp"

#include <workmem_redis/redis.hpp>

#include <cstdint>

namespace {

struct claimed_in_redis {
    using journal_type = workmem::journal::redis;
    static constexpr std::uint64_t tasks = 150;
    workmem_test::redis_server at;
    [[nodiscard]] journal_type open() const {
        return journal_type::open(at.url(), workmem_test::in_prefix("tasks")).value();
    }
};

}  // namespace

#define WORKMEM_CLAIMED_ENGINES claimed_in_redis
#include "claiming_agents.hpp"
