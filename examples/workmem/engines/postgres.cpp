#include "engine_module.hpp"

#include <workmem_postgres/postgres.hpp>

#include <algorithm>
#include <chrono>

namespace workmem_program {
namespace {

workmem::result<workmem::journal::any> open_postgres(const std::string& where,
                                                     const store_options& how) {
    // Over a network even a call that waits for no other one takes time.
    constexpr std::chrono::milliseconds least{1'000};
    auto opened =
        workmem::journal::postgres::open(where, {.connect_timeout = (std::max)(how.wait, least),
                                                 .statement_timeout = (std::max)(how.wait, least),
                                                 .patience = how.wait,
                                                 .read_only = how.read_only});
    if (!opened) return opened.error();
    return workmem::journal::any{*opened};
}

}  // namespace
}  // namespace workmem_program

WORKMEM_PROGRAM_MODULE(workmem_program::postgres_module, workmem_program::engine_module,
                       workmem_program::open_postgres)
