#include "hook.hpp"

#include "answer.hpp"
#include "event.hpp"
#include "watchdog.hpp"

#include "../project/draining.hpp"
#include "../project/dropped.hpp"
#include "../project/memory.hpp"
#include "../project/places.hpp"
#include "../project/seen.hpp"
#include "../project/sessions.hpp"
#include "../project/spool.hpp"
#include "../store.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace workmem_program {
namespace {

/// More is nobody's event.
constexpr std::size_t most_input = std::size_t{16} << 20;
/// Of a longer prompt the beginning is heard; what it points at stands in it.
constexpr std::size_t most_prompt = 4'000;

std::string read_input() {
    std::string out;
    char buffer[1 << 16];
    for (;;) {
        const auto size = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (size <= 0) return out;
        if (out.size() <= most_input) out.append(buffer, static_cast<std::size_t>(size));
    }
}

std::string problem_of(const std::string& input, const workmem::text::json_document& event) {
    if (input.size() > most_input)
        return "it has more than " + std::to_string(most_input) + " bytes";
    return event && event.root().is_object() ? std::string{} : "it is no JSON object in UTF-8";
}

/// The store that this process has opened; it lets go of it only where it says so.
struct opened_by_hook {
    workmem::journal::any journal;
    std::filesystem::path log{};  ///< of SQLite, beside its file
};
opened_by_hook* hook_store = nullptr;

std::string store_of(const hook_options& options) {
    return options.store.empty() ? default_store().value() : options.store;
}

// Written before it is acknowledged, and synced when the disk likes: what was seen can be lost with
// the machine, never with the process.
workmem::journal::any open_journal(const std::string& where, std::chrono::milliseconds wait) {
    auto opened = open_any_store(
        where,
        {.sync_mode = workmem::journal::sync_mode::interval(std::chrono::hours{1}), .wait = wait});
    hook_store = new opened_by_hook{std::move(opened.value().journal)};
    if (const auto file = sqlite_file(where)) hook_store->log = *file + "-wal";
    return hook_store->journal;
}

// Not closed as a rule: the client would wait for the disk, and the next one goes on as after a
// crash. It reads the log as a whole, a millisecond for a megabyte, and only closing shortens it.
void close_where_log_is_long() {
    constexpr std::uintmax_t most = std::uintmax_t{1} << 20;
    if (hook_store == nullptr || hook_store->log.empty()) return;
    std::error_code problem;
    const auto size = std::filesystem::file_size(hook_store->log, problem);
    if (!problem && size > most) delete std::exchange(hook_store, nullptr);
}

bool is_denied(const hook_options& options, std::string_view tool) {
    // Our own tools tell what is known already.
    return tool.empty() || tool.find("__workmem__") != tool.npos ||
           std::any_of(options.deny_tool.begin(), options.deny_tool.end(),
                       [&](const std::string& each) { return fits(tool, each); });
}

/// An event, and all that it takes to answer it.
struct call {
    const hook_event& event;
    const hook_options& options;
    const project& here;
    const ignored_things& ignored;
    const quiet_log& log;
    event_spool::clock::time_point begun = event_spool::clock::now();
    std::string store = store_of(options);
    event_spool spool{store, here};
    std::chrono::milliseconds time{options.milliseconds};
};

// Of a result that could not be read nothing is known, but that another one is no longer the last.
seen_event seen_by(const call& in) {
    frugal_extraction rules;
    rules.ignored = in.ignored;
    workmem::extracted unread;
    unread.unread = true;
    return {session_name(in.event.session), in.options.client, in.event.tool,
            std::chrono::floor<workmem::milliseconds>(std::chrono::system_clock::now()),
            in.event.problem.empty() ? rules.extract(in.event.tool, in.event.arguments,
                                                     in.event.result, seen_extraction())
                                     : unread};
}

// The client waits for one write to a file. What waits there is recorded by the next prompt,
// session or server; by this hook, where it is much.
void see_result(const call& in) {
    constexpr std::size_t much = std::size_t{64} << 10;
    if (is_denied(in.options, in.event.tool) || in.event.has_failed) return;
    const auto seen = seen_by(in);
    if (seen.found.failed) return;
    const auto& found = seen.found;
    const bool has_something = found.removal || !found.entities.empty() ||
                               !found.acted_on.empty() || !found.context.empty() ||
                               !found.parts.empty();
    if (in.event.problem.empty())
        note_unread(in.log, in.here, in.event.tool, in.event.result, has_something, found.omitted);
    const auto line = seen.to_json_text();
    auto added = in.spool.add(line);
    if (added && in.spool.size() < much) return;
    try {
        drain_spool(in.spool, in.here, in.ignored, open_journal(in.store, in.time / 16),
                    in.begun + in.time / 4);
    } catch (const workmem::error& problem) {
        in.log.note(problem.what());
    }
    if (!added) added = in.spool.add(line);
    if (!added) note_dropped(in.log, in.here, no_room, added.error());
}

// `use` of the store with all that waited recorded in it; where it is busy or out of order, of what
// would be known then.
template <class Use>
std::string with_known(const call& in, const std::optional<std::string>& session, Use&& use) {
    std::optional<std::chrono::milliseconds> patience{in.time / 16};
    try {
        auto journal = open_journal(in.store, in.time / 8);
        if (drain_spool(in.spool, in.here, in.ignored, journal, in.begun + in.time / 2))
            return use(std::move(journal));
    } catch (const workmem::error& problem) {
        in.log.note(problem.what());
        // A server that did not answer would not answer a reader.
        if (is_server(in.store)) patience.reset();
    }
    return use(known_with_spool(in.store, in.here, in.ignored, in.spool, session, patience));
}

// As a whole it may point at nothing that is known, and in one of its sentences at something.
std::string meaning_of(seen_things& things, std::string_view prompt) {
    constexpr std::size_t most = 8;
    auto told = meaning_text(prompt, things.resolve(prompt));
    for (std::size_t begin = 0, tried = 0; told.empty() && begin < prompt.size() && tried < most;) {
        auto end = prompt.find_first_of(".!?\n", begin);
        while (end < prompt.size() && prompt[end] != '\n' && end + 1 < prompt.size() &&
               prompt[end + 1] != ' ' && prompt[end + 1] != '\n')
            end = prompt.find_first_of(".!?\n", end + 1);
        end = std::min(end, prompt.size());
        const auto sentence = prompt.substr(begin, end - begin);
        begin = end + 1;
        if (sentence.size() + 1 >= prompt.size() ||
            sentence.find_first_not_of(" \t\r") == sentence.npos)
            continue;
        told = meaning_text(sentence, things.resolve(sentence));
        ++tried;
    }
    return told;
}

std::string meet_prompt(const call& in) {
    const auto session = session_name(in.event.session);
    if (in.spool.is_empty() && !is_server(in.store) && !has_store(in.store)) return {};
    return with_known(in, session, [&](workmem::journal::any journal) -> std::string {
        // Nothing was seen yet.
        if (!journal.find_stream(in.here.sessions() + session).value()) return {};
        auto things = open_seen(in.here, session, std::move(journal));
        forget_ignored(things.value(), in.ignored, in.options.client);
        const auto prompt = workmem::text::prefix(in.event.prompt, most_prompt);
        things.value().hear(workmem::role::user, prompt);
        auto told = meaning_of(things.value(), prompt);
        things->try_flush().value();
        return told;
    });
}

std::string begin_session(const call& in) {
    return with_known(in, {}, [&](workmem::journal::any journal) {
        project_sessions sessions{in.here, std::move(journal), in.ignored};
        const workmem::bounding_counter tokens;
        auto known = sessions.begin(session_name(in.event.session), in.options.client,
                                    start_tokens - tokens(start_heading));
        sessions.forget_old();
        return known.empty() ? known : std::string{start_heading} + known;
    });
}

// Where a client was started: it may have gone to another folder since, and its servers have not.
std::filesystem::path folder_of(const hook_event& event, const hook_client& client) {
    if (client.started_in != nullptr)
        if (const char* const said = std::getenv(client.started_in)) {
            std::filesystem::path folder{said};
            std::error_code problem;
            if (folder.is_absolute() && std::filesystem::is_directory(folder, problem))
                return folder;
        }
    return event.folder.empty() ? std::filesystem::current_path()
                                : std::filesystem::path{event.folder};
}

std::string answer(const hook_event& event, const hook_options& options, const hook_client& client,
                   const quiet_log& log) {
    const auto here = project_of(folder_of(event, client));
    const ignored_things ignored{here, event.folder};
    if (ignored.all()) return {};
    if (!event.problem.empty()) {
        if (event.tool.empty() || !is_denied(options, event.tool))
            log.note(std::string{unreadable} + ": " + event.problem + " [" + here.key + ']');
        if (event.moment != hook_moment::tool_answered) return {};
    }
    if (event.moment == hook_moment::other) return {};
    const call in{event, options, here, ignored, log};
    switch (event.moment) {
        case hook_moment::tool_answered: see_result(in); break;
        case hook_moment::prompt: return meet_prompt(in);
        case hook_moment::session_starts: return begin_session(in);
        case hook_moment::other: break;
    }
    return {};
}

}  // namespace

void run_hook(const hook_options& options) {
    // A file that is opened must not stand where the client would be answered.
    for (const int each : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(each, F_GETFD) < 0) (void)::open("/dev/null", O_RDWR);
    const auto* const client = find_hook_client(options.client);
    if (client == nullptr) refuse_hook("--client must be one of claude, codex, gemini, cursor");
    if (const auto named = check_store_name(options.store); !named)
        refuse_hook("--store: " + named.error().message());
    if (is_switched_off()) {
        (void)!::write(STDOUT_FILENO, client->silence.data(), client->silence.size());
        _exit(0);
    }
    const quiet_log log{"hook --client " + options.client};
    constexpr std::chrono::microseconds least = std::chrono::milliseconds{5};
    watchdog watch{
        std::max(least, std::chrono::milliseconds{options.milliseconds} - age_of_process()),
        client->silence, log.open(), log.line("took too long, and was ended"), log.line("crashed")};
    try {
        const auto input = read_input();
        const workmem::text::json_document document{input};
        const auto problem = problem_of(input, document);
        const auto part = problem.empty() ? std::string{"{}"} : readable_part(input);
        const workmem::text::json_document read{part};
        auto event = read_hook_event(*client, problem.empty() ? document.root() : read.root());
        event.problem = problem;
        watch.set_silence(silence_of(*client, event.moment));
        watch.speak(answer_text(*client, event.moment, answer(event, options, *client, log)));
        close_where_log_is_long();
        _exit(0);
    } catch (const std::exception& problem) {
        log.note(problem.what());
    } catch (...) {
        log.note("an unknown problem");
    }
    watch.finish_silently();
}

void refuse_hook(const std::string& problem) {
    std::fprintf(stderr, "workmem hook: %s\n", problem.c_str());
    quiet_log{"hook"}.note(problem);
    _exit(0);
}

}  // namespace workmem_program
