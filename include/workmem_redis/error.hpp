#pragma once

#include <workmem/error.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace workmem::journal {

/// A `storage_error` about a server: what is wrong, and what can be done.
[[nodiscard]] inline error redis_problem(std::string_view where, std::string_view what,
                                         std::string_view remedy) {
    auto message = text::quoted(where);
    message += ": ";
    message += what;
    message += "; ";
    message += remedy;
    return {error_code::storage_error, std::move(message), {{"server", std::string{where}}}};
}

/// What a person can do about an error that a server answers: `word` is one that the answer has.
struct redis_remedy {
    std::string_view word;
    std::string_view what;
    std::string_view remedy;
};

inline constexpr redis_remedy redis_remedies[]{
    {"WORKMEM:foreign", "its keys are there, but hold no journal of workmem",
     "choose another prefix or database"},
    {"WORKMEM:format", "it was written by a newer version", "update this program"},
    {"WORKMEM:log", "damaged: its records are gone, evicted or deleted by somebody else",
     "restore it from a backup, and set maxmemory-policy noeviction"},
    {"WORKMEM:records", "damaged: its records are not what was written",
     "restore it from a backup"},
    {"WRONGTYPE", "a key of that name holds something else, no journal of workmem",
     "choose another prefix or database"},
    {"WRONGPASS", "the user or the password is wrong",
     "correct them in the address or environment"},
    {"without any password", "it knows no password",
     "leave the password out of the address and the environment, or set one there"},
    {"NOAUTH", "it asks for a password", "put it into the address or the environment"},
    {"NOPERM", "this user may not do that",
     "let the server's owner grant ~PREFIX:* ~{PREFIX:*, +@stream +@hash +@keyspace +@scripting "
     "+time +info +config|get +bgrewriteaof +bgsave"},
    {"The user executing the script", "this user may not do what is needed for that",
     "let the server's owner grant +@stream +@hash +@keyspace +time"},
    {"OOM", "its memory is full (maxmemory)", "free some, or raise maxmemory, then try again"},
    {"MISCONF", "it cannot save to its disk, and takes no writes until it can",
     "look after the space and the rights of its folder, then try again"},
    {"READONLY", "it is a replica, which only reads", "name the server it follows"},
    {"NOREPLICAS", "it has too few replicas to take writes (min-replicas-to-write)",
     "look after its replicas, then try again"},
    {"LOADING", "it is still loading its data", "wait until it has, then try again"},
    {"MASTERDOWN", "it is a replica that has lost its server", "look after that one"},
    {"BUSY", "it is busy with a script", "wait, or end that script, then try again"},
    {"MOVED", "it is one node of a cluster, and this stream belongs to another one",
     "name that node, or a proxy that knows the cluster"},
    {"CLUSTERDOWN", "its cluster is down", "look after the cluster, then try again"},
    {"max number of clients", "it has too many connections", "close some, or raise maxclients"},
    {"DB index", "it has no database of that number", "choose another, or raise `databases`"},
};

/// Whether nothing was done, and the same may be done in a moment.
[[nodiscard]] inline bool is_passing(std::string_view says) noexcept {
    for (const std::string_view word : {"LOADING ", "BUSY ", "TRYAGAIN ", "MASTERDOWN ",
                                        "CLUSTERDOWN ", "ERR max number of clients"})
        if (says.starts_with(word)) return true;
    return false;
}

/// A `storage_error` about what a server answers: "cannot <doing>: …". What the server says may
/// repeat what it was sent: it is not shown where it does.
[[nodiscard]] inline error redis_answer_problem(std::string_view where, std::string_view doing,
                                                std::string_view says) {
    says = says.substr(0, (std::min)(says.find(", with args"), std::size_t{200}));
    auto what = "cannot " + std::string{doing} + ": ";
    for (const auto& each : redis_remedies) {
        if (says.find(each.word) == std::string_view::npos) continue;
        what += each.what;
        const auto problem = redis_problem(where, what, each.remedy);
        auto details = problem.details();
        details.push_back({"redis", std::string{each.word}});
        return {problem.code(), problem.message(), std::move(details)};
    }
    what += "it answers " + text::quoted(says);
    return redis_problem(where, what, "look after the server, then try again");
}

}  // namespace workmem::journal
