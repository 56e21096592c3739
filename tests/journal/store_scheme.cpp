// The name of a store that is an address is no path.
#include "catch.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>
#include <workmem/journal/store_scheme.hpp>

#include <filesystem>
#include <string>
#include <string_view>

using workmem::error_code;
using workmem::journal::store_scheme;

TEST_CASE("a scheme is what a URL begins with, or one that is known", "[journal]") {
    CHECK(store_scheme("redis://host") == "redis");
    CHECK(store_scheme("postgresql://user:secret@host/db") == "postgresql");
    CHECK(store_scheme("mysql+ssl://host") == "mysql+ssl");
    CHECK(store_scheme("sqlite:a.db") == "sqlite");
    CHECK(store_scheme("redis:6379") == "redis");
    for (const auto* const path : {"", "a", "/tmp/a:b", "./redis://host", "notes:2026", "C:\\a",
                                   ":memory:", "a b://c", "://x", "redis"})
        CHECK(store_scheme(path).empty());
}

TEST_CASE("a journal of files makes no folder of an address", "[journal]") {
    const workmem_test::temporary_folder folder;
    const auto before = std::filesystem::current_path();
    for (const std::string name : {"redis://user:secret@host", "sqlite:a.db", "mysql://host"}) {
        std::filesystem::current_path(folder.path());
        const auto opened =
            workmem::journal::file::open(name, {.sync = workmem::journal::sync_mode::never()});
        const bool is_empty = std::filesystem::is_empty(folder.path());
        std::filesystem::current_path(before);
        REQUIRE_FALSE(opened);
        CHECK(opened.error().code() == error_code::validation_error);
        CHECK_THAT(opened.error().message(),
                   workmem_test::contains("the store must be a folder, is an address"));
        CHECK(opened.error().message().find("secret") == std::string::npos);
        CHECK(is_empty);
    }
}
