#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

/// Turns of made-up conversations: words of a made-up vocabulary whose frequencies follow Zipf's
/// law as English's do, a third of them stop words. The same for everybody.
namespace bench {

class made_up_texts {
public:
    static constexpr std::size_t vocabulary = 12'000;

    explicit made_up_texts(std::size_t count) {
        std::vector<double> frequencies(vocabulary);
        for (std::size_t i = 0; i < vocabulary; ++i)
            frequencies[i] = 1 / std::pow(static_cast<double>(i) + 2.7, 1.05);
        std::mt19937 random{42};
        std::discrete_distribution<std::size_t> pick{frequencies.begin(), frequencies.end()};
        constexpr std::array stop{"the", "of", "and", "to", "a", "in", "is", "it", "that", "for"};
        texts_.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            std::string text;
            for (auto words = 8 + random() % 50; words > 0; --words) {
                if (random() % 3 == 0)
                    text += stop[random() % stop.size()];
                else
                    text += word(pick(random));
                text += words == 1 ? "." : random() % 12 == 0 ? ", " : " ";
            }
            texts_.push_back(std::move(text));
        }
    }

    /// The word of a rank, 0 for the most frequent.
    static std::string word(std::size_t rank) {
        constexpr std::array begins{"b", "br", "c", "d", "f",  "g", "h",  "k", "l", "m",
                                    "n", "p",  "r", "s", "st", "t", "tr", "v", "w", "z"};
        constexpr std::array vowels{"a", "e", "i", "o", "u", "ea", "ou"};
        constexpr std::array ends{"",    "n",     "l",    "t",    "ck",  "m",  "r",
                                  "ing", "ation", "ness", "ment", "ers", "ed", "s"};
        std::string out;
        auto left = rank * 7'919 % 1'000'003;
        for (int syllable = 0; syllable < 2 || left > 0; ++syllable) {
            out += begins[left % begins.size()];
            left /= begins.size();
            out += vowels[left % vowels.size()];
            left /= vowels.size();
        }
        return out + ends[rank % ends.size()];
    }
    [[nodiscard]] const std::vector<std::string>& all() const noexcept { return texts_; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t out = 0;
        for (const auto& each : texts_) out += each.size();
        return out;
    }

private:
    std::vector<std::string> texts_;
};

}  // namespace bench
