// The answers of `ranking::bm25`, by looking at every document for every query: the documented
// definition word for word, over doubles.
#pragma once

#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/ranking.hpp>
#include <workmem/ranking/term_reader.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_test {

struct naive_bm25 {
    struct scored {
        std::uint32_t slot = 0;
        std::uint32_t matched = 0;
        double score = 0;
    };
    struct text_and_rest {
        std::string text;
        std::string speaker;
        std::uint64_t position = 0;
    };
    using terms = std::map<std::string, double>;

    std::map<std::uint32_t, text_and_rest> documents;
    workmem::ranking::bm25_options options;

    static terms terms_of(std::string_view text, workmem::text::search_class what) {
        terms out;
        workmem::ranking::term_reader<workmem::text::search_english> reader{text};
        for (workmem::ranking::term each{}; reader.next(each);)
            if (each.what <= what) ++out[std::string{each.text}];
        return out;
    }
    static terms terms_of(std::string_view text) {
        return terms_of(text, workmem::text::search_class::asking);
    }
    static double words_of(const text_and_rest& document) {
        double out = 0;
        for (const auto& [word, count] : terms_of(document.text)) out += count;
        return out;
    }
    static double share_of(std::uint32_t ppm) { return ppm / 1e6; }

    [[nodiscard]] std::vector<scored> search(
        std::string_view query, const std::function<bool(std::uint32_t)>& accepts =
                                    [](std::uint32_t) { return true; }) const {
        auto wanted = terms_of(query, workmem::text::search_class::content);
        if (wanted.empty()) wanted = terms_of(query);
        // In order of time.
        std::vector<std::pair<std::uint32_t, text_and_rest>> all{documents.begin(),
                                                                 documents.end()};
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return a.second.position < b.second.position;
        });
        std::vector<double> words;
        double sum = 0;
        for (const auto& [slot, each] : all) {
            words.push_back(words_of(each));
            sum += words.back();
        }
        const auto documents_count = static_cast<double>(all.size());
        const double average = (std::max)(1.0, sum / (std::max)(1.0, documents_count));
        std::vector<scored> own(all.size());
        for (const auto& [word, times] : wanted) {
            double holding = 0;
            for (const auto& [slot, each] : all)
                holding += terms_of(each.text).count(word) + terms_of(each.speaker).count(word) > 0;
            const double weight = times * std::log((2 * documents_count + 2) / (2 * holding + 1));
            for (std::size_t i = 0; i < all.size(); ++i) {
                const auto held = terms_of(all[i].second.text);
                const double count = held.count(word) > 0 ? held.at(word) : 0;
                const bool speaks = terms_of(all[i].second.speaker).count(word) > 0;
                if (count == 0 && !speaks) continue;
                const double k1 = share_of(options.saturation), b = share_of(options.length_share);
                if (count > 0)
                    own[i].score +=
                        weight * count * (k1 + 1) / (count + k1 * (1 - b + b * words[i] / average));
                if (speaks) own[i].score += weight * share_of(options.speaker_share);
                ++own[i].matched;
            }
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            own[i].slot = all[i].first;
            if (!accepts(own[i].slot)) own[i] = {own[i].slot, 0, 0};
        }
        auto total = own;
        for (std::size_t i = 0; i < all.size(); ++i) {
            double between = 0;
            for (std::size_t k = 1; k <= options.neighbour_reach && i + k < all.size(); ++k) {
                const auto j = i + k;
                double share = share_of(options.neighbour_share);
                if (k > 1) {
                    const double apart = between + std::floor((words[i] + words[j]) / 2);
                    share *= (std::max)(0.0, 1 - apart / options.neighbour_span);
                }
                if (accepts(own[i].slot)) total[i].score += share * own[j].score;
                if (accepts(own[j].slot)) total[j].score += share * own[i].score;
                between += words[j];
            }
        }
        total.erase(std::remove_if(total.begin(), total.end(),
                                   [](const auto& each) { return each.score <= 0; }),
                    total.end());
        return total;
    }
};

}  // namespace workmem_test
