#include "http_module.hpp"
#include "stop_signal.hpp"
#include "tenants.hpp"

#include "../project/places.hpp"
#include "../project/privacy.hpp"
#include "../store.hpp"

#include <workmem/mcp/server.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem_http/endpoint.hpp>
#include <workmem_http/metrics.hpp>
#include <workmem_http/server.hpp>
#include <workmem_http/token_file.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>


namespace workmem_program {
namespace {

using nlohmann::json;
namespace http = workmem::http;

workmem::result<std::filesystem::path> tokens_of(const serve_options& options) {
    if (!options.tokens.empty()) return std::filesystem::path{options.tokens};
    auto folder = made_data_folder();
    if (!folder) return folder.error();
    return *folder / "tokens";
}

workmem::result<std::filesystem::path> folder_of_tenants(const serve_options& options) {
    auto folder =
        options.tenants.empty() ? made_data_folder() : workmem::result{std::filesystem::path{}};
    if (!folder) return folder.error();
    const auto path =
        options.tenants.empty() ? *folder / "tenants" : std::filesystem::path{options.tenants};
    std::error_code problem;
    if (std::filesystem::create_directories(path, problem))
        std::filesystem::permissions(path, std::filesystem::perms::owner_all, problem);
    if (problem)
        return workmem::error{workmem::error_code::storage_error,
                              "cannot make the folder " + workmem::text::quoted(path.string()) +
                                  ": " + problem.message()};
    return path;
}

std::string store_of(const std::filesystem::path& folder, const std::string& tenant) {
#if WORKMEM_PROGRAM_SQLITE
    return "sqlite:" + (folder / (tenant + ".db")).string();
#else
    return (folder / tenant).string();
#endif
}

/// Everybody's memories, or those of each tenant.
workmem::result<std::unique_ptr<tenants>> open_memories(const serve_options& options,
                                                        bool has_tokens) {
    if (!has_tokens) {
        auto where = options.store.empty() ? default_store() : workmem::result{options.store};
        if (!where) return where.error();
        auto journal = open_served(*where, options.offered.read_only, options.kept.recreate);
        if (!journal) return journal.error();
        return std::make_unique<tenants>(
            [is = *journal](const std::string&) { return is; },
            [here = project_of(options.project)](const std::string&) { return here; },
            name_for_hooks(*where), options.kept);
    }
    if (!options.store.empty())
        return workmem::error{workmem::error_code::validation_error,
                              "with tokens each tenant has a store: name a folder with --tenants"};
    auto folder = folder_of_tenants(options);
    if (!folder) return folder.error();
    return std::make_unique<tenants>(
        [in = *folder, read_only = options.offered.read_only,
         recreate = options.kept.recreate](const std::string& tenant) {
            return open_served(store_of(in, tenant), read_only, recreate).value();
        },
        [](const std::string& tenant) {
            return project{{}, tenant, {}};
        },
        std::string{}, options.kept);
}

workmem::result<int> serve(const serve_options& options, std::ostream& log) {
    auto known = tokens_of(options);
    if (!known) return known.error();
    const auto tokens = std::make_shared<http::token_file>(*known);
    const auto at_start = tokens->read();
    if (!at_start) return at_start.error();
    // Whoever has ever made a token, or names the file of them, wants them to be asked for, also
    // when the last one was taken out.
    const bool has_tokens = tokens->exists() || !options.tokens.empty();
    if (at_start->empty() &&
        (has_tokens || !options.hosts.empty() || !http::is_loopback(options.address)))
        return workmem::error{
            workmem::error_code::validation_error,
            "there is no token in " + workmem::text::quoted(known->string()) +
                ": make one with --add-token; without the file, --tokens, --address and "
                "--allow-host this machine alone is served"};
    auto opened = open_memories(options, has_tokens);
    if (!opened) return opened.error();
    auto& all = **opened;

    std::mutex log_mutex;
    const auto say = [&](std::string_view problem) {
        const std::lock_guard lock{log_mutex};
        log << "workmem serve: " << problem << std::endl;
    };
    http::metrics counts;
    // Tenants have no project.
    const auto ignored =
        has_tokens ? ignored_things{} : ignored_things{project_of(options.project)};
    const auto forget_ignored = [&](memories& of) {
        try {
            of.forget(ignored);
        } catch (const workmem::error& problem) {
            say(problem.what());
        }
    };
    const auto connect = [&](const http::principal& who) -> http::peer<json> {
        auto offered = options.offered;
        offered.read_only = offered.read_only || who.may == http::role::reader;
        // Of a project that is to be ignored nothing is told.
        if (ignored.all()) offered.deny = {"all"};
        auto says = about(offered);
        auto of = all.at(who.tenant);
        const bool forgets = ignored.any() && !ignored.all() && !offered.read_only;
        if (forgets) forget_ignored(*of);
        says.on_call = [&, of, forgets](std::string_view tool, bool succeeded, auto took) {
            counts.note_call(tool, succeeded ? "done" : "refused", took);
            if (forgets && succeeded && tool == "memory_observe") forget_ignored(*of);
        };
        return of->with_providers(offered, who.actor, [&](auto... providers) -> http::peer<json> {
            using server = workmem::mcp::server<decltype(providers)...>;
            auto is = std::make_shared<server>(says, std::move(providers)...);
            // The memories stay as long as somebody is answered from them.
            return [answers = http::peer_of<json>(std::move(is)), of](
                       const json& message, const workmem::mcp::channel<json>& to) {
                return answers(message, to);
            };
        });
    };
    http::endpoint_options allowed{.hosts = options.hosts,
                                   .each_tenant = {options.rate, std::max(1.0, 2 * options.rate)}};
    if (has_tokens) {
        const std::chrono::seconds unused{options.tenant_seconds};
        allowed.spare_life = unused;
        allowed.tidy_every = std::min<std::chrono::seconds>(allowed.tidy_every, unused);
        allowed.tidies = [&, unused] {
            if (auto done = all.let_go(tenants::clock::now(), unused); !done)
                say(done.error().what());
        };
    } else {
        // There is no other tenant; and what it keeps may be nowhere else than in memory.
        allowed.max_sessions_each = allowed.max_sessions;
    }
    if (!http::is_loopback(options.address)) allowed.hosts.push_back(options.address);
    http::authenticator who;
    if (has_tokens) who = [tokens](std::string_view token) { return tokens->find(token); };
    http::endpoint<json> endpoint{allowed, connect, who, {"local", http::role::writer, "http"}};

    http::server<json> server{
        endpoint, counts,
        http::listener_options{options.address, options.port, options.max_connections,
                               std::chrono::seconds{options.request_seconds},
                               std::chrono::seconds{options.idle_seconds}},
        say};
    allow_many_files();
    auto port = server.bind();
    if (!port) return port.error();
    const stop_signal stops{[&] { server.stop_serving(); }};
    const bool is_v6 = options.address.find(':') != std::string::npos;
    log << "workmem serve: http://" << (is_v6 ? "[" + options.address + "]" : options.address)
        << ':' << *port << allowed.path
        << (has_tokens ? ", for who has a token" : ", for everybody on this machine") << std::endl;
    const bool is_good = server.serve();
    if (auto done = all.try_flush(); !done) return done.error();
    return is_good ? 0 : 2;
}

int run_serve(const serve_options& options, std::ostream& log) try {
    const auto done = serve(options, log);
    if (done) return *done;
    log << "workmem serve: " << done.error().what() << '\n';
    return 2;
} catch (const workmem::error& problem) {
    log << "workmem serve: " << problem.what() << '\n';
    return 2;
}

int run_add_token(const serve_options& options, const std::string& whose, std::ostream& out) {
    const auto colon = whose.find(':');
    const auto role = colon == whose.npos ? std::string{"writer"} : whose.substr(colon + 1);
    if (role != "reader" && role != "writer")
        throw workmem::error{workmem::error_code::validation_error,
                             "a token is a reader's or a writer's, not " +
                                 workmem::text::quoted(role.substr(0, 64)) + "'s"};
    const http::token_file tokens{tokens_of(options).value()};
    out << tokens
               .add(whose.substr(0, colon),
                    role == "reader" ? http::role::reader : http::role::writer)
               .value()
        << '\n';
    return 0;
}

int run_remove_token(const serve_options& options, const std::string& id, std::ostream& out) {
    const bool was_there = http::token_file{tokens_of(options).value()}.remove(id).value();
    out << (was_there ? "gone: " : "there is no token ") << workmem::text::escaped(id) << '\n';
    return was_there ? 0 : 1;
}

int run_list_tokens(const serve_options& options, std::ostream& out) {
    const http::token_file tokens{tokens_of(options).value()};
    for (const auto& each : tokens.read().value().all())
        out << each.id() << ' ' << each.tenant
            << (each.may == http::role::reader ? " reader\n" : " writer\n");
    return 0;
}

}  // namespace
}  // namespace workmem_program

WORKMEM_PROGRAM_MODULE(workmem_program::http_file, workmem_program::http_module,
                       workmem_program::run_serve, workmem_program::run_add_token,
                       workmem_program::run_remove_token, workmem_program::run_list_tokens,
                       workmem_program::chat_model, workmem_program::serve_page)
