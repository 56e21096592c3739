// Two agents, one memory: what either learns, the other knows. They could be two processes.
#include <workmem/entity/entity_memory.hpp>
#include <workmem/journal/any.hpp>
#include <workmem_sqlite/sqlite.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <string>

#include <unistd.h>

using shared_memory = workmem::durable_entity_memory<workmem::journal::any>;

int main() {
    using nlohmann::json;
    using workmem::journal::sync_mode;
    const auto folder =
        std::filesystem::temp_directory_path() / ("workmem-example-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const auto file = (folder / "agents.db").string();
    {
        auto first_handle = workmem::journal::sqlite::open(file, {.sync = sync_mode::always()});
        auto second_handle = workmem::journal::sqlite::open(file, {.sync = sync_mode::always()});
        if (!first_handle || !second_handle) {
            std::cerr << (first_handle ? second_handle : first_handle).error().message() << '\n';
            return 1;
        }
        shared_memory first{{}, {.journal = *first_handle, .stream = "agent"}};
        shared_memory second{{}, {.journal = *second_handle, .stream = "agent"}};

        first.observe("cms_getPage", json{{"id", "p-1"}, {"title", "Home"}});
        std::cout << "before: " << second.size() << " held\n";
        // Waits for nothing here; elsewhere until somebody has recorded something.
        if (second_handle->wait_for_changes("agent", second.sequence(), std::chrono::seconds{5}))
            second.catch_up();
        std::cout << "after: " << second.resolve("this page")->name << '\n';

        // Both change it; who comes second decides on what the first did.
        second.observe("cms_getPage", json{{"id", "p-2"}, {"title", "About"}});
        first.observe("cms_getPage", json{{"id", "p-3"}, {"title", "Contact"}});
        second.catch_up();
        std::cout << first.context() << '\n'
                  << "the same: " << (first.context() == second.context()) << '\n';
    }
    std::filesystem::remove_all(folder);
}
