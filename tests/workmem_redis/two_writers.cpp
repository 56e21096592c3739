// What two writers of one journal promise each other, of a Redis server.
#include "redis_server.hpp"

#include <workmem/journal/any.hpp>
#include <workmem_redis/redis.hpp>

namespace {

using namespace workmem::journal;

struct shared_in_redis {
    static constexpr bool is_shared = true;
    workmem_test::redis_server at;
    any open() const { return redis::open(at.url(), workmem_test::in_prefix("workmem")).value(); }
    std::string stored() const { return at.stored(); }
};

}  // namespace

#define WORKMEM_SHARED_ENGINES shared_in_redis
#include "two_writers.hpp"
