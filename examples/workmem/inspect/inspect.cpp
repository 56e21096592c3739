#include "inspect.hpp"

#include "../serve/http_module.hpp"
#include "../store.hpp"
#include "followed_store.hpp"
#include "live_page.hpp"
#include "page_data.hpp"
#include "page_text.hpp"

#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace workmem_program {
namespace {

workmem::error cannot_write(const std::string& file, const std::string& why) {
    return {workmem::error_code::storage_error,
            "cannot write " + workmem::text::quoted(file) + ": " + why};
}

// All of it or nothing: what is there already stays until the page is whole. Only its owner may
// read what the memories hold.
workmem::result<void> write_file(const std::string& file, std::string_view text) {
    struct stat is {};
    if (::stat(file.c_str(), &is) == 0 && !S_ISREG(is.st_mode))
        return cannot_write(file, "it is no file");
    const auto next = file + ".workmem-" + std::to_string(::getpid());
    const int to = ::open(next.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (to < 0) return cannot_write(file, std::strerror(errno));
    int problem = 0;
    while (!text.empty() && problem == 0) {
        const auto written = ::write(to, text.data(), text.size());
        if (written < 0 && errno != EINTR) problem = errno;
        if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::close(to) != 0 && problem == 0) problem = errno;
    if (problem == 0 && ::rename(next.c_str(), file.c_str()) != 0) problem = errno;
    if (problem == 0) return {};
    ::unlink(next.c_str());
    return cannot_write(file, std::strerror(problem));
}

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
        write_file(options.html, page).value();
    return all.notes().empty() ? 0 : 1;
}

int serve_inspect(std::ostream& log, const inspect_options& options) {
    if (!options.stream.empty()) {
        auto store = read_store(options.store).value();
        (void)stream_meant(store, options);
    }
    const auto person = options.person.empty() ? std::string{"person"} : options.person;
    live_page page{
        {options.store, options.stream, data_bytes(options), options.allow_changes ? person : ""},
        log};
    return open_http().value()->serve_page(page, {*options.port, options.allow_changes}, log);
}

}  // namespace workmem_program
