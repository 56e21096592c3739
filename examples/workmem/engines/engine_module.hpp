// What a module of an engine on a server exports.
#pragma once

#include "../module.hpp"
#include "../store.hpp"

namespace workmem_program {

struct engine_module {
    module_head head;
    /// Errors: those of the engine.
    workmem::result<workmem::journal::any> (*open)(const std::string& where,
                                                   const store_options& how);
};

inline constexpr module_file redis_module{"workmem-redis.so", "libhiredis", "libhiredis-dev"};
inline constexpr module_file postgres_module{"workmem-postgres.so", "libpq", "libpq-dev"};

}  // namespace workmem_program
