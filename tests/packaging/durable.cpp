// With the library compiled: an agent's memory that outlives its process.
#include <workmem/agent/agent_memory.hpp>
#include <workmem/journal/file.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <type_traits>

#if !defined(WORKMEM_COMPILED)
#error "workmem::compiled must say that it is compiled"
#endif

int main() {
    std::string folder = (std::filesystem::temp_directory_path() / "workmem-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) return 1;
    const auto open = [&] {
        return workmem::agent_memory::open<workmem::journal::file>(folder, "agent-1");
    };
    static_assert(std::is_same_v<decltype(open()),
                                 workmem::durable_agent_memory<workmem::journal::any>>);
    {
        auto memory = open();
        memory.observe_text("orders_list",
                            R"([{"id":"o-1","item":"Lamp"},{"id":"o-2","item":"Chair"}])");
        memory.memorize("Ships on Mondays");
    }
    bool knows = false;
    {
        auto memory = open();
        const auto found = memory.resolve("cancel the second one");
        knows = found && found->id == "o-2" && memory.items.size() == 1 &&
                memory.prompt({.tokens = 400}).recent.find("Ships on Mondays") != std::string::npos;
    }
    std::filesystem::remove_all(folder);
    return knows ? 0 : 2;
}
