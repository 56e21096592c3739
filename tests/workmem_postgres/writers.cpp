// Many writers of one stream, in threads and in processes.
#include "in_postgres.hpp"

#include <cstdint>

namespace {

struct racing_postgres : workmem_test::in_postgres {
    static constexpr std::uint64_t records = 500;
    using in_postgres::open;
};

}  // namespace

#define WORKMEM_RACING_ENGINES racing_postgres
#include "racing_engines.hpp"
