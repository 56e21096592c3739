// The companion program: memory over recorded dialogues, tool results and conversations.
#include "bench.hpp"
#include "check.hpp"
#include "demo.hpp"
#include "doctor/doctor.hpp"
#include "extract.hpp"
#include "hook/clients.hpp"
#include "hook/hook.hpp"
#include "inspect/inspect.hpp"
#include "log/log.hpp"
#include "mcp.hpp"
#include "plan.hpp"
#include "project/what.hpp"
#include "recall.hpp"
#include "replay.hpp"
#include "serve/http_module.hpp"
#include "setup/setup.hpp"
#include "show.hpp"
#include "tokens.hpp"
#include "why/why.hpp"
#include "wrap/wrap.hpp"

#include <workmem/text/quote.hpp>
#include <workmem/version.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace {

/// Runs `use(stream)` on a file, or on standard input for "-".
template <class Use>
int with_input(const std::string& path, Use&& use) {
    if (path == "-") return use(std::cin);
    std::ifstream file{path, std::ios::binary};
    if (!file || std::filesystem::is_directory(path)) {
        std::cerr << "workmem: cannot read " << workmem::text::escaped(path) << '\n';
        return 2;
    }
    return use(file);
}

/// A bar on the terminal while a file is read; on top of the report, where that goes there, too.
workmem_program::progress progress_of(const std::string& path) {
    if (path == "-" || isatty(STDERR_FILENO) == 0) return {};
    std::error_code problem;
    const auto size = std::filesystem::file_size(path, problem);
    if (problem || size == 0) return {};
    const bool shared = isatty(STDOUT_FILENO) != 0;
    return [size, shared, last = std::uintmax_t{101}](std::size_t done) mutable {
        const auto percent = std::min<std::uintmax_t>(100, done * 100 / size);
        if (percent == last) return;
        last = percent;
        std::cout.flush();
        const std::string bar(static_cast<std::size_t>(percent / 4), '#');
        std::fprintf(stderr, "\r[%-25s] %3d %%%s", bar.c_str(), static_cast<int>(percent),
                     shared           ? "\r\x1b[K"
                     : percent == 100 ? "\n"
                                      : "");
    };
}

/// The status, or 2 when what was printed did not arrive.
int after_output(int status) {
    std::cout.flush();
    if (std::cout) return status;
    std::cerr << "workmem: cannot write the output\n";
    return 2;
}

constexpr auto store_is = "A folder, sqlite:FILE, redis://... or postgresql://...";

/// Commands of the program, of which most have many options: only what is asked for gets its own.
class command_list {
public:
    command_list(CLI::App& app, int count, char** arguments)
        : app_{app}, arguments_{arguments, arguments + count} {}

    /// \param add_options called with the command where an argument is its name
    template <class AddOptions>
    CLI::App* add(const char* name, const char* description, AddOptions&& add_options) {
        auto* const out = app_.add_subcommand(name, description);
        if (std::find(arguments_.begin(), arguments_.end(), name) != arguments_.end())
            add_options(*out);
        return out;
    }

private:
    CLI::App& app_;
    std::vector<std::string_view> arguments_;
};

/// A moment that a person names.
CLI::Option* add_moment_option(CLI::App& to, const char* name,
                               std::optional<workmem::timestamp>& into, const char* says) {
    return to.add_option_function<std::string>(
        name,
        [name, &into](const std::string& text) {
            into = workmem_program::read_moment(
                text, std::chrono::floor<workmem::milliseconds>(std::chrono::system_clock::now()));
            if (!into)
                throw CLI::ValidationError{
                    name, "must be a time as 2026-11-30T14:02:11Z or 2026-11-30, or how long ago "
                          "(30s, 5min, 2h, 1d), is " +
                              workmem::text::quoted(text)};
        },
        says);
}

void add_log_options(CLI::App& to, workmem_program::log_options& into) {
    const CLI::Validator is_kind{&workmem_program::problem_of_kind, ""};
    to.add_option("STORE", into.store, store_is)->required();
    to.add_option("--stream", into.stream, "Only this stream");
    to.add_option("--after", into.after, "Only changes above this number");
    to.add_option("--kind", into.filter.kinds,
                  "Only changes of this kind: task, task.add, task.claim ...; may be repeated")
        ->allow_extra_args(false)
        ->check(is_kind);
    to.add_option("--actor", into.filter.actor, "Only what this agent, client or person did");
    to.add_option("--thing", into.filter.thing,
                  "Only what happened to this: its id, how that begins, or words of its name");
    add_moment_option(to, "--since", into.filter.since,
                      "Only changes from then on: ISO 8601, a day, or how long ago (5min, 2h, 1d)");
    add_moment_option(to, "--until", into.filter.until, "Only changes up to then");
    to.add_flag("--follow", into.follow, "Go on with what happens, until it is stopped");
    to.add_flag("--json", into.json, "The records as they are kept");
}

/// `plan`, with a command for each thing that a person can do.
void add_plan_options(CLI::App& plan, workmem_program::plan_options& into) {
    plan.require_subcommand(1);
    const auto command =
        [&](const char* name, const char* says,
            const char* plan_is =
                "The plan, or how its name begins; else that of the project, else the only one "
                "that is active") {
            auto* const out = plan.add_subcommand(name, says);
            out->callback([&into, name] { into.command = name; });
            out->add_option("STORE", into.store, store_is)->required();
            out->add_option("--plan", into.plan, plan_is);
            out->add_option("--as", into.as, "Your name; else that of the user");
            out->add_flag("--json", into.json, "Answer in JSON");
            return out;
        };
    constexpr auto task_of = "Its id, 4 or more characters that it begins with, or its title";

    auto* const add =
        command("add", "Add a task; begins a plan, and the store, where there is none");
    add->add_option("TITLE", into.text, "What is to be done")->required();
    add->add_option("--description", into.description, "What it takes");
    add->add_option("--after", into.after, "A task that comes first; may be repeated")
        ->allow_extra_args(false);
    add->add_option("--part-of", into.parent, "The task it is a part of, which waits for it");
    add->add_option("--tag", into.tags, "To list it by; may be repeated")->allow_extra_args(false);
    add->add_flag("--needs-review", into.needs_review, "By somebody else");
    add->add_option("--goal", into.goal, "Of a plan that begins");

    auto* const claim = command("claim", "Take a task, or the most important one that is ready");
    claim->add_option("TASK", into.what, task_of);
    claim->add_option("--lease", into.lease_minutes, "For so many minutes; else for a day")
        ->check(CLI::Range(1, 7 * 24 * 60));

    auto* const done = command("done", "End your work on a task");
    done->add_option("TASK", into.what, task_of)->required();
    done->add_option("--summary", into.text, "For those who come next");
    done->add_option("--outcome", into.outcome, "How it ended; else completed")
        ->check(CLI::IsMember(std::vector<std::string>{workmem_program::plan_outcomes.begin(),
                                                       workmem_program::plan_outcomes.end()}));

    auto* const retry = command("retry", "Let a failed task be tried again");
    retry->add_option("TASK", into.what, task_of)->required();

    auto* const release = command("release", "Let others have a task that you have claimed");
    release->add_option("TASK", into.what, task_of)->required();
    release->add_option("--reason", into.text, "Why");
    release->add_flag("--force", into.force, "Also one that another has, whatever its lease");

    auto* const reopen = command("reopen", "Make a task pending again that was ended by mistake");
    reopen->add_option("TASK", into.what, task_of)->required();
    reopen->add_option("--reason", into.text, "Why");

    auto* const approve = command("approve", "Approve a decision, or finished work of another");
    approve->add_option("WHAT", into.what, "A decision by its id, or a task in review")->required();
    approve->add_flag("--refuse", into.refuse, "Do not approve it");
    approve->add_option("--comments", into.text, "Why");

    auto* const nudge = command("nudge", "Send a message");
    nudge->add_option("AGENT", into.what, "Who gets it: a name, orchestrator or all")->required();
    nudge->add_option("MESSAGE", into.text, "What to tell")->required();

    auto* const list =
        command("list", "Print tasks, what is to approve, and messages for you", "Only this plan");
    list->add_option("--tag", into.tag, "Only tasks that have it");
    list->add_option("--part-of", into.parent, "Only parts of this task");
    list->add_option("--assigned-to", into.assigned_to, "Only what they have, or had last");
    list->add_option("--state", into.state, "Only these tasks")
        ->check(CLI::IsMember(std::vector<std::string>{workmem_program::plan_states.begin(),
                                                       workmem_program::plan_states.end()}));
}

void add_inspect_options(CLI::App& to, workmem_program::inspect_options& into) {
    to.add_option("STORE", into.store, store_is)->required();
    auto* const html =
        to.add_option("--html", into.html, "The file to write; else the page is printed");
    html->check([](const std::string& name) { return name.empty() ? "it has no name" : ""; });
    to.add_option("--stream", into.stream, "Only this stream");
    auto* const size = to.add_option("--megabytes", into.megabytes,
                                     "How large the page may be; beyond that older changes are "
                                     "put together");
    size->check(CLI::Range(std::size_t{1}, std::size_t{1'000}))->capture_default_str();
    auto* const at =
        to.add_option("--at", into.at, "Print what the memories of a stream held after this change")
            ->excludes(html)
            ->excludes(size);
    auto* const serve =
        to.add_option_function<std::vector<int>>(
              "--serve",
              [&into](const std::vector<int>& port) { into.port = port.empty() ? 0 : port[0]; },
              "Serve the page on this machine, and show what is recorded meanwhile; without a port "
              "on one that is free")
            ->type_name("[PORT]")
            ->expected(0, 1)
            ->check(CLI::Range(0, 65'535))
            ->excludes(html)
            ->excludes(at);
    to.add_flag("--allow-changes", into.allow_changes,
                "Let a person approve, review, nudge, pin, correct, reopen and forget on that page")
        ->needs(serve);
}

constexpr auto store_says =
    "A folder, sqlite:FILE, redis://... or postgresql://...; else SQLite in the data folder";

/// Options that may also be said by an environment variable. The `envname` of CLI11 reads those of
/// all commands: a wrong value would stop commands that have no use for it.
class environment_options {
public:
    void add(const CLI::App& command, CLI::Option* option, const std::string& variable) {
        option->description(option->get_description() + " (Env:" + variable + ')');
        held_.push_back({&command, option, variable});
    }
    /// After the arguments are parsed. Throws as parsing does, naming the variable.
    void read() const {
        for (const auto& each : held_)
            if (*each.command && each.option->count() == 0) read(each);
    }

private:
    struct entry {
        const CLI::App* command;
        CLI::Option* option;
        std::string variable;
    };

    static void read(const entry& from) {
        const char* const value = std::getenv(from.variable.c_str());
        if (value == nullptr || *value == '\0') return;
        from.option->add_result(std::string{value});
        try {
            from.option->run_callback();
        } catch (const CLI::ParseError& problem) {
            throw CLI::ValidationError{from.variable, without_name(*from.option, problem.what())};
        }
    }
    static std::string without_name(const CLI::Option& option, const std::string& problem) {
        const auto name = option.get_name() + ": ";
        return problem.starts_with(name) ? problem.substr(name.size()) : problem;
    }

    std::vector<entry> held_;
};

std::vector<std::string> client_names() {
    std::vector<std::string> out;
    for (const auto& each : workmem_program::hook_clients) out.emplace_back(each.name);
    return out;
}

/// What clients call, and what is said about it.
struct companion {
    workmem_program::hook_options hook{};
    workmem_program::wrap_options wrap{};
    workmem_program::setup_options setup{};
    workmem_program::what_options what{};
    workmem_program::forget_options forget{};
    CLI::App *hook_command = nullptr, *wrap_command = nullptr, *setup_command = nullptr,
             *what_command = nullptr, *forget_command = nullptr;
};

void add_companion_commands(command_list& commands, companion& into,
                            environment_options& environment) {
    into.setup_command = commands.add(
        "setup", "Add the MCP server and the hooks to a client's configuration",
        [&](CLI::App& to) {
            to.add_option(
                  "CLIENT", into.setup.client,
                  "claude, codex, gemini or cursor (experimental: its hooks could not be tried)")
                ->required()
                ->check(CLI::IsMember(client_names()));
            auto* const print =
                to.add_flag("--print", into.setup.print, "Only print what would be written");
            to.add_flag("--remove", into.setup.remove, "Take it out again")->excludes(print);
            to.add_flag("--force", into.setup.force,
                        "Also in the place of another server with the name workmem");
            to.add_flag("--project", into.setup.in_project,
                        "In the files of this project; else in those of the user");
        });

    into.hook_command = commands.add(
        "hook", "Handle one client event, JSON on standard input; clients call it",
        [&](CLI::App& to) {
            to.add_option("--client", into.hook.client, "Who calls")
                ->required()
                ->check(CLI::IsMember(client_names()));
            to.add_option("--store", into.hook.store, store_says);
            to.add_option("--deny-tool", into.hook.deny_tool,
                          "A tool whose results are not looked at; * is anything; may be repeated")
                ->allow_extra_args(false);
            auto* const milliseconds =
                to.add_option("--milliseconds", into.hook.milliseconds,
                              "How long it may take; then it ends")
                    ->capture_default_str()
                    ->check(CLI::Range(1, 60'000));
            environment.add(to, milliseconds, "WORKMEM_HOOK_MILLISECONDS");
        });

    into.wrap_command = commands.add(
        "wrap", "Start an MCP server, pass its messages on and note what they are about",
        [&](CLI::App& to) {
            to.add_option("--name", into.wrap.name, "Of the server; else its own");
            to.add_option("--store", into.wrap.store, store_says);
            to.add_option("--deny-tool", into.wrap.deny_tool,
                          "A tool whose results are not looked at; * is anything; may be repeated")
                ->allow_extra_args(false);
            to.add_option("COMMAND", into.wrap.command, "What starts the server, after --")
                ->required();
            to.positionals_at_end();
        });

    into.what_command =
        commands.add("what", "Print what is known in a project, and from where", [&](CLI::App& to) {
            to.add_option("FOLDER", into.what.folder, "Of the project; else this one");
            to.add_option("--store", into.what.store, store_says);
        });

    into.forget_command =
        commands.add("forget", "Forget what is known in a project", [&](CLI::App& to) {
            auto* const project = to.add_flag_callback(
                "--project", [] {}, "What is known in this project");
            auto* const all =
                to.add_flag("--all", into.forget.all, "Everything in the store, of all projects");
            project->excludes(all);
            to.add_option("--store", into.forget.store, store_says);
            to.require_option(1, 2);
        });
}

/// Which tools are offered, for `mcp` and `serve`.
void add_offer_options(CLI::App& to, workmem_program::tool_offer& into,
                       environment_options& environment) {
    // Help does not list them all.
    const CLI::Validator is_tool_choice{
        [](const std::string& text) {
            const auto known = workmem_program::tool_choices();
            return std::find(known.begin(), known.end(), text) != known.end()
                       ? std::string{}
                       : "there is no tool or group " + workmem::text::quoted(text);
        },
        ""};
    const CLI::Validator without_blanks{[](std::string& text) {
                                            CLI::detail::trim(text);
                                            return std::string{};
                                        },
                                        ""};
    to.add_flag("--read-only", into.read_only, "Offer only tools that change nothing");
    auto* const tools =
        to.add_option("--tools", into.tools,
                      "Which tools to offer: core, session, long-term, memory, tasks, tasks-all, "
                      "all, or tools by name; else core");
    auto* const deny = to.add_option("--deny", into.deny, "Which of them not to offer");
    for (auto* const each : {tools, deny})
        each->delimiter(',')->transform(without_blanks)->check(is_tool_choice);
    environment.add(to, tools, "WORKMEM_TOOLS");
    environment.add(to, deny, "WORKMEM_DENY");
    to.add_flag("!--no-output-schemas", into.output_schemas,
                "Do not describe what tools answer: a shorter list");
}

void add_project_option(CLI::App& to, std::string& into, const std::string& description,
                        environment_options& environment) {
    environment.add(to, to.add_option("--project", into, description), "WORKMEM_PROJECT");
}

void add_risk_option(CLI::App& to, std::uint32_t& into) {
    to.add_option("--risk", into,
                  "Parts per million of the answers that may be wrong; 325000 unless told "
                  "otherwise")
        ->check(CLI::Range(0, 1'000'000));
}

void add_memories_options(CLI::App& to, workmem_program::memories_options& into,
                          std::uint64_t& sweep_seconds) {
    to.add_option("--sweep-every", sweep_seconds,
                  "How often what has expired is removed (30s, 5min, 1h)")
        ->transform(CLI::AsNumberWithUnit(
            std::map<std::string, std::uint64_t>{{"s", 1}, {"min", 60}, {"h", 3'600}}))
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{86'400 * 365}));
    to.add_option("--max-open-sessions", into.max_open_sessions,
                  "How many sessions stay in memory; the same for all that write to a store")
        ->check(CLI::Range(1, 100'000'000));
    add_risk_option(to, into.risk);
    to.add_flag("--recreate", into.recreate,
                "Begin a store anew that is deleted while it is served; else each call fails, and "
                "says so");
    to.add_option(
          "--artifact-root", into.artifact_root,
          "The folder whose recorded artifacts get a checksum; without it none do")
        ->check(CLI::ExistingDirectory);
}

/// What `serve` does with tokens instead of serving.
struct token_request {
    std::optional<std::string> add{};     ///< for whom
    std::optional<std::string> remove{};  ///< which
    bool list = false;
};

void add_serve_options(CLI::App& to, workmem_program::serve_options& into, token_request& token,
                       environment_options& environment) {
    to.add_option("--store", into.store, "As for mcp; without tokens");
    add_project_option(to, into.project,
                       "The project's folder, else the current one; not with tokens",
                       environment);
    to.add_option("--tenants", into.tenants,
                  "The folder of the tenants' stores, with tokens; else one in the data folder");
    to.add_option("--tokens", into.tokens, "The file of the tokens; else one in the data folder");
    to.add_option("--address", into.address,
                  "Where to listen; another one than this machine's own needs tokens")
        ->capture_default_str();
    to.add_option("--port", into.port, "0: one that is free")
        ->check(CLI::Range(0, 65'535))
        ->capture_default_str();
    to.add_option("--allow-host", into.hosts,
                  "A name by which clients reach it, such as that of a proxy; may be repeated")
        ->allow_extra_args(false);
    to.add_option("--rate", into.rate, "Requests of a tenant in a second")
        ->check(CLI::Range(0.1, 1e6))
        ->capture_default_str();
    to.add_option("--max-connections", into.max_connections, "Open at once")
        ->check(CLI::Range(std::size_t{1}, std::size_t{10'000}))
        ->capture_default_str();
    to.add_option("--request-seconds", into.request_seconds, "To send a request")
        ->check(CLI::Range(std::size_t{1}, std::size_t{3'600}))
        ->capture_default_str();
    to.add_option("--idle-seconds", into.idle_seconds, "Between two requests of a connection")
        ->check(CLI::Range(std::size_t{1}, std::size_t{3'600}))
        ->capture_default_str();
    to.add_option("--tenant-seconds", into.tenant_seconds,
                  "That a tenant's store stays open when nobody uses it")
        ->check(CLI::Range(std::size_t{1}, std::size_t{86'400}))
        ->capture_default_str();
    auto* const tokens = to.add_option_group("tokens");
    tokens->add_option("--add-token", token.add,
                       "Make a token for TENANT or TENANT:reader, print it once, and end");
    tokens->add_option("--remove-token", token.remove, "Take out a token by its id, and end");
    tokens->add_flag("--list-tokens", token.list, "Print whose tokens there are, and end");
    tokens->require_option(0, 1);
}

}  // namespace

int main(int count, char** arguments) {
    using namespace workmem_program;
    std::ios::sync_with_stdio(false);
    // A file that may not grow is an error like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    CLI::App app{"workmem: the working memory of AI agents"};
    app.require_subcommand(1);
    app.set_version_flag("--version", "workmem " + std::to_string(WORKMEM_VERSION_MAJOR) + '.' +
                                          std::to_string(WORKMEM_VERSION_MINOR) + '.' +
                                          std::to_string(WORKMEM_VERSION_PATCH));

    command_list commands{app, count, arguments};
    std::string input = "-";
    replay_options replaying;
    std::string kept_in;
    const CLI::Option* store_option = nullptr;
    auto* const replay_command = commands.add(
        "replay", "Play recorded dialogues (JSON lines) and show how each reference was resolved",
        [&](CLI::App& to) {
            to.add_option("FILE", input, "Dialogues; - is standard input");
            to.add_flag("--answers", replaying.answers, "Print one JSON line a reference");
            to.add_flag("--explain", replaying.explain, "Print candidates and steps, too");
            add_risk_option(to, replaying.risk);
            to.add_option("--window", replaying.window, "Entities kept")
                ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
            store_option = to.add_option(
                "--store", kept_in,
                "Where dialogues go on from run to run: a folder, sqlite:FILE, redis://... or "
                "postgresql://...");
        });

    bool explain = false;
    auto* const extract_command = commands.add(
        "extract", "Find the entities in tool results (JSON lines: case, tool, result)",
        [&](CLI::App& to) {
            to.add_option("FILE", input, "Tool results; - is standard input");
            to.add_flag("--explain", explain, "Print what each step saw and why");
        });

    tokens_options counting;
    auto* const tokens_command = commands.add(
        "tokens", "Count the tokens of texts (JSON lines: text): estimated, at most, exactly",
        [&](CLI::App& to) {
            to.add_option("FILE", input, "Texts; - is standard input");
            to.add_option("--bpe", counting.rank_file, "Count exactly with a .tiktoken file");
            to.add_option("--encoding", counting.encoding,
                          "o200k or cl100k; else the name of the .tiktoken file decides");
        });

    recall_options recalling;
    const auto one_of = [](const auto& names) {
        return CLI::IsMember(std::vector<std::string>{std::begin(names), std::end(names)});
    };
    auto* const recall_command = commands.add(
        "recall", "Fill a store and query it (JSON lines: reset, memorize, remember)",
        [&](CLI::App& to) {
            to.add_option("FILE", input, "What happens; - is standard input");
            to.add_option("--eviction", recalling.eviction, "What a full store drops")
                ->check(one_of(evictions));
            to.add_option("--ranking", recalling.ranking, "How items are found")
                ->check(one_of(rankings));
        });

    bench_options benching;
    std::string gold, model_url, model_name{"default"};
    const auto* const bench_command =
        commands.add("bench", "Measure what the memories are worth", [&](CLI::App& to) {
            to.require_subcommand(1);
            auto& agent = *to.add_subcommand("agent",
                                             "Whether what is referred to is in the prompt of an "
                                             "agent that has heard a lot");
            agent.add_option("FILE", input, "Dialogues; - is standard input");
            agent.add_option("--gold", gold, "What their references mean (JSON lines)")->required();
            agent.add_option("--limit", benching.limits, "Tokens of the prompt")
                ->delimiter(',')
                ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
            agent.add_option("--after", benching.raw_tokens,
                             "How many tokens are said before references are looked at");
            agent.add_flag("--json", benching.json, "The same in JSON");
            auto* const against = agent.add_option(
                "--against", model_url, "Ask a model the same, at an OpenAI-compatible endpoint");
            agent.add_option("--model", model_name, "Its name there")->needs(against);
            agent
                .add_option("--questions", benching.questions,
                            "References that it is asked at most")
                ->needs(against);
        });

    auto* const demo_command =
        app.add_subcommand("demo", "Play a conversation longer than its prompt, and pull the plug");
    // The demo reads its own arguments: it is also built alone.
    demo_command->prefix_command()->set_help_flag();

    log_options logged;
    auto* const log_command = commands.add(
        "log", "Print the changes recorded in a store, one per line",
        [&](CLI::App& to) { add_log_options(to, logged); });

    why_options asked;
    auto* const why_command = commands.add(
        "why", "Say why a reference meant what it did, or why something is there or gone",
        [&](CLI::App& to) {
            to.add_option("STORE", asked.store, store_is)->required();
            to.add_option("WHAT", asked.said,
                          "A reference, such as \"that page\", or an id or a whole name");
            to.add_option("--thing", asked.thing,
                          "Something by its id, how that begins, or words of its name");
            to.add_option("--agent", asked.agent,
                          "Whose memory: a stream, or how its name ends; else the latest");
            to.add_option("--at", asked.at,
                          "When: the number of a change in that stream, ISO 8601, a day, or how "
                          "long ago (5min, 2h, 1d); else now");
        });

    check_options checked;
    auto* const check_command =
        commands.add("check", "Look whether everything in a store can be read", [&](CLI::App& to) {
            to.add_option("STORE", checked.store, store_is)->required();
            to.add_flag("--repair", checked.repair,
                        "Cut what is damaged, after copying what was there");
        });

    doctor_options examining;
    auto* const doctor_command = commands.add(
        "doctor", "Look for what is wrong, and name the command that mends it", [&](CLI::App& to) {
            to.add_option("STORE", examining.store, store_says);
            to.add_flag("--json", examining.json, "The same in JSON");
        });

    show_options shown;
    auto* const show_command = commands.add("show", "Draw the plans of a store", [&](CLI::App& to) {
        to.add_option("STORE", shown.store, store_is)->required();
        to.add_option("--plan", shown.plan, "Only this plan");
        to.add_option("--max-tasks", shown.max_tasks, "The rest is counted")
            ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
        auto* const drawings = to.add_option_group("drawing");
        for (const auto* const as : {"text", "mermaid", "dot", "json", "html"})
            drawings->add_flag_callback(
                std::string{"--"} + as, [&shown, as] { shown.as = as; }, std::string{"As "} + as);
        drawings->require_option(0, 1);
    });

    inspect_options inspected;
    auto* const inspect_command =
        commands.add("inspect", "Show everything in a store as a page, as it was after each change",
                     [&](CLI::App& to) { add_inspect_options(to, inspected); });

    plan_options planning;
    const auto* const plan_command =
        commands.add("plan", "Take part in the plans of a store",
                     [&](CLI::App& to) { add_plan_options(to, planning); });

    std::uint64_t sweep_seconds = 300;
    environment_options environment;
    mcp_options serving;
    bool show_reference = false;
    auto* const mcp_command = commands.add(
        "mcp",
        "Serve the memories to an agent: Model Context Protocol on standard input and output",
        [&](CLI::App& to) {
            to.add_option(
                "--store", serving.store,
                "A folder, sqlite:FILE, redis://..., postgresql://... or memory; else SQLite in "
                "the data folder");
            add_offer_options(to, serving.offered, environment);
            add_memories_options(to, serving.kept, sweep_seconds);
            add_project_option(to, serving.project,
                               "The project's folder, else the current one",
                               environment);
            to.add_flag("--reference", show_reference, "Print the tools as Markdown and end");
        });

    serve_options listening;
    token_request token;
    auto* const serve_command = commands.add(
        "serve", "Serve the memories to many agents: the same over HTTP", [&](CLI::App& to) {
            add_offer_options(to, listening.offered, environment);
            add_memories_options(to, listening.kept, sweep_seconds);
            add_serve_options(to, listening, token, environment);
        });

    companion with;
    add_companion_commands(commands, with, environment);
    try {
        app.parse(count, arguments);
        environment.read();
    } catch (const CLI::ParseError& problem) {
        // A client is never stopped by what is wrong with its hook.
        if (*with.hook_command && problem.get_exit_code() != 0) refuse_hook(problem.what());
        return app.exit(problem);
    }
    if (*with.hook_command) run_hook(with.hook);
    try {
        if (*with.wrap_command) run_wrap(with.wrap);
        if (*with.setup_command) return after_output(run_setup(std::cout, with.setup));
        if (*with.what_command) return after_output(run_what(std::cout, with.what));
        if (*with.forget_command) return after_output(run_forget(std::cout, with.forget));
        if (*mcp_command && show_reference) {
            write_tool_reference(std::cout);
            return after_output(0);
        }
        for (auto* const kept : {&serving.kept, &listening.kept}) {
            kept->sweep_every = std::chrono::seconds{sweep_seconds};
            if (!kept->artifact_root.empty())
                kept->artifact_root = std::filesystem::canonical(kept->artifact_root).string();
        }
        if (*mcp_command) return run_mcp(serving, std::cerr);
        if (*serve_command) {
            const auto& http = *open_http().value();
            if (token.add) return after_output(http.add_token(listening, *token.add, std::cout));
            if (token.remove)
                return after_output(http.remove_token(listening, *token.remove, std::cout));
            if (token.list) return after_output(http.list_tokens(listening, std::cout));
            return http.serve(listening, std::cerr);
        }
        if (const auto* const user = std::getenv("USER"); user != nullptr) {
            if (planning.as.empty()) planning.as = user;
            inspected.person = user;
        }
        if (*plan_command) return after_output(run_plan(std::cout, planning));
        if (*show_command) return after_output(run_show(std::cout, std::cerr, shown));
        if (*inspect_command && inspected.port) return serve_inspect(std::cerr, inspected);
        if (*inspect_command) return after_output(run_inspect(std::cout, std::cerr, inspected));
        if (*log_command) return after_output(run_log(std::cout, std::cerr, logged));
        if (*why_command) return after_output(run_why(std::cout, std::cerr, asked));
        if (*doctor_command) return after_output(run_doctor(std::cout, examining));
        if (*check_command) return after_output(checker{std::cout, checked}.run());
        if (store_option != nullptr && store_option->count() > 0)
            replaying.store.emplace(open_store(kept_in).value());
        if (*replay_command)
            return after_output(with_input(input, [&](std::istream& in) {
                return run_replay(in, std::cout, std::cerr, replaying, progress_of(input));
            }));
        if (*extract_command)
            return after_output(with_input(input, [&](std::istream& in) {
                return run_extract(in, std::cout, std::cerr, explain, progress_of(input));
            }));
        if (*tokens_command)
            return after_output(with_input(input, [&](std::istream& in) {
                return run_tokens(in, std::cout, std::cerr, counting, progress_of(input));
            }));
        if (*recall_command)
            return after_output(with_input(input, [&](std::istream& in) {
                return run_recall(recalling, in, std::cout, std::cerr, progress_of(input));
            }));
        if (!model_url.empty())
            benching.model = open_http().value()->chat_model(model_url, model_name);
        if (*bench_command)
            return after_output(with_input(gold, [&](std::istream& meanings) {
                return with_input(input, [&](std::istream& in) {
                    return run_agent_bench(in, meanings, std::cout, std::cerr, benching);
                });
            }));
        return after_output(run_demo(demo_command->remaining(), std::cout, std::cerr));
    } catch (const std::exception& problem) {
        std::cerr << "workmem: " << problem.what() << '\n';
        return 2;
    }
}
