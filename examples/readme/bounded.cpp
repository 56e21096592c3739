// Blocks of README.md: texts within a budget, and how their tokens are counted.
#include <workmem/tokens/bpe_counter.hpp>
#include <workmem/workmem.hpp>
#include <workmem/bounded/bounded_store.ipp>

#include "around.hpp"

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace {

void keep_within_a_budget() {
    // clang-format off
    // [memorize]
    workmem::bounded_store store{{.max_items = 64, .max_tokens = 4'000}};
    store.memorize({.text = "Allergic to nuts", .importance = 0.9, .pinned = true});
    store.memorize({.text = "Table for six", .key = "party"});   // takes the place of the older party
    store.advance_step();                                        // the next turn
    store.remember("table");                                     // the best hits; "" gives the most important
    store.forget("older than 10 minutes");                       // hidden; restore brings it back
    const auto lines = store.context(500);                       // for a prompt, 500 tokens at most
    // [memorize]
    // clang-format on
    expect(store.remember("table").front().value.text == "Table for six", "words find");
    expect(lines.find("nuts") != std::string::npos, "the context holds what matters");
}

// Stands for the file of that name, which has some megabytes: as many ranks, but its tokens are the
// bytes and whatever three bytes come first.
void write_ranks() {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::ofstream file{"o200k_base.tiktoken", std::ios::binary};
    for (std::size_t rank = 0; rank < 199'998; ++rank) {
        if (rank < 256)
            file << digits[rank / 4] << digits[rank % 4 * 16] << "==";
        else
            for (const std::size_t place : {64U * 64U * 64U, 64U * 64U, 64U, 1U})
                file << digits[rank / place % 64];
        file << ' ' << rank << '\n';
    }
}

void count_tokens() {
    const scratch_folder folder;
    write_ranks();
    const std::string_view text = "hello";
    // clang-format off
    // [tokens]
    const auto exact = workmem::bpe_counter::open("o200k_base.tiktoken", workmem::token_encoding::o200k);
    std::size_t tokens = (*exact)(text);                    // a damaged file is refused with path and line
    struct exact_policies : workmem::default_policies { using tokens = workmem::bpe_counter; };
    // [tokens]
    // clang-format on
    expect(tokens == 5, "there is no token but for single letters");
    expect(std::is_same_v<workmem::basic_bounded_store<exact_policies>::tokens_type,
                          workmem::bpe_counter>,
           "the policy names the counter");
}

}  // namespace

int main() {
    keep_within_a_budget();
    count_tokens();
}
