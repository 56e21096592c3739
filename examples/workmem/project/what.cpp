#include "what.hpp"

#include "memory.hpp"
#include "places.hpp"

#include "../store.hpp"

#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>

#include <fmt/format.h>

#include <set>
#include <string>

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

}  // namespace

int run_what(std::ostream& out, const what_options& options) {
    using workmem::text::escaped;
    const auto here = project_of(options.folder);
    const auto where = store_of(options.store);
    refuse_unknown_server(where).value();
    out << fmt::format("project  {}\nstore    {}\n", escaped(here.root.string()),
                       escaped(shown_store(where)));
    if (is_switched_off()) out << "WORKMEM_OFF is set: nothing is seen or told\n";
    const ignored_things ignored{here.root};
    if (ignored.all()) out << ".workmem-ignore: nothing of this project is seen or told\n";
    if (!has_store(where)) {
        out << "nothing is known yet\n";
        return 0;
    }
    auto store = read_store(where).value();
    agents_type agents{project_options(), project_parts(here, store.journal), project_scopes(here)};
    const auto conversations = agents.list();
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
            out << fmt::format("  note {}  {}\n", workmem::text::quoted(note.text),
                               escaped(note.id));
        for (const auto& thing : things)
            out << fmt::format(
                "  {} {}  {}\n", escaped(thing.type),
                thing.unnamed ? std::string{"without a name"} : workmem::text::quoted(thing.name),
                escaped(thing.id.text()));
        if (const auto more = seen.size() - things.size(); more > 0)
            out << fmt::format("  and {} more\n", more);
    }
    if (!knows_any) out << "nothing is known yet\n";
    return 0;
}

int run_forget(std::ostream& out, const forget_options& options) {
    const auto here = project_of(options.folder);
    const auto where = store_of(options.store);
    refuse_unknown_server(where).value();
    std::size_t gone = 0;
    if (has_store(where)) {
        auto journal = open_store(where).value();
        for (const auto& each : journal.streams().value())
            if (options.all || each.starts_with(here.sessions()) || each == here.long_term())
                gone += journal.erase_stream(each).value() ? 1U : 0U;
    }
    out << fmt::format(
        "forgot {}: {} streams left {}\n",
        options.all ? std::string{"everything"} : workmem::text::escaped(here.root.string()), gone,
        workmem::text::escaped(shown_store(where)));
    return 0;
}

}  // namespace workmem_program
