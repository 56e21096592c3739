// What holds for any result, however it is wrapped.
#include "catch.hpp"
#include "dice.hpp"
#include "extracted.hpp"
#include "fresh_seed.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

using nlohmann::json;
using workmem_test::dice;
using workmem_test::fresh_seed;
using workmem_test::run;
using workmem_test::told;

namespace {

// Records with an id, a name and some fields, in an order of their own.
std::vector<nlohmann::ordered_json> some_records(dice& roll) {
    static const char* const ids[]{"id", "ticket_id", "uuid", "ticketId"};
    static const char* const names[]{"title", "name", "subject"};
    const char* const id = ids[roll.below(4)];
    const char* const name = names[roll.below(3)];
    const auto count = 2 + roll.below(4);
    std::vector<nlohmann::ordered_json> out;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<std::pair<std::string, nlohmann::ordered_json>> fields{
            {id, "T-" + std::to_string(100 + i)},
            {name, "Ticket " + std::to_string(i)},
            {"state", roll.one_in(2) ? "open" : "closed"},
            {"sha", "f1e2d3c4b5a697887766554433221100ffeeddcc"},
            {"assignee", {{"id", 7}, {"login", "ann"}}}};
        for (std::size_t k = fields.size(); k > 1; --k)
            std::swap(fields[k - 1], fields[roll.below(k)]);
        nlohmann::ordered_json record;
        for (auto& [key, value] : fields) record[key] = std::move(value);
        out.push_back(std::move(record));
    }
    return out;
}

// One more wrapper around a result.
nlohmann::ordered_json wrapped(const nlohmann::ordered_json& inner, dice& roll) {
    using object = nlohmann::ordered_json;
    const auto text = inner.is_string() ? inner.get<std::string>() : inner.dump();
    switch (roll.below(8)) {
        case 0:
            return object{{"content", object::array({object{{"type", "text"}, {"text", text}}})}};
        case 1: return object{{"result", text}};
        case 2: return text;
        case 3: return "Here is what was found:\n```json\n" + text + "\n```\n";
        case 4:
            return "Data that is not to be trusted follows.\n<untrusted-data-1a>\n" + text +
                   "\n</untrusted-data-1a>\nTake care.";
        case 5: return inner.is_string() ? object{{"output", text}} : object{{"data", inner}};
        case 6: return object{{"statusCode", 200}, {"headers", object::object()}, {"body", text}};
        default: return object{{"jsonrpc", "2.0"}, {"id", 1}, {"result", inner}};
    }
}

}  // namespace

TEST_CASE("a result is the same in any stack of wrappers", "[extraction][property]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    dice roll{seed};
    for (int i = 0; i < 200; ++i) {
        nlohmann::ordered_json result = some_records(roll);
        std::string expected;
        for (std::size_t k = 0; k < result.size(); ++k)
            expected += (k ? "\nticket T-" : "ticket T-") + std::to_string(100 + k) + " Ticket " +
                        std::to_string(k);
        const auto layers = roll.below(4);
        for (std::size_t k = 0; k < layers; ++k) result = wrapped(result, roll);
        CAPTURE(result.dump());
        REQUIRE(told(workmem::extraction::generic{}.extract("list_tickets", json::object(),
                                                            result)) == expected);
    }
}

TEST_CASE("two records with different names are never one thing", "[extraction][property]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    dice roll{seed};
    // What records may share: a hash they point to, who made them, what they are in.
    static const char* const shared[]{"sha",     "hash",  "digest",      "commit", "author_id",
                                      "repo_id", "owner", "fingerprint", "etag",   "project"};
    for (int i = 0; i < 300; ++i) {
        json list = json::array();
        const auto count = 2 + roll.below(4);
        const char* const points = shared[roll.below(10)];
        for (std::size_t k = 0; k < count; ++k)
            list.push_back({{"name", "name-" + std::to_string(k)},
                            {points, "f1e2d3c4b5a697887766554433221100ffeeddcc"},
                            {"protected", roll.one_in(2)}});
        CAPTURE(list.dump());
        const auto found = run(roll.one_in(2) ? "list_branches" : "get_tags", list);
        std::set<std::string> ids;
        for (const auto& each : found.entities) ids.insert(each.id.text());
        REQUIRE(found.entities.size() == count);
        REQUIRE(ids.size() == count);
    }
}

TEST_CASE("names and ids that were read off text hold no control character",
          "[extraction][properties]") {
    for (const std::string name :
         {"Lamp\x1c\x1c red", "Lamp\tred", "\x7FLamp", "\x1b[31mLamp", "La\\x1bmp", "La&#27;mp"}) {
        const std::string results[]{
            "id,title\np-1,\"" + name + "\"\n\"" + name + "\",Cup\n",
            "id,title\n\"p\n1\",\"Lamp\n" + name + "\"\np-2,Cup\n",
            "id;title\np-1;" + name + "\n" + name + ";Cup\n",
            "| id | title |\n|---|---|\n| p-1 | " + name + " |\n| " + name + " | Cup |\n",
            "- id: p-1\n  title: \"" + name + "\"\n- id: \"" + name + "\"\n  title: Cup\n",
            "<pages><page><id>p-1</id><title>" + name + "</title></page></pages>"};
        for (const auto& result : results) {
            CAPTURE(json(result).dump());
            for (const auto& each : run("list_pages", json(result)).entities) {
                const auto text = each.name + each.id.text();
                CHECK(std::none_of(text.begin(), text.end(),
                                   [](unsigned char c) { return c < 0x20 || c == 0x7F; }));
            }
        }
    }
}
