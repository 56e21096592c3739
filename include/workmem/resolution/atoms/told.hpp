#pragma once

#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/text/words.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// Which things what the assistant said last speaks of: named in full, or where they have no name
/// by two of their values. Linear in the text times the things.
struct told {
    thing_set things = 0;
    std::vector<std::size_t> order{};  ///< as they stand in the text
    std::size_t age = 0;               ///< how many texts came after it
    bool asks = false;                 ///< the last text has a question
    bool anything = false;             ///< something was said

    told() = default;
    /// Of several texts, newest first, the first that speaks of anything.
    told(const window_things& window, const std::vector<std::string_view>& texts,
         const text::lexicon& words)
        : asks{!texts.empty() && texts.front().find('?') != std::string_view::npos},
          anything{!texts.empty()} {
        for (const auto text : texts) {
            read(window, text, words);
            if (things != 0) return;
            ++age;
        }
    }

private:
    void read(const window_things& window, std::string_view text, const text::lexicon& words) {
        constexpr std::size_t longest = 1000;
        text = text.substr(0, longest);
        const utterance said{text, words};
        const auto values = value_reader{said}.values();
        struct place {
            std::size_t at, thing;
        };
        std::vector<place> found;
        for (std::size_t i = 0; i < window.size(); ++i) {
            const auto at = window[i].unnamed ? by_values(window[i], said, values)
                                              : by_name(window[i].name, said);
            if (at == said.size()) continue;
            things |= bit(i);
            found.push_back({at, i});
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const place& a, const place& b) { return a.at < b.at; });
        for (const auto& each : found) order.push_back(each.thing);
    }

    [[nodiscard]] static std::size_t by_name(std::string_view name, const utterance& said) {
        auto first = said.size();
        text::word_reader reader{name};
        for (text::word word{}; reader.next(word);) {
            if (const auto* known = said.lexicon().find(text::folded(word.text));
                known != nullptr && known->is(text::word_class::function))
                continue;
            std::size_t at = 0;
            while (at < said.size() && !same_noun(word.text, said[at].plain)) ++at;
            if (at == said.size()) return at;
            first = (std::min)(first, at);
        }
        return first;
    }
    [[nodiscard]] static std::size_t by_values(const entry& of, const utterance& said,
                                               const std::vector<value>& values) {
        if (of.attributes == nullptr) return said.size();
        auto first = said.size();
        int found = 0;
        for (const auto& each : *of.attributes) {
            const auto stored = value_of(each.value);
            if (stored && (stored->kind != value_kind::number || stored->amount >= 10'000)) {
                for (const auto& one : values)
                    if (one.may_be(*stored)) {
                        ++found;
                        for (std::size_t i = 0; i < said.size(); ++i)
                            if (said[i].position >= one.position) {
                                first = (std::min)(first, i);
                                break;
                            }
                        break;
                    }
                continue;
            }
            const auto* const text = std::get_if<std::string>(&each.value);
            if (text == nullptr || text->size() < 3 || text->size() > 60) continue;
            if (const auto at = by_name(*text, said); at < said.size()) {
                ++found;
                first = (std::min)(first, at);
            }
        }
        return found >= 2 ? first : said.size();
    }
};

}  // namespace workmem::resolution
