// A memory that survives: every change is on the disk before the call returns.
#include <workmem/entity/entity_memory.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/open.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <string>

#include <unistd.h>

using durable_memory = workmem::durable_entity_memory<workmem::journal::any>;

int main() {
    using nlohmann::json;
    using workmem::journal::sync_mode;
    const auto folder =
        std::filesystem::temp_directory_path() / ("workmem-example-" + std::to_string(getpid()));
    for (const int run : {1, 2}) {
        // One process at a time; who comes second waits, then hears who has it.
        auto journal = workmem::journal::file::open(folder.string(), {.sync = sync_mode::always()});
        if (!journal) {
            std::cerr << journal.error().message() << '\n';
            return 1;
        }
        auto memory = workmem::open<durable_memory>(*journal, "agent-1");
        std::cout << "run " << run << ": " << memory.size() << " held, " << memory.sequence()
                  << " changes\n";
        memory.observe("cms_getPage", json{{"id", run}, {"title", run == 1 ? "Home" : "About"}});
        if (run == 2) std::cout << memory.context() << '\n';
    }
    std::filesystem::remove_all(folder);
}
