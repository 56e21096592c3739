// Words of your trade, and another language: everything the resolver knows of a language stands
// in its lexicon.
#include <workmem/entity/entity_memory.hpp>
#include <workmem/text/lexicon.hpp>
#include <workmem/text/lexicon_classes.hpp>

#include <nlohmann/json.hpp>

#include <iostream>

using nlohmann::json;
using workmem::text::degree;
using workmem::text::direction;
using workmem::text::word_class;

namespace {

void ask(workmem::entity_memory& memory, const char* reference) {
    const auto found = memory.resolve(reference);
    std::cout << reference << " -> "
              << (found ? found->name : std::string{to_string(found.status)}) << '\n';
}

workmem::text::lexicon with_boats() {
    auto words = workmem::text::lexicon::english();
    words.add_kinds("boat", "sloop ketch dinghy")
        .add_cues("boat", "mooring berth")
        .add_measure("draught", direction::lowest, "draught draft")
        .add_adjectives("draught", direction::lowest, degree::superlative, "shallowest")
        .add_adjectives("draught", direction::highest, degree::superlative, "deepest");
    return words;
}

workmem::text::lexicon german() {
    workmem::text::lexicon words;
    words.add(word_class::definite, "der die das den dem")
        .add(word_class::near_demonstrative, "dieser dieses diesem")
        .add(word_class::list_end, "letzte letztes")
        .add(word_class::excluding, "nicht")
        .add(word_class::instead, "sondern")
        .add_ordinal(1, "erste ersten")
        .add_ordinal(2, "zweite zweiten")
        .add_synonyms("boat boot")
        .add_measure("preis", direction::lowest, "price")
        .add_adjectives("preis", direction::lowest, degree::superlative, "billigste billigsten");
    return words;
}

}  // namespace

int main() {
    const auto boats = with_boats();  // a lexicon outlives the memories that use it
    const auto deutsch = german();
    workmem::entity_memory memory;
    memory.observe("findBoats", json::parse(R"([
        {"id": "b-1", "name": "Petrel", "price": 310, "draught": "1.9 m"},
        {"id": "b-2", "name": "Sandpiper", "price": 240, "draught": "0.8 m"},
        {"id": "b-3", "name": "Gannet", "price": 520, "draught": "2.4 m"}])"));

    std::cout << "English\n";
    ask(memory, "the shallowest one");
    std::cout << "English, with boats\n";
    memory.set_lexicon(boats);
    ask(memory, "the shallowest one");
    ask(memory, "the deepest boat");
    std::cout << "Deutsch\n";
    memory.set_lexicon(deutsch);
    ask(memory, "das billigste boot");
    ask(memory, "nicht das erste, sondern das zweite boot");

    // Cycles and empty words are refused, and the lexicon stays as it was.
    auto words = workmem::text::lexicon::english();
    words.add_kinds("vessel", "boat");
    if (const auto cycle = words.try_add_kinds("boat", "vessel"); !cycle)
        std::cout << cycle.error().message() << '\n';
}
