#include "what.hpp"

#include "draining.hpp"
#include "dropped.hpp"
#include "memory.hpp"
#include "places.hpp"

#include "../doctor/finding.hpp"
#include "../doctor/losses.hpp"
#include "../doctor/permissions.hpp"
#include "../store.hpp"

#include <workmem/journal/stream_clock.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/system_clock.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/entity.hpp>

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace workmem_program {
namespace {

std::string store_of(const std::string& named) {
    return named.empty() ? default_store().value() : named;
}

// Who recorded something in a stream: clients, and servers that were wrapped.
std::string recorded_by(workmem::journal::any& journal, const std::string& stream) {
    std::set<std::string> names;
    const auto info = journal.find_stream(stream).value();
    if (!info) return {};
    (void)journal
        .read(stream, info->oldest,
              [&](const workmem::journal::record& each) {
                  const workmem::text::json_document change{each.bytes};
                  if (const auto by = change.root().find("actor").string(); !by.empty())
                      names.emplace(by);
              })
        .value();
    std::string out;
    for (const auto& each : names) {
        out += out.empty() ? " by " : ", ";
        workmem::text::append_escaped(out, each);
    }
    return out;
}

// Says so where this machine's clock is away from the store's, or something was recorded by one
// that is ahead.
void tell_clock(std::ostream& out, workmem::journal::any& journal,
                const std::vector<workmem::scope_summary>& conversations) {
    constexpr auto most = workmem::journal::usual_clock_skew;
    workmem::journal::stream_clock<workmem::system_clock, workmem::journal::any> clock{
        workmem::system_clock{}};
    clock.set_by(journal);
    if (const auto skew = clock.skew().count(); skew != 0)
        out << fmt::format("clock    this machine's is {} ms {} the store's, which counts\n",
                           skew < 0 ? -skew : skew, skew < 0 ? "behind" : "ahead of");
    const auto now = clock.now();
    const workmem::scope_summary* latest = nullptr;
    for (const auto& each : conversations)
        if (each.changed && (latest == nullptr || *latest->changed < *each.changed)) latest = &each;
    if (latest == nullptr || *latest->changed - now <= most) return;
    out << fmt::format(
        "clock    {} was changed at {}, which is yet to come: a clock is wrong; what a lease "
        "keeps, "
        "`workmem plan release --force` frees\n",
        workmem::text::escaped(latest->name), workmem::to_iso8601(*latest->changed));
}

// All that is stored of it: `page "Home"  p-1  https://shop.example/p-1`.
void print_thing(std::ostream& out, const workmem::entity& of) {
    using workmem::text::escaped;
    out << fmt::format("  {} {}  {}", escaped(of.type),
                       of.unnamed ? std::string{"without a name"} : workmem::text::quoted(of.name),
                       escaped(of.id.text()));
    if (!of.slug.empty()) out << "  " << escaped(of.slug);
    for (const auto& each : of.attributes)
        if (const auto* const text = std::get_if<std::string>(&each.value);
            text != nullptr && *text != of.id.text() && *text != of.slug)
            out << "  " << escaped(*text);
    out << '\n';
}

void print_known(std::ostream& out, const what_options& options, const project& here,
                 const std::string& where) {
    using workmem::text::escaped;
    if (!has_store(where)) {
        out << "nothing is known yet\n";
        return;
    }
    auto store = read_store(where).value();
    agents_type agents{project_options(), project_parts(here, store.journal), project_scopes(here)};
    const auto conversations = agents.list();
    tell_clock(out, store.journal, conversations);
    bool knows_any = false;
    if (store.journal.find_stream(here.long_term()).value()) {
        workmem::basic_long_term_store<recorded_policies> kept{
            {}, {.journal = store.journal, .stream = here.long_term()}};
        for (const auto& each : kept.list().memories) {
            if (!knows_any) out << "\nkept for good\n";
            knows_any = true;
            out << fmt::format("  {}  {}\n", workmem::text::quoted(each.content), escaped(each.id));
        }
    }
    if (store.journal.find_stream(here.plan()).value()) {
        const workmem::basic_task_memory<recorded_policies> plan{
            {.name = here.key}, {.journal = store.journal, .stream = here.plan()}};
        bool is_first = true;
        for (const auto& id : plan.ids()) {
            const auto task = plan.get(id);
            if (is_over(task.status)) continue;
            if (std::exchange(is_first, false)) out << "\nplan\n";
            knows_any = true;
            out << fmt::format("  {}  {}  {}\n",
                               task.status != workmem::task_status::pending ? to_string(task.status)
                               : plan.is_ready(id)                          ? "ready"
                                                                            : "waiting",
                               workmem::text::quoted(task.title), escaped(task.id));
        }
    }
    for (const auto& each : conversations) {
        if (!each.changed) continue;
        // One by one: who only reads cannot begin what a conversation does not have yet.
        const auto stream = here.sessions() + each.name;
        const workmem::basic_bounded_store<recorded_policies> noted{
            {}, {.journal = store.journal, .stream = stream}};
        workmem::basic_entity_memory<workmem::entity, recorded_policies> seen{
            project_options().entities,
            {.journal = store.journal, .stream = stream, .gap = workmem::clock_gap::elapse}};
        const auto things = seen.recent(options.most);
        const auto notes = noted.all();
        if (things.empty() && notes.empty()) continue;
        knows_any = true;
        out << fmt::format("\nconversation {}{}{}\n", escaped(each.name),
                           recorded_by(store.journal, stream),
                           ", " + workmem::to_iso8601(*each.changed));
        for (const auto& note : notes)
            out << fmt::format("  note {}{}  {}\n",
                               note.key.empty() ? std::string{} : escaped(note.key) + ": ",
                               workmem::text::quoted(note.text), escaped(note.id));
        for (const auto& thing : things) print_thing(out, thing);
        if (const auto more = seen.size() - things.size(); more > 0)
            out << fmt::format("  and {} more\n", more);
    }
    if (!knows_any) out << "nothing is known yet\n";
}

// Where something is wrong.
void name_doctor(std::ostream& out, const std::string& store) {
    const bool is_own = !data_folder().empty() && store == own_store();
    out << fmt::format("\n`workmem doctor{}` says what is wrong, and what mends it\n",
                       is_own ? std::string{} : ' ' + command_word(shown_store(store)));
}

}  // namespace

int run_what(std::ostream& out, const what_options& options) {
    using workmem::text::escaped;
    const auto here = project_of(options.folder);
    const auto where = store_of(options.store);
    check_store_name(where).value();
    // Before files go that are there only while something waits.
    const bool is_wrong = lets_others_in(where) ||
                          is_nearly_full(event_spool{where, here}.size(), event_spool::most_bytes);
    out << fmt::format("project  {}\n", escaped(here.root.string()));
    if (!here.repository.empty())
        out << fmt::format("         with all worktrees of {}\n",
                           escaped(here.repository.string()));
    out << fmt::format("store    {}\n", escaped(shown_store(where)));
    if (is_switched_off()) out << "WORKMEM_OFF is set: nothing is seen or told\n";
    if (records_answers().value())
        out << "WORKMEM_RECORD_ANSWERS is set: what prompts ask for is stored, with the answers\n";
    const ignored_things ignored{here};
    if (ignored.all()) out << ".workmem-ignore: nothing of this project is seen or told\n";
    if (!drain_spool(where, here, ignored, std::chrono::seconds{2})) {
        std::size_t waiting = 0;
        event_spool{where, here}.for_each([&](auto&&...) { ++waiting; });
        out << waiting
            << " events of hooks wait to be recorded: the store is busy, or cannot be "
               "written\n";
    }
    try {
        print_known(out, options, here, where);
    } catch (const workmem::error&) {
        print_dropped(out, here, shown_store(where));
        name_doctor(out, where);
        throw;
    }
    const bool was_any_dropped = print_dropped(out, here, shown_store(where));
    if (is_wrong || was_any_dropped) name_doctor(out, where);
    return 0;
}

int run_forget(std::ostream& out, const forget_options& options) {
    const auto here = project_of(options.folder);
    const auto where = store_of(options.store);
    check_store_name(where).value();
    std::size_t gone = 0;
    // Nor what was seen and waits to be known, which is not recorded meanwhile.
    const auto spools = options.all ? spools_of(where) : std::vector{event_spool{where, here}};
    std::vector<std::unique_ptr<open_file>> held;
    for (const auto& each : spools) {
        held.push_back(each.hold().value());
        each.clear();
    }
    if (has_store(where)) {
        auto journal = open_store(where).value();
        for (const auto& each : journal.streams().value())
            if (options.all || each.starts_with(here.sessions()) || each == here.long_term() ||
                each == here.plan())
                gone += journal.erase_stream(each).value() ? 1U : 0U;
    }
    out << fmt::format(
        "forgot {}: {} streams left {}\n",
        options.all ? std::string{"everything"} : workmem::text::escaped(here.root.string()), gone,
        workmem::text::escaped(shown_store(where)));
    return 0;
}

}  // namespace workmem_program
