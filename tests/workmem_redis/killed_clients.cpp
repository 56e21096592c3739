// Processes that are killed between any two steps while they write to a server.
#include "redis_server.hpp"

#include <workmem_redis/redis.hpp>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace {

// Before any process is started that needs it. Where it does not start, the tests say why.
[[maybe_unused]] const bool is_started = [] {
    try {
        (void)workmem_test::shared_redis();
        return true;
    } catch (const std::runtime_error&) {
        return false;
    }
}();

struct killed_in_redis {
    using journal_type = workmem::journal::redis;
    static workmem::result<journal_type> open(const std::string& folder, std::uint64_t) {
        return journal_type::open(
            workmem_test::shared_redis().url(),
            workmem_test::in_prefix(std::filesystem::path{folder}.filename().string()));
    }
};

}  // namespace

#define WORKMEM_KILLED_ENGINES killed_in_redis
#include "killed_promotions.hpp"
