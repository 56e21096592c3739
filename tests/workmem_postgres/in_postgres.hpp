// A journal of its own in the server that all tests share.
#pragma once

#include "postgres_server.hpp"

#include <workmem_postgres/postgres.hpp>

#include <chrono>
#include <string>
#include <utility>

namespace workmem_test {

inline workmem::journal::postgres open_postgres(const std::string& url,
                                                workmem::journal::postgres_options options) {
    auto opened = workmem::journal::postgres::open(url, std::move(options));
    if (!opened) throw std::runtime_error{opened.error().message()};
    return std::move(*opened);
}

/// Options with the time that a busy machine takes: what is cut is told at once, and nothing waits for it.
inline workmem::journal::postgres_options patient(std::string schema) {
    constexpr std::chrono::minutes most{1};
    return {.schema = std::move(schema),
            .connect_timeout = most,
            .statement_timeout = most,
            .tcp_user_timeout = most,
            .patience = most};
}

struct in_postgres {
    postgres_schema_of_its_own schema{};
    [[nodiscard]] workmem::journal::postgres open(
        workmem::journal::postgres_options options = {}) const {
        options.schema = schema.name;
        return open_postgres(postgres_server::shared().url(), std::move(options));
    }
};

}  // namespace workmem_test
