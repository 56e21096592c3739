// What a bounded store promises on an engine that keeps, of a Redis server.
#include "redis_server.hpp"

#include <workmem_redis/redis.hpp>

#include <string>

namespace {

struct bounded_in_redis {
    using journal_type = workmem::journal::redis;
    std::string prefix = workmem_test::fresh_prefix();
    [[nodiscard]] journal_type open() const {
        return journal_type::open(workmem_test::shared_redis().url(),
                                  workmem_test::in_prefix(prefix))
            .value();
    }
};

}  // namespace

#define WORKMEM_KEEPING_ENGINES bounded_in_redis
#include "bounded_engines.hpp"
