// What the tools of coding agents return, and what is said after it: results and sentences that
// were written, with what they hold and mean, before the rules that read them. One line of
// `*_results.jsonl` is a call with the entities that it holds; those under `also` may be found.
#include "catch.hpp"

#include <workmem/entity/entity_memory.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using nlohmann::json;
using workmem::entity;

namespace {

// Two halves, by tools and by what is run. Rules were tried on the first; of the other only figures
// were looked at, before them and at the end. Before there were rules (results: whole, id and name,
// precision; references: right, wrong):
//   tried   .276, .100, .356    .266, .051
//   unseen  .304, .050, .387    .220, .016
// With rules that were tried on the first half only:
//   tried   .994, .991, 1.000   .960, .034
//   unseen  .946, .950, .980    .952, .016

template <class Take>
void for_each_line(const std::string& file, Take&& take) {
    std::ifstream stream{"tests/coding/" + file};
    REQUIRE(stream);
    for (std::string line; std::getline(stream, line);)
        if (!line.empty()) take(json::parse(line));
}

double ratio(std::size_t part, std::size_t whole) {
    return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
}

struct result_figures {
    std::size_t results = 0, whole = 0;
    std::size_t wanted = 0, ids = 0, named = 0;  // entities that should be found, and were
    std::size_t found = 0, fitting = 0;

    void operator+=(const result_figures& more) {
        results += more.results;
        whole += more.whole;
        wanted += more.wanted;
        ids += more.ids;
        named += more.named;
        found += more.found;
        fitting += more.fitting;
    }
    void print(const std::string& of) const {
        std::printf("%-36s %3zu results, whole %.3f, id %.3f, id and name %.3f, precision %.3f\n",
                    of.c_str(), results, ratio(whole, results), ratio(ids, wanted),
                    ratio(named, wanted), ratio(fitting, found));
    }
};

bool is_same(const entity& a, const json& b) {
    return a.type == b["type"].get<std::string>() && a.id == b["id"].get<std::string>();
}

// What is in a memory that has seen nothing but this result, and what should be.
result_figures look_at(const json& call) {
    result_figures out;
    workmem::entity_memory memory;
    memory.observe(call["tool"].get<std::string>(), call["arguments"], call["result"]);
    const auto found = memory.all();
    const auto also = call.value("also", json::array());
    out.results = 1;
    out.found = found.size();
    for (const auto& each : call["entities"]) {
        ++out.wanted;
        const auto at = std::find_if(found.begin(), found.end(),
                                     [&](const entity& one) { return is_same(one, each); });
        if (at == found.end()) continue;
        ++out.ids;
        out.named += at->name == each["name"].get<std::string>();
    }
    out.fitting =
        static_cast<std::size_t>(std::count_if(found.begin(), found.end(), [&](const entity& one) {
            const auto is_one = [&](const json& each) { return is_same(one, each); };
            return std::any_of(call["entities"].begin(), call["entities"].end(), is_one) ||
                   std::any_of(also.begin(), also.end(), is_one);
        }));
    out.whole = out.named == out.wanted && out.fitting == out.found;
    return out;
}

result_figures look_at_all(const std::string& half) {
    std::map<std::string, result_figures> tools;
    result_figures all;
    for_each_line(half + "_results.jsonl", [&](const json& call) {
        const auto figures = look_at(call);
        tools[call["tool"].get<std::string>()] += figures;
        all += figures;
    });
    if (half == "tried")
        for (const auto& [tool, figures] : tools) figures.print(tool);
    all.print(half);
    return all;
}

struct reference_figures {
    std::size_t references = 0, right = 0, wrong = 0;
};

void play(const json& dialogue, reference_figures& out) {
    workmem::entity_memory memory;
    for (const auto& event : dialogue["events"]) {
        if (event.contains("tool")) {
            memory.observe(event["tool"].get<std::string>(), event["arguments"], event["result"]);
            continue;
        }
        const auto said = event["user"].get<std::string>();
        memory.hear(workmem::role::user, said);
        std::vector<std::string> found;
        const auto meant = memory.resolve(said);
        if (meant.is_set())
            for (const auto& each : meant.references) found.push_back(each.value->id.text());
        else if (meant)
            found.push_back(meant->id.text());
        auto means = event["means"].get<std::vector<std::string>>();
        std::sort(found.begin(), found.end());
        std::sort(means.begin(), means.end());
        ++out.references;
        out.right += found == means;
        out.wrong += found != means && !found.empty();
    }
}

reference_figures play_all(const std::string& half) {
    reference_figures out;
    for_each_line(half + "_dialogues.jsonl", [&](const json& dialogue) { play(dialogue, out); });
    std::printf("%-36s %3zu references, right %.3f, wrong %.3f\n", half.c_str(), out.references,
                ratio(out.right, out.references), ratio(out.wrong, out.references));
    return out;
}

}  // namespace

TEST_CASE("what tools of coding agents return is read", "[coding]") {
    const auto found = look_at_all("tried");
    CHECK(found.results == 181);
    CHECK(ratio(found.whole, found.results) >= 0.99);
    CHECK(ratio(found.named, found.wanted) >= 0.99);
    CHECK(ratio(found.fitting, found.found) >= 0.995);
}

TEST_CASE("what tools that rules were not tried on return is read", "[coding]") {
    const auto found = look_at_all("unseen");
    CHECK(found.results == 148);
    CHECK(ratio(found.whole, found.results) >= 0.94);
    CHECK(ratio(found.named, found.wanted) >= 0.945);
    CHECK(ratio(found.fitting, found.found) >= 0.975);
}

TEST_CASE("references to what coding agents see are understood", "[coding]") {
    const auto found = play_all("tried");
    CHECK(found.references == 177);
    CHECK(ratio(found.right, found.references) >= 0.95);
    CHECK(ratio(found.wrong, found.references) <= 0.046);
}

TEST_CASE("references after tools that rules were not tried on are understood", "[coding]") {
    const auto found = play_all("unseen");
    CHECK(found.references == 186);
    CHECK(ratio(found.right, found.references) >= 0.95);
    CHECK(ratio(found.wrong, found.references) <= 0.022);
}
