// What all engines promise, of the one in a Redis server.
#include "redis_server.hpp"

#include <workmem_redis/redis.hpp>

namespace {

using namespace workmem::journal;
using namespace workmem_test;

static_assert(full_engine<redis>);
static_assert(policy<redis>);

struct in_redis {
    redis journal = redis::open(shared_redis().url(), in_prefix(fresh_prefix())).value();
};

}  // namespace

#define WORKMEM_JOURNAL_ENGINES in_redis
#include "journal_engines.hpp"
