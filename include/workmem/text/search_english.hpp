#pragma once

#include <workmem/config.hpp>
#include <workmem/text/inflection.hpp>
#include <workmem/text/porter.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::text {

/// What a word is worth to a search.
enum class search_class : std::uint8_t {
    content,  ///< says what a text is about
    asking,   ///< says that something is asked, not what ("summarize", "mentioned"): in a text it
              ///< counts, in a query only where nothing else does
    stop      ///< says nothing; not indexed
};

/// What searching needs to know of English. For another language write a type with these members.
struct search_english {
    /// What a word in folded case is worth.
    [[nodiscard]] static search_class classify(std::string_view word) noexcept;
    /// What an apostrophe ties to the word before it (`team's`, `they'll`) is no word.
    [[nodiscard]] static constexpr bool is_clitic(std::string_view ending) noexcept {
        return ending == "s" || ending == "m" || ending == "d" || ending == "re" ||
               ending == "ve" || ending == "ll";
    }
    /// `don't`, `wasn't`: stop words, whatever stands before the apostrophe.
    [[nodiscard]] static constexpr bool makes_stop_word(std::string_view ending) noexcept {
        return ending == "t";
    }
    /// Stems a folded word in place and answers its new length. Words with other letters than a to
    /// z stay as they are.
    [[nodiscard]] static std::size_t stem(char* word, std::size_t size) noexcept {
        for (std::size_t i = 0; i < size; ++i)
            if (word[i] < 'a' || word[i] > 'z') return size;
        if (const auto singular = irregular_singular({word, size}); !singular.empty()) {
            // A stem is no longer than its plural.
            std::array<char, 32> letters{};
            std::copy(singular.begin(), singular.end(), letters.begin());
            const auto length = porter_stem(letters.data(), singular.size());
            std::copy_n(letters.begin(), length, word);
            return length;
        }
        return porter_stem(word, size);
    }
};

}  // namespace workmem::text

#if !defined(WORKMEM_COMPILED)
#include <workmem/text/search_english.ipp>
#endif
