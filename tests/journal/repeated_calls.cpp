// What repeating a call promises where nothing is recorded.
#include "repeated_calls.hpp"

#include <workmem/workmem.hpp>

TEST_CASE("calls are made once per key where nothing is recorded, too", "[journal][keys]") {
    SECTION("of entities") {
        workmem::entity_memory memory;
        workmem_test::repeats_entity_calls(memory, memory);
    }
    SECTION("of items") {
        workmem::bounded_store memory;
        workmem_test::repeats_item_calls(memory, memory);
    }
    SECTION("of long-term memory") {
        workmem::long_term_store memory;
        workmem_test::repeats_long_term_calls(memory, memory);
    }
    SECTION("of a session") {
        workmem::basic_session<> memory;
        workmem_test::repeats_session_calls(memory, memory);
    }
    SECTION("of tasks") {
        workmem::task_memory memory;
        workmem_test::repeats_task_calls(memory, memory);
    }
}
