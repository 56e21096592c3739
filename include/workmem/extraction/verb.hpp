#pragma once

#include <workmem/detail/cxx20.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace workmem {

/// What a tool does to the things its noun names.
enum class verb_kind : std::uint8_t {
    unknown,  ///< no verb in the name
    read,     ///< one thing
    list,     ///< things in the tool's order
    search,   ///< things that fit a question, perhaps of several types
    query,    ///< asks the noun itself: `query_database` returns no databases
    create,
    update,
    remove,
    count  ///< numbers about things, not things
};

[[nodiscard]] constexpr std::string_view to_string(verb_kind kind) noexcept {
    constexpr std::string_view names[]{"unknown", "read",   "list",   "search", "query",
                                       "create",  "update", "remove", "count"};
    return names[static_cast<std::size_t>(kind)];
}

namespace extraction {

struct verb {
    std::string_view word;
    verb_kind kind;
    /// The word is a noun as well (`order`, `check`, `list`), so it counts as a verb only where no
    /// other word of the name is one.
    bool also_noun = false;
};

/// Verbs that tools begin or end with.
inline constexpr std::array verbs{
    verb{"get", verb_kind::read},
    verb{"read", verb_kind::read},
    verb{"fetch", verb_kind::read},
    verb{"retrieve", verb_kind::read},
    verb{"show", verb_kind::read},
    verb{"describe", verb_kind::read},
    verb{"load", verb_kind::read},
    verb{"open", verb_kind::read},
    verb{"inspect", verb_kind::read},
    verb{"download", verb_kind::read},
    verb{"obtain", verb_kind::read},
    verb{"display", verb_kind::read},
    verb{"info", verb_kind::read, true},
    verb{"view", verb_kind::read, true},
    verb{"lookup", verb_kind::search},
    verb{"list", verb_kind::list},
    verb{"all", verb_kind::list, true},
    verb{"browse", verb_kind::list},
    verb{"enumerate", verb_kind::list},
    verb{"scan", verb_kind::list, true},
    verb{"search", verb_kind::search},
    verb{"find", verb_kind::search},
    verb{"locate", verb_kind::search},
    verb{"discover", verb_kind::search},
    verb{"recommend", verb_kind::search},
    verb{"suggest", verb_kind::search},
    verb{"filter", verb_kind::search, true},
    verb{"match", verb_kind::search, true},
    verb{"query", verb_kind::query, true},
    verb{"ask", verb_kind::query},
    verb{"execute", verb_kind::query},
    verb{"create", verb_kind::create},
    verb{"add", verb_kind::create},
    verb{"new", verb_kind::create},
    verb{"insert", verb_kind::create},
    verb{"post", verb_kind::create, true},
    verb{"make", verb_kind::create},
    verb{"register", verb_kind::create},
    verb{"generate", verb_kind::create},
    verb{"submit", verb_kind::create},
    verb{"send", verb_kind::create},
    verb{"upload", verb_kind::create, true},
    verb{"publish", verb_kind::create},
    verb{"import", verb_kind::create, true},
    verb{"clone", verb_kind::create},
    verb{"copy", verb_kind::create, true},
    verb{"duplicate", verb_kind::create},
    verb{"invite", verb_kind::create, true},
    verb{"reserve", verb_kind::create},
    verb{"book", verb_kind::create, true},
    verb{"buy", verb_kind::create},
    verb{"schedule", verb_kind::create, true},
    verb{"start", verb_kind::create, true},
    verb{"launch", verb_kind::create, true},
    verb{"write", verb_kind::create},
    verb{"save", verb_kind::create},
    verb{"store", verb_kind::create, true},
    verb{"put", verb_kind::create},
    verb{"draft", verb_kind::create, true},
    verb{"reply", verb_kind::create, true},
    verb{"build", verb_kind::create, true},
    verb{"run", verb_kind::create, true},
    verb{"trigger", verb_kind::create, true},
    verb{"provision", verb_kind::create},
    verb{"request", verb_kind::create, true},
    verb{"update", verb_kind::update, true},
    verb{"edit", verb_kind::update},
    verb{"patch", verb_kind::update, true},
    verb{"modify", verb_kind::update},
    verb{"set", verb_kind::update, true},
    verb{"upsert", verb_kind::update},
    verb{"change", verb_kind::update, true},
    verb{"rename", verb_kind::update},
    verb{"replace", verb_kind::update},
    verb{"append", verb_kind::update},
    verb{"move", verb_kind::update, true},
    verb{"assign", verb_kind::update},
    verb{"unassign", verb_kind::update},
    verb{"close", verb_kind::update},
    verb{"reopen", verb_kind::update},
    verb{"resolve", verb_kind::update},
    verb{"merge", verb_kind::update, true},
    verb{"archive", verb_kind::update, true},
    verb{"unarchive", verb_kind::update},
    verb{"restore", verb_kind::update, true},
    verb{"cancel", verb_kind::update},
    verb{"approve", verb_kind::update},
    verb{"reject", verb_kind::update},
    verb{"enable", verb_kind::update},
    verb{"disable", verb_kind::update},
    verb{"activate", verb_kind::update},
    verb{"deactivate", verb_kind::update},
    verb{"complete", verb_kind::update},
    verb{"confirm", verb_kind::update},
    verb{"accept", verb_kind::update},
    verb{"decline", verb_kind::update},
    verb{"finish", verb_kind::update},
    verb{"stop", verb_kind::update, true},
    verb{"pause", verb_kind::update},
    verb{"resume", verb_kind::update},
    verb{"mark", verb_kind::update, true},
    verb{"tag", verb_kind::update, true},
    verb{"return", verb_kind::update, true},
    verb{"exchange", verb_kind::update, true},
    verb{"refund", verb_kind::update, true},
    verb{"transition", verb_kind::update, true},
    verb{"attach", verb_kind::update},
    verb{"detach", verb_kind::update},
    verb{"share", verb_kind::update, true},
    verb{"lock", verb_kind::update, true},
    verb{"unlock", verb_kind::update},
    verb{"pin", verb_kind::update, true},
    verb{"unpin", verb_kind::update},
    verb{"play", verb_kind::update, true},
    verb{"delete", verb_kind::remove},
    verb{"del", verb_kind::remove},
    verb{"rm", verb_kind::remove},
    verb{"remove", verb_kind::remove},
    verb{"destroy", verb_kind::remove},
    verb{"drop", verb_kind::remove, true},
    verb{"erase", verb_kind::remove},
    verb{"purge", verb_kind::remove},
    verb{"trash", verb_kind::remove, true},
    verb{"terminate", verb_kind::remove},
    verb{"uninstall", verb_kind::remove},
    verb{"fork", verb_kind::create, true},
    verb{"push", verb_kind::update, true},
    verb{"sync", verb_kind::update, true},
    verb{"subscribe", verb_kind::create},
    verb{"follow", verb_kind::update},
    verb{"join", verb_kind::update},
    verb{"scale", verb_kind::update, true},
    verb{"retry", verb_kind::update},
    verb{"restart", verb_kind::update},
    verb{"reboot", verb_kind::update},
    verb{"requeue", verb_kind::update},
    verb{"reschedule", verb_kind::update},
    verb{"rebase", verb_kind::update},
    verb{"acknowledge", verb_kind::update},
    verb{"ack", verb_kind::update},
    verb{"mute", verb_kind::update},
    verb{"unmute", verb_kind::update},
    verb{"star", verb_kind::update, true},
    verb{"unstar", verb_kind::update},
    verb{"block", verb_kind::update, true},
    verb{"unblock", verb_kind::update},
    verb{"snooze", verb_kind::update},
    verb{"reset", verb_kind::update},
    verb{"undo", verb_kind::update},
    verb{"revert", verb_kind::update},
    verb{"promote", verb_kind::update},
    verb{"demote", verb_kind::update},
    verb{"extend", verb_kind::update},
    verb{"transfer", verb_kind::update, true},
    verb{"revoke", verb_kind::update},
    verb{"rotate", verb_kind::update},
    verb{"redeem", verb_kind::update},
    verb{"capture", verb_kind::update, true},
    verb{"cordon", verb_kind::update},
    verb{"uncordon", verb_kind::update},
    verb{"hold", verb_kind::update, true},
    verb{"validate", verb_kind::read},
    verb{"verify", verb_kind::read},
    verb{"export", verb_kind::read, true},
    verb{"count", verb_kind::count, true},
    verb{"calculate", verb_kind::count},
    verb{"compute", verb_kind::count, true},
    verb{"check", verb_kind::read, true},
};

/// The entry for a lower-case word, or nothing. A word of `more` wins over the built-in one. What
/// undoes or repeats a verb changes things: `undelete`, `resend`.
[[nodiscard]] constexpr std::optional<verb> find_verb(std::string_view word,
                                                      std::span<const verb> more = {}) noexcept {
    for (const auto& each : more)
        if (each.word == word) return each;
    for (const auto& each : verbs)
        if (each.word == word) return each;
    if (word.size() < 5 || !(word.starts_with("un") || word.starts_with("re"))) return std::nullopt;
    for (const auto& each : verbs)
        if (each.word == word.substr(2)) return verb{word, verb_kind::update, true};
    return std::nullopt;
}

}  // namespace extraction
}  // namespace workmem
