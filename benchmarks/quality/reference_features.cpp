// Plays dialogues and prints the features of every set that a reference in them may mean, for
// fit_references.py: `features COUNT TRUSTED` and `doubts PLACE…`, then for each reference
// `reference SOURCE NOTHING [RIGHT…]` and a line `- PLACE:VALUE…` for each hypothesis. With
// --unheard as first argument nothing that the assistant said is told to the memory.
#include <workmem/entity/entity_memory.hpp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/resolution/salience.ipp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace {

using nlohmann::json;
namespace resolution = workmem::resolution;

// What the last reference was seen as.
struct seen_reference {
    std::vector<std::vector<std::string>> ids{};  // by which each thing is called
    std::vector<resolution::thing_set> sets{};
    std::vector<resolution::feature_list> features{};
};
seen_reference last;

std::vector<std::string> ids_of(const workmem::entry& of) {
    std::vector<std::string> out{std::string{of.id}};
    if (of.attributes == nullptr) return out;
    for (const auto& each : *of.attributes) {
        if (each.name != "number" && each.name != "iid" && each.name != "key") continue;
        if (const auto* const number = std::get_if<std::int64_t>(&each.value))
            out.push_back(std::to_string(*number));
        else if (const auto* const text = std::get_if<std::string>(&each.value))
            out.push_back(*text);
    }
    return out;
}

// Answers by the first look alone, so that what is printed does not depend on the weights.
struct describing : resolution::salience {
    template <class Entries>
    [[nodiscard]] workmem::outcome resolve(const Entries& entries, std::string_view text,
                                           const workmem::resolve_query& query,
                                           const workmem::text::lexicon& words) const {
        const auto all = resolution::detail::to_vector(entries);
        last = {};
        const resolution::utterance said{text, words};
        if (all.empty() || said.size() == 0) return resolution::unresolved(text, query.type);
        const resolution::scene at{all, said, words, query.type, nullptr, query.focus_left};
        auto sight = resolution::at_first_sight(at);
        const resolution::window_things window{at, resolution::indexes_of(sight.told)};
        for (std::size_t i = 0; i < window.size(); ++i) last.ids.push_back(ids_of(window[i]));
        const resolution::word_hits hits{at, window, resolution::kind_stage{at}};
        resolution::describe_hypotheses(at, window, hits, query,
                                        resolution::sight_of(window, sight),
                                        [](const auto& each, const auto& features) {
                                            last.sets.push_back(each.things);
                                            last.features.push_back(features);
                                        });
        auto& out = sight.told;
        out.refers =
            out.status != workmem::resolution_status::resolved && !resolution::says_nothing(said);
        return std::move(out);
    }
};
struct policies : workmem::default_policies {
    struct entities : workmem::default_policies::entities {
        using resolution = describing;
    };
};
using memory = workmem::basic_entity_memory<workmem::entity, policies>;

// The places of the hypotheses that are right: what has all ids, or where one of several is enough
// each of these.
std::vector<std::size_t> right_ones(const std::vector<std::string>& means, bool any) {
    std::vector<resolution::thing_set> wanted;
    resolution::thing_set together = 0;
    for (const auto& id : means) {
        resolution::thing_set found = 0;
        for (std::size_t i = 0; i < last.ids.size() && found == 0; ++i)
            if (std::find(last.ids[i].begin(), last.ids[i].end(), id) != last.ids[i].end())
                found = resolution::bit(i);
        if (found == 0 && !any) return {};
        together |= found;
        if (any && found != 0) wanted.push_back(found);
    }
    if (!any) wanted.push_back(together);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < last.sets.size(); ++i)
        if (std::find(wanted.begin(), wanted.end(), last.sets[i]) != wanted.end()) out.push_back(i);
    return out;
}

void print(const std::string& source, const std::vector<std::string>& means, bool any) {
    std::printf("reference %s %d", source.c_str(), means.empty() ? 1 : 0);
    for (const auto each : right_ones(means, any)) std::printf(" %zu", each);
    std::printf("\n");
    for (const auto& each : last.features) {
        std::printf("-");
        for (std::size_t i = 0; i < each.size(); ++i)
            if (each[i] != 0) std::printf(" %zu:%d", i, each[i]);
        std::printf("\n");
    }
}

void play(const json& dialogue, const std::string& file, bool heard) {
    const auto source = dialogue.value("source", file);
    memory of;
    for (const auto& event : dialogue["events"]) {
        if (event.contains("tool")) {
            of.observe(event["tool"].get<std::string>(), event.value("arguments", json::object()),
                       event["result"]);
        } else if (event.contains("assistant")) {
            if (heard) of.hear(workmem::role::assistant, event["assistant"].get<std::string>());
        } else {
            // "ask" is a part of what was said before.
            const bool part = event.contains("ask");
            const auto said = event[part ? "ask" : "user"].get<std::string>();
            if (!part) of.hear(workmem::role::user, said);
            if (!event.contains("means")) continue;
            last = {};
            (void)of.resolve(said);
            print(source, event["means"].get<std::vector<std::string>>(), part);
        }
    }
}

}  // namespace

int main(int count, char** arguments) {
    std::printf("features %zu %zu\n", static_cast<std::size_t>(resolution::feature::count_),
                resolution::trusted_features);
    std::printf("doubts");
    for (const auto each : resolution::doubts) std::printf(" %d", static_cast<int>(each));
    std::printf("\n");
    const bool heard = count < 2 || std::string_view{arguments[1]} != "--unheard";
    for (int i = heard ? 1 : 2; i < count; ++i) {
        const std::string name = arguments[i];
        std::ifstream file{name};
        if (!file) {
            std::cerr << "cannot read " << name << '\n';
            return 1;
        }
        const auto source = name.substr(name.find_last_of('/') + 1);
        if (name.ends_with(".jsonl")) {
            for (std::string line; std::getline(file, line);)
                if (!line.empty()) play(json::parse(line), source, heard);
            continue;
        }
        const auto told = json::parse(file);
        for (const auto& dialogue : told["dialogues"]) play(dialogue, source, heard);
    }
}
