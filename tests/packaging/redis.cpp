// The component redis, from the header to the library it is linked with.
#include <workmem_redis/redis.hpp>

int main() {
    const auto refused = workmem::journal::redis::open(
        "redis://127.0.0.1:1", {.sync = workmem::journal::sync_mode::never()});
    return refused ? 1 : 0;
}
