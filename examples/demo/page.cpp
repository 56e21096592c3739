// `page STORE FILE`: the page of `workmem inspect` of what the demo has stored.
#include "../workmem/inspect/followed_stream.hpp"
#include "../workmem/inspect/page_data.hpp"
#include "../workmem/inspect/page_text.hpp"

#include <workmem_sqlite/sqlite.hpp>

#include <cstddef>
#include <exception>
#include <iostream>
#include <string>

int main(int count, char** arguments) {
    using namespace workmem_program;
    if (count != 3) {
        std::cerr << "Usage: workmem_demo_page STORE FILE\n";
        return 2;
    }
    try {
        constexpr std::size_t most_bytes = 4'000'000;
        const std::string file{arguments[1]};
        constexpr auto sync = workmem::journal::sync_mode::never();
        auto store =
            workmem::journal::sqlite::open(file, {.sync = sync, .read_only = true}).value();
        store_history history;
        for (const auto& each : store.streams().value())
            (void)followed_stream{each, history}.read(store).value();
        const auto page =
            page_data(history, history.take_steps(), "sqlite:" + file, {}, most_bytes);
        write_page(arguments[2], filled_page(page)).value();
        return 0;
    } catch (const std::exception& problem) {
        std::cerr << "workmem: " << problem.what() << '\n';
    }
    return 2;
}
