#include "mcp.hpp"

#include "project/draining.hpp"
#include "project/memory.hpp"
#include "project/places.hpp"
#include "project/spool.hpp"
#include "store.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/mcp/server.hpp>
#include <workmem/mcp/stdio.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace workmem_program {
namespace {

using nlohmann::json;

volatile std::sig_atomic_t asked_to_stop = 0;

template <class Server>
int serve(Server& server, std::ostream& log) {
    std::signal(SIGPIPE, SIG_IGN);
    // Clients that are tired of waiting for the end send this: what is not recorded yet is.
    std::signal(SIGTERM, [](int) { asked_to_stop = 1; });
    using workmem::mcp::served;
    const auto ended =
        workmem::mcp::serve<json>(server, STDIN_FILENO, STDOUT_FILENO, &asked_to_stop);
    if (ended == served::to_the_end) return 0;
    log << "workmem mcp: cannot "
        << (ended == served::input_failed ? "read standard input" : "write to standard output")
        << '\n';
    return 2;
}

// Whether hooks or `wrap` record what tools return in this store.
bool sees_results(const std::string& store) {
    std::error_code problem;
    const auto folder =
        store.empty() || store == "memory" ? std::filesystem::path{} : spool_folder(store);
    return !folder.empty() && std::filesystem::exists(folder, problem);
}

int serve(const mcp_options& options, const project& here, const ignored_things& ignored,
          const std::string& store, const workmem::journal::any& journal, std::ostream& log) {
    auto offered = options.offered;
    offered.sees_results = sees_results(store);
    // Of a project that is to be ignored nothing is told.
    if (ignored.all()) offered.deny = {"all"};
    auto how = options.kept;
    how.has_own_store = options.store.empty() || options.store == own_store();
    memories kept{here, journal, store, how};
    kept.take_in_what_waits();
    if (!offered.read_only && !ignored.all()) kept.forget(ignored);
    auto said = about(offered);
    if (ignored.any())
        said.on_call = [&](std::string_view tool, bool succeeded, std::chrono::nanoseconds) {
            if (succeeded && tool == "memory_observe") kept.forget(ignored);
        };
    const int status = kept.with_providers(offered, {}, [&](auto... providers) {
        workmem::mcp::server server{said, std::move(providers)...};
        return serve(server, log);
    });
    if (const auto done = kept.try_flush(); !done) {
        log << "workmem mcp: " << done.error().what() << '\n';
        return 2;
    }
    return status;
}

}  // namespace

int run_mcp(const mcp_options& options, std::ostream& log) try {
    allow_many_files();
    // Who is switched off leaves nothing behind.
    auto where = is_switched_off()       ? workmem::result{std::string{"memory"}}
                 : options.store.empty() ? default_store()
                                         : workmem::result{options.store};
    const auto store = where ? name_for_hooks(*where) : std::string{};
    const auto here = project_of(options.project);
    const ignored_things ignored{here};
    // A reader makes no store; what hooks have seen does.
    if (!store.empty() && options.offered.read_only)
        drain_spool(store, here, ignored, std::chrono::seconds{1});
    auto journal = open_served(where, options.offered.read_only, options.kept.recreate);
    if (!journal) {
        log << "workmem mcp: " << journal.error().what() << '\n';
        return 2;
    }
    return serve(options, here, ignored, store, *journal, log);
} catch (const workmem::error& problem) {
    // A store that somebody else has, or that cannot be read.
    log << "workmem mcp: " << problem.what() << '\n';
    return 2;
}

}  // namespace workmem_program
