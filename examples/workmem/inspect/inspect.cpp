#include "inspect.hpp"

#include "../serve/http_module.hpp"
#include "../store.hpp"
#include "followed_store.hpp"
#include "live_page.hpp"
#include "page_data.hpp"
#include "page_text.hpp"

#include <workmem/text/quote.hpp>

#include <algorithm>
#include <string>
#include <string_view>

#include <unistd.h>

namespace workmem_program {
namespace {

// The stream that is asked for, or the only one there is. Throws `not_found` for all others.
std::string stream_meant(opened_store& store, const inspect_options& options) {
    const auto streams = store.list().value().streams;
    if (options.stream.empty() && streams.size() == 1) return streams.front();
    if (std::find(streams.begin(), streams.end(), options.stream) != streams.end())
        return options.stream;
    std::string known;
    constexpr std::size_t most = 10;
    for (std::size_t i = 0; i < (std::min)(streams.size(), most); ++i)
        known += (i == 0 ? "; there is " : ", ") + workmem::text::quoted(streams[i]);
    if (streams.size() > most) known += " and " + std::to_string(streams.size() - most) + " more";
    throw workmem::error(
        workmem::error_code::not_found,
        (options.stream.empty()
             ? "name a stream of "
             : "there is no stream " + workmem::text::quoted(options.stream) + " in ") +
            quoted_store(options.store) + known);
}

// What of a page may be its data.
std::size_t data_bytes(const inspect_options& options) {
    const auto most = options.megabytes * 1'000'000, around = empty_page_size();
    return most > around ? most - around : 0;
}

}  // namespace

int run_inspect(std::ostream& out, std::ostream& log, const inspect_options& options) {
    auto store = read_store(options.store).value();
    const auto stream =
        options.stream.empty() && !options.at ? std::string{} : stream_meant(store, options);
    if (options.at) {
        unread_parts unread{log};
        for (const auto& each : store.list().value().problems) unread.note(each);
        out << state_json(store.journal, stream, *options.at).value() << '\n';
        return unread.status();
    }
    followed_store all{stream, log};
    all.read(store);
    const auto page =
        filled_page(page_data(all.history(), all.steps_by_time(), shown_store(options.store),
                              all.notes(), data_bytes(options)));
    if (options.html.empty())
        out << page;
    else
        write_page(options.html, page).value();
    return all.notes().empty() ? 0 : 1;
}

int serve_inspect(std::ostream& log, const inspect_options& options) {
    if (!options.stream.empty()) {
        auto store = read_store(options.store).value();
        (void)stream_meant(store, options);
    }
    // A person all the same, whose own work is not theirs to review.
    const auto person =
        options.person.empty() ? "uid " + std::to_string(::geteuid()) : options.person;
    live_page page{
        {options.store, options.stream, data_bytes(options), options.allow_changes ? person : ""},
        log};
    return open_http().value()->serve_page(page, {*options.port, options.allow_changes}, log);
}

}  // namespace workmem_program
