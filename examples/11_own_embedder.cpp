// Found by meaning as well as by words: an embedding of your own beside the ranking by words.
#include <workmem/bounded/bounded_store.hpp>
#include <workmem/bounded/bounded_store.ipp>
#include <workmem/ranking/hybrid.hpp>

#include <functional>
#include <iostream>
#include <string_view>
#include <vector>

using embedding = std::function<std::vector<float>(std::string_view)>;

struct with_meaning : workmem::default_policies {
    struct bounded : workmem::default_policies::bounded {
        using ranking = workmem::ranking::hybrid<embedding>;
    };
};
using store = workmem::basic_bounded_store<with_meaning>;

// Stands for a model. Yours may load one or ask a service: the same text must give the same vector,
// and all vectors must have one length.
std::vector<float> embed(std::string_view text) {
    const std::vector<std::vector<std::string_view>> subjects{
        {"car", "brake", "garage", "tyre", "vehicle"},
        {"invoice", "price", "cost", "pay", "euro"},
        {"doctor", "ill", "headache", "medicine"}};
    std::vector<float> out(subjects.size());
    for (std::size_t i = 0; i < subjects.size(); ++i)
        for (const auto word : subjects[i]) out[i] += text.find(word) != text.npos ? 1.0F : 0.0F;
    return out;
}

int main() {
    store memory{{}, {.ranking = store::ranking_type{embed}}};
    memory.memorize("The garage is open until six.");
    memory.memorize("She takes medicine for her headache.");
    memory.memorize("New tyre fitted, 80 euro.");
    memory.memorize("The meeting is on Monday.");

    for (const std::string_view prompt : {"what does the vehicle cost", "is she ill?", "monday"}) {
        std::cout << prompt << '\n';
        for (const auto& each : memory.remember(prompt, 1))
            std::cout << "  " << each.value.text << '\n';
    }
}
