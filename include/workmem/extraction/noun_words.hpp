#pragma once

#include <workmem/detail/cxx20.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace workmem::extraction {

/// Short forms that people write for a noun, and the noun.
struct abbreviation {
    std::string_view brief;
    std::string_view full;
};
inline constexpr std::array abbreviations{
    abbreviation{"repo", "repository"},
    abbreviation{"org", "organization"},
    abbreviation{"pr", "pull_request"},
    abbreviation{"mr", "merge_request"},
    abbreviation{"pull", "pull_request"},
    abbreviation{"db", "database"},
    abbreviation{"doc", "document"},
    abbreviation{"msg", "message"},
    abbreviation{"img", "image"},
    abbreviation{"pic", "picture"},
    abbreviation{"config", "configuration"},
    abbreviation{"dir", "directory"},
    abbreviation{"app", "application"},
    abbreviation{"env", "environment"},
    abbreviation{"appt", "appointment"},
    abbreviation{"dept", "department"},
    abbreviation{"acct", "account"},
    abbreviation{"txn", "transaction"},
    abbreviation{"tx", "transaction"},
    abbreviation{"svc", "service"},
    abbreviation{"proj", "project"},
    abbreviation{"whoami", "user"},
    abbreviation{"organisation", "organization"},
};

/// Words that begin a phrase about the noun: what follows them is not what the tool returns.
inline constexpr std::array<std::string_view, 19> prepositions{
    "by", "for",   "from",  "in",     "into",    "of",    "on",  "to",  "with", "at",
    "as", "about", "under", "within", "between", "using", "via", "per", "since"};

/// Words that narrow a noun and are no part of its type.
inline constexpr std::array<std::string_view, 32> determiners{
    "a",        "an",      "the",    "all",  "any",       "my",       "this",     "that",
    "these",    "current", "latest", "last", "recent",    "next",     "first",    "single",
    "multiple", "many",    "hot",    "top",  "trending",  "popular",  "favorite", "followed",
    "one",      "self",    "me",     "bulk", "available", "existing", "matching", "new"};

/// Words after a noun that say how much of it comes back: `order_details` are an order.
inline constexpr std::array<std::string_view, 13> wrapping_nouns{
    "detail",   "info",   "information", "metadata", "data", "listing", "summary",
    "overview", "result", "response",    "content",  "id",   "uuid"};

/// Words that do so only behind a plural or for a reading tool: `orders_page`, `get_order_list`,
/// but `landing_page` and `create_price_list`.
inline constexpr std::array<std::string_view, 8> holding_nouns{
    "list", "item", "set", "page", "collection", "object", "record", "batch"};

/// Words in front of a noun that say where the tool comes from.
inline constexpr std::array<std::string_view, 9> origins{
    "api", "rest", "mcp", "tool", "tools", "graphql", "client", "functions", "server"};

/// Products in front of a noun, which say where a thing is: `search_drive_files` finds files.
inline constexpr std::array<std::string_view, 36> products{
    "drive",    "gmail",    "google",  "slack",   "discord", "outlook", "teams",  "notion",
    "jira",     "github",   "gitlab",  "dropbox", "trello",  "asana",   "linear", "sentry",
    "stripe",   "browser",  "az",      "gh",      "aws",     "kubectl", "gcloud", "fly",
    "doctl",    "heroku",   "airbnb",  "brave",   "figma",   "spotify", "zoom",   "zendesk",
    "telegram", "onedrive", "hubspot", "shopify"};

[[nodiscard]] constexpr bool is_one_of(std::string_view word,
                                       std::span<const std::string_view> words) noexcept {
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace workmem::extraction
