// Whichever allocation fails, a call on a session, a store of sessions or long-term memory that
// throws changed nothing: neither what can be seen, nor the journal, nor what observers heard.
#include "failing_calls.hpp"
#include "journal_bundles.hpp"
#include "session_bundles.hpp"

#include <workmem/journal/writer.hpp>
#include <workmem/session/session_store.ipp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace workmem_test;
using workmem::long_term_memory;

namespace {

using policies = session_recorded;
using session = workmem::basic_session<policies>;
using store = workmem::basic_session_store<policies>;
using long_term = workmem::basic_long_term_store<policies>;

const std::string text(80, 'x'), other_text(90, 'y');

template <class Memory>
void append(std::string& out, const Memory& memory) {
    workmem::journal::writer writer{out};
    writer.write(memory);
    out += '\n';
}

long_term_memory kept(std::string id) {
    return {.id = std::move(id),
            .content = text,
            .core = "a core with a long enough name",
            .tags = {std::string(40, 't')},
            .metadata = {{std::string(30, 'm'), other_text}},
            .relations = {{.type = "references", .target = std::string(40, 'r')}}};
}

// What all stages have: who listens, and a journal.
struct heard_and_recorded {
    workmem::manual_clock clock{};
    workmem::journal::memory journal{};
    typename policies::observer observer{};
    std::size_t heard = 0;

    heard_and_recorded() {
        observer.on<workmem::session_notice>(
            [this](const workmem::session_notice& notice) { heard += 1 + notice.ids.size(); });
        observer.on<workmem::long_term_notice>(
            [this](const workmem::long_term_notice& notice) { heard += 1 + notice.put.size(); });
    }
    std::string recorded(std::string_view stream) const {
        std::string out = std::to_string(heard) + '\n';
        for (const auto& each : records_of(journal, stream)) out += each + '\n';
        return out;
    }
};

struct long_term_stage : heard_and_recorded {
    long_term memory{{}, {.clock = clock, .observer = observer, .journal = journal}};

    long_term_stage() { memory.put_all(std::vector{kept("first"), kept("second")}); }
    std::string facts() const {
        std::string out;
        for (const auto& each : memory.list().memories) append(out, each);
        return out;
    }
    std::string seen() const {
        return facts() + recorded("long-term") + std::to_string(memory.sequence());
    }
};

std::vector<failing_call<long_term_stage>> long_term_calls() {
    using on = long_term_stage&;
    auto changed = kept("first");
    changed.content = other_text;
    return {
        {"put", effect::change, [](on s) { s.memory.put(kept(std::string(50, 'i'))); }},
        {"put again", effect::nothing, [](on s) { s.memory.put(kept("first")); }},
        {"put_all", effect::change,
         [](on s) {
             s.memory.put_all(std::vector{kept("third"), kept("fourth")});
         }},
        {"replace", effect::parts, [=](on s) { s.memory.replace(changed); }},
        {"get", effect::nothing, [](on s) { (void)s.memory.get("first"); }},
        {"list", effect::nothing, [](on s) { (void)s.memory.list({.core = "none"}); }},
        {"search", effect::nothing, [](on s) { (void)s.memory.search(other_text); }},
        {"identify", effect::nothing, [](on s) { (void)s.memory.identify("thir"); }},
        {"state_at", effect::nothing, [](on s) { (void)s.memory.state_at(1); }},
        {"changes_since", effect::nothing,
         [](on s) { (void)s.memory.changes_since(s.memory.position()); }},
        {"catch_up", effect::nothing, [](on s) { s.memory.catch_up(); }},
        {"flush", effect::nothing, [](on s) { s.memory.flush(); }},
        {"snapshot", effect::touch, [](on s) { s.memory.snapshot(); }},
        {"erase", effect::parts, [](on s) { s.memory.erase("second"); }},
        {"copy", effect::nothing, [](on s) { const auto copy = s.memory; }},
    };
}

struct session_stage : heard_and_recorded {
    long_term to{{}, {.clock = clock, .journal = journal}};
    session memory{{},
                   {.clock = clock,
                    .observer = observer,
                    .journal = journal,
                    .name = "ann",
                    .stream = "session/ann"}};
    std::string first = memory.add({.content = text, .tags = {std::string(40, 't')}}).id;
    std::string second = memory.add({.content = "likes tea, and not only in the morning"}).id;
    std::string third = memory.add({.content = other_text}).id;

    std::string facts() const {
        std::string out;
        for (const auto& each : memory.export_all()) append(out, each);
        for (const auto& each : memory.undelivered()) append(out, each);
        for (const auto& each : to.list().memories) append(out, each);
        return out;
    }
    std::string seen() const {
        return facts() + recorded("session/ann") + std::to_string(memory.sequence());
    }
};

std::vector<failing_call<session_stage>> session_calls() {
    using on = session_stage&;
    const workmem::relation to{.type = "depends_on", .target = std::string(40, 'r')};
    const workmem::session_memory_change change{
        .content = std::string(120, 'z'),
        .tags = std::vector{std::string(50, 'u')},
        .metadata = workmem::attribute_list{{std::string(30, 'm'), other_text}}};
    std::vector<workmem::session_memory> imported;
    for (int i = 0; i < 5; ++i)
        imported.push_back({.id = std::string(30, 'i') + std::to_string(i), .content = text});
    return {
        {"add", effect::change,
         [](on s) {
             s.memory.add({.content = text + "1", .metadata = {{std::string(30, 'm'), text}}});
         }},
        {"import", effect::change, [=](on s) { s.memory.import(imported); }},
        {"update", effect::change, [=](on s) { s.memory.update(s.first, change); }},
        {"relate", effect::change, [=](on s) { s.memory.relate(s.first, to); }},
        {"get", effect::touch, [](on s) { (void)s.memory.get(s.second); }},
        {"search", effect::touch, [](on s) { (void)s.memory.search("tea in the morning"); }},
        {"list", effect::nothing, [](on s) { (void)s.memory.list(); }},
        {"context", effect::nothing, [](on s) { (void)s.memory.context(); }},
        {"stats", effect::nothing, [](on s) { (void)s.memory.stats(); }},
        {"health", effect::nothing, [](on s) { (void)s.memory.health(); }},
        {"identify", effect::nothing, [](on s) { (void)s.memory.identify(s.first); }},
        {"export", effect::nothing, [](on s) { (void)s.memory.export_all(); }},
        {"flush", effect::touch, [](on s) { s.memory.flush(); }},
        {"promote", effect::change, [](on s) { s.memory.promote(s.second); }},
        {"deliver", effect::parts,
         [](on s) {
             s.memory.promote(s.second);
             s.memory.deliver(s.to);
         }},
        {"later", effect::touch, [](on s) { s.clock.advance(std::chrono::seconds{1}); }},
        {"extend_ttl", effect::change, [](on s) { s.memory.extend_ttl(s.first); }},
        {"expire", effect::change, [](on s) { s.memory.expire(s.first); }},
        {"sweep", effect::change, [](on s) { s.memory.sweep(); }},
        {"state_at", effect::nothing, [](on s) { (void)s.memory.state_at(2); }},
        {"snapshot", effect::touch, [](on s) { s.memory.snapshot(); }},
        {"erase", effect::parts, [](on s) { s.memory.erase(s.third); }},
        {"copy", effect::nothing, [](on s) { const auto copy = s.memory; }},
        {"clear", effect::change, [](on s) { s.memory.clear(); }},
        {"add to none", effect::change, [](on s) { s.memory.add({.content = text}); }},
    };
}

struct store_stage : heard_and_recorded {
    store memory{{}, {.clock = clock, .observer = observer, .journal = journal}};
    std::string first = memory.add("ann", {.content = text}).id;
    std::string second = memory.add("ann", {.content = other_text}).id;
    std::string third = memory.add("bob", {.content = "likes tea in the morning"}).id;

    std::string facts() {
        std::string out;
        for (const auto& each : memory.list_sessions()) {
            out += each.id + ' ';
            for (const auto& one : memory.export_all(each.id)) append(out, one);
        }
        for (const auto& each : memory.long_term().list().memories) append(out, each);
        return out;
    }
    std::string seen() {
        auto out = facts() + recorded("long-term");
        for (const auto* const each : {"ann", "bob", "a session with a long enough name"})
            out += recorded(std::string{"session/"} + each);
        return out;
    }
};

std::vector<failing_call<store_stage>> store_calls() {
    using on = store_stage&;
    const std::string fresh = "a session with a long enough name";
    const workmem::relation to{.type = "depends_on", .target = std::string(40, 'r')};
    const workmem::session_memory_change change{.content = std::string(120, 'z')};
    return {
        {"add to a new one", effect::change, [=](on s) { s.memory.add(fresh, {.content = text}); }},
        {"import", effect::change,
         [=](on s) { s.memory.import("bob", {{.id = std::string(30, 'i'), .content = text}}); }},
        {"update", effect::change, [=](on s) { s.memory.update("ann", s.first, change); }},
        {"relate", effect::change, [=](on s) { s.memory.relate("ann", s.first, to); }},
        {"get", effect::touch, [](on s) { (void)s.memory.get("ann", s.first); }},
        {"search", effect::touch, [](on s) { (void)s.memory.search("bob", "tea"); }},
        {"list", effect::nothing, [](on s) { (void)s.memory.list("ann"); }},
        {"list_sessions", effect::nothing, [](on s) { (void)s.memory.list_sessions(); }},
        {"export", effect::nothing, [](on s) { (void)s.memory.export_all("ann"); }},
        {"stats", effect::nothing, [](on s) { (void)s.memory.stats("ann"); }},
        {"health", effect::nothing, [](on s) { (void)s.memory.health(); }},
        {"flush", effect::touch, [](on s) { s.memory.flush(); }},
        {"promote", effect::parts, [](on s) { s.memory.promote("ann", s.first); }},
        {"bulk_promote", effect::parts, [](on s) { s.memory.bulk_promote("ann", {s.second}); }},
        {"later", effect::touch, [](on s) { s.clock.advance(std::chrono::seconds{1}); }},
        {"extend_ttl", effect::change, [](on s) { s.memory.extend_ttl("bob", s.third); }},
        {"expire", effect::change, [](on s) { s.memory.expire("bob", s.third); }},
        {"sweep", effect::parts, [](on s) { s.memory.sweep(); }},
        {"tick", effect::parts, [](on s) { s.memory.tick(); }},
        {"erase", effect::parts, [](on s) { s.memory.erase("ann", s.second); }},
        {"clear", effect::parts, [](on s) { (void)s.memory.try_clear("ann"); }},
    };
}

}  // namespace

TEST_CASE("no failing allocation changes long-term memory", "[strong_guarantee][long_term]") {
    fail_everywhere(long_term_calls());
}

TEST_CASE("no failing allocation changes a session", "[strong_guarantee][session]") {
    fail_everywhere(session_calls());
}

TEST_CASE("no failing allocation changes a store of sessions", "[strong_guarantee][session]") {
    fail_everywhere(store_calls());
}
