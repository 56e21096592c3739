#include "engine_module.hpp"

#include <workmem_redis/redis.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace workmem_program {
namespace {

workmem::result<workmem::journal::any> open_redis(const std::string& where,
                                                  const store_options& how) {
    // Over a network even a call that waits for no other one takes time.
    constexpr std::chrono::milliseconds least{1'000};
    workmem::journal::redis_options with{.sync = how.sync_mode, .read_only = how.read_only};
    // Reading asks nothing of the server's disk.
    if (how.read_only) with.sync = workmem::journal::sync_mode::never();
    with.patience = (std::max)(how.wait, least);
    with.timeout = (std::min)(with.timeout, with.patience);
    // As for redis-cli: an address that other users can see needs no password.
    if (const auto* const password = std::getenv("REDISCLI_AUTH")) with.password = password;
    auto opened = workmem::journal::redis::open(where, with);
    if (!opened) return opened.error();
    return workmem::journal::any{*opened};
}

}  // namespace
}  // namespace workmem_program

WORKMEM_PROGRAM_MODULE(workmem_program::redis_module, workmem_program::engine_module,
                       workmem_program::open_redis)
