#include "bounded_history.hpp"
#include "catch.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/bounded/erasing.hpp>

#include <string>

using namespace workmem_test;

TEMPLATE_TEST_CASE("erasing takes an item or a key out of everything stored", "[bounded][journal]",
                   in_memory, in_files) {
    history_setting<TestType> with;
    auto memory = with.make();
    memory.memorize({.text = "secret one", .key = "subject"});
    memory.memorize({.text = "secret two", .key = "subject"}, {.idempotency_key = "secret-2"});
    memory.snapshot();
    memory.touch("w-2");
    memory.memorize("stays");
    memory.forget("id:w-2");
    memory.memorize({.text = "secret three", .key = "subject"});
    memory.memorize({.text = "secret alone"});
    auto other = with.make();
    CHECK(memory.erase("subject") == 3);
    CHECK(memory.erase("w-5") == 1);
    CHECK(memory.erase("nobody") == 0);
    const auto left = with.records();
    CHECK(left.find("secret") == std::string::npos);
    CHECK(left.find("subject") == std::string::npos);
    CHECK_THAT(left, contains("bounded.erased"));
    CHECK(memory.to_json_text().find("secret") == std::string::npos);
    CHECK(memory.history("subject").empty());
    CHECK(with.make() == memory);
    other.catch_up();
    CHECK(other == memory);
    CHECK(other.remember("secret").empty());
    for (const auto& each : memory.audit())
        for (const auto& one : each.items) CHECK(one.id != "subject");
}
