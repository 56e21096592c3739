// With `secrets::redact` a secret reaches neither memory nor journal nor file.
#include "catch.hpp"
#include "secret_samples.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.ipp>
#include <workmem/secrets/redact.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using workmem::priority;

namespace {

template <class Journal, class InSessions, class InLongTerm>
struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using journal = Journal;
    struct session : workmem::default_policies::session {
        using secrets = InSessions;
    };
    struct long_term : workmem::default_policies::long_term {
        using secrets = InLongTerm;
    };
};

using redact = workmem::secrets::redact;
template <class Journal>
using redacting = policies<Journal, redact, redact>;

static_assert(workmem::secrets::redacting_policy<redact>);
static_assert(!workmem::secrets::redacting_policy<workmem::secrets::by_shape>);
static_assert(!workmem::secrets::redacting_policy<workmem::secrets::none>);

std::string text_of(const workmem::attribute_list& metadata) {
    std::string out;
    for (const auto& [name, value] : metadata) {
        out += name + '=';
        if (const auto* const text = std::get_if<std::string>(&value)) out += *text;
        if (const auto* const number = std::get_if<std::int64_t>(&value))
            out += std::to_string(*number);
        out += ' ';
    }
    return out;
}

template <class Memory>
std::string text_of(const Memory& memory) {
    auto out = memory.id + ' ' + memory.content + ' ' + text_of(memory.metadata);
    for (const auto& each : memory.tags) out += each + ' ';
    for (const auto& each : memory.relations)
        out += each.type + ' ' + each.target + ' ' + text_of(each.metadata);
    return out;
}

std::string redacted(std::string text) {
    workmem::secrets::redact_in(redact{}, text);
    return text;
}

// Says that there is a secret, but not where.
struct vague {
    static constexpr bool redacts = true;
    [[nodiscard]] std::optional<workmem::found_secret> find(std::string_view text,
                                                            std::size_t = 0) const noexcept {
        if (text.find("hush") == std::string_view::npos) return std::nullopt;
        return workmem::found_secret{workmem::secret_kind::token};
    }
    [[nodiscard]] std::optional<workmem::found_secret> find_in_field(
        std::string_view, std::string_view text) const noexcept {
        return find(text);
    }
};

}  // namespace

TEST_CASE("where nobody says where a secret stands, nothing stays", "[session]") {
    std::string text = "a hush b";
    workmem::secrets::redact_in(vague{}, text);
    CHECK(text == "[secret: token]");
    workmem::basic_session<policies<workmem::journal::none, vague, vague>> memory;
    const auto id = memory.add({.content = "x", .tags = {"hush hush"}}).id;
    memory.relate(id, {"about", "hush", {}});
    CHECK(text_of(memory.get(id)).find("hush") == std::string::npos);
}

TEST_CASE("a secret reaches neither a session nor its journal", "[session][journal]") {
    temporary_folder folder;
    const auto open = [&] {
        return workmem::journal::file::open(folder.path(),
                                            {.sync = workmem::journal::sync_mode::never()})
            .value();
    };
    using store = workmem::basic_session_store<redacting<workmem::journal::file>>;
    const std::string password = "Zebra44!", pin = "471108",
                      key = "dapi" + std::string(4, 'a') + "9f3b7c01de45a8b2c6d7e8f90a1b";
    REQUIRE(redacted(key) == "[secret: token]");
    const auto holds_none = [&](const std::string& text) {
        return text.find(password) == std::string::npos && text.find(pin) == std::string::npos &&
               text.find(key) == std::string::npos;
    };
    std::vector<std::string> seen;
    std::string id;
    workmem::manual_clock clock;
    {
        store all{{}, {.clock = clock, .journal = open()}};
        id = all.add("s", {.content = "the password is " + password,
                           .priority = priority::critical,
                           .tags = {key},
                           .metadata = {{"password", password}, {"pin", std::int64_t{471'108}}}})
                 .id;
        CHECK(holds_none(id));
        all.relate("s", id, {"opens", key, {{"pwd", password}}});
        const auto other = all.add("s", {.content = "x"}).id;
        all.update("s", other, {.content = "PIN: " + pin});
        all.update("s", other, {.tags = std::vector<std::string>{"pwd=" + password}});
        all.update("s", other, {.metadata = workmem::attribute_list{{"passwort", password}}});
        workmem::session_memory known;
        known.id = "known";
        known.content = "password: " + password;
        known.created = clock.now();
        known.expires = clock.now() + std::chrono::hours{1};
        known.relations = {{"opens", "door", {{"pin", std::int64_t{471'108}}}}};
        CHECK(all.import("s", {known}) == 1);
        // Nothing is left that a rule or a person would have to be asked about.
        CHECK(all.get("s", id).promoted);
        all.promote("s", other);
        all.promote("s", "known");
        all.long_term().put({.id = "by hand",
                             .content = "password: " + password,
                             .tags = {key},
                             .metadata = {{"pin", pin}},
                             .relations = {{"opens", "x", {{"pwd", password}}}}});
        CHECK(all.long_term().size() == 4);
        CHECK(all.session("s")->get(id).content == "the password is [secret: password]");
        CHECK(all.search("s", password).empty());
        for (const auto& each : all.export_all("s")) seen.push_back(text_of(each));
        all.long_term().for_each([&](const auto& each) { seen.push_back(text_of(each)); });
        CHECK(seen.size() == 7);
        all.flush();
        CHECK_THAT(all_bytes_below(folder), contains("[secret: password]"));
        CHECK(holds_none(all_bytes_below(folder)));
        all.session("s")->snapshot();
        all.long_term().snapshot();
    }
    for (const auto& each : seen) {
        INFO(each);
        CHECK(holds_none(each));
    }
    CHECK(holds_none(all_bytes_below(folder)));
    // What is read back is what was there.
    store again{{}, {.clock = clock, .journal = open()}};
    std::vector<std::string> there;
    for (const auto& each : again.export_all("s")) there.push_back(text_of(each));
    again.long_term().for_each([&](const auto& each) { there.push_back(text_of(each)); });
    CHECK(there == seen);
}

TEST_CASE("the same secrets are recorded as the same marks", "[session][journal]") {
    const auto records = [](const std::string& password) {
        workmem::manual_clock clock;
        workmem::journal::memory journal;
        workmem::basic_session<redacting<workmem::journal::memory>> memory{
            {}, {.clock = clock, .journal = journal, .name = "chat", .stream = "s"}};
        memory.add({.content = "password: " + password, .metadata = {{"pwd", password}}});
        std::vector<std::string> out;
        const auto end = journal.read(
            "s", 0, [&](const workmem::journal::record& each) { out.emplace_back(each.bytes); });
        CHECK(end);
        return out;
    };
    const auto first = records("hunter2");
    CHECK_FALSE(first.empty());
    CHECK(records("hunter2") == first);
    CHECK_THAT(first.front() + first.back(),
               contains("[secret: password]") && !contains("hunter2"));
}

TEST_CASE("a store that redacts knows again what a session that does not promotes",
          "[session][promotion]") {
    using mixed = policies<workmem::journal::none, workmem::secrets::by_shape, redact>;
    workmem::basic_session<mixed> memory{{}, {.name = "chat"}};
    workmem::basic_long_term_store<mixed> kept;
    const auto id = memory.add({.content = "password: hunter2"}).id;
    memory.promote(id, {}, {.allow_secret = true});
    auto before = memory;  // a writer that did not hear of the delivery
    CHECK(memory.deliver(kept) == 1);
    CHECK(before.deliver(kept) == 1);
    REQUIRE(kept.size() == 1);
    CHECK(kept.list().memories.front().content == "password: [secret: password]");
    CHECK(memory.get(id).content == "password: hunter2");
}
