// What a writer whose clock is wrong does to others, of a Redis server.
#include "redis_server.hpp"

#include <workmem/journal/any.hpp>
#include <workmem_redis/redis.hpp>

namespace {

using namespace workmem::journal;

struct timed_in_redis {
    workmem_test::redis_server at;
    any open() const { return redis::open(at.url(), workmem_test::in_prefix("workmem")).value(); }
};

}  // namespace

#define WORKMEM_TIMED_ENGINES timed_in_redis
#include "wrong_clocks.hpp"
