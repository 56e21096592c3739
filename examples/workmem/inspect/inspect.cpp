#include "inspect.hpp"

#include "../store.hpp"
#include "followed_stream.hpp"
#include "page.hpp"
#include "page_data.hpp"

#include <workmem/text/quote.hpp>
#include <workmem/text/sha256.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace workmem_program {
namespace {

// What a policy of a page names a script or a style by: the digest in base64.
std::string source_hash(std::string_view source) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto hex = workmem::text::sha256_of(source);
    std::string out = "'sha256-";
    const auto nibble = [&](std::size_t i) {
        if (i >= hex.size()) return 0U;
        return static_cast<unsigned>(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
    };
    // Three hexadecimal digits are two of base64; the last of 64 stands alone.
    for (std::size_t i = 0; i < hex.size(); i += 3) {
        const auto bits = nibble(i) << 8U | nibble(i + 1) << 4U | nibble(i + 2);
        out += digits[bits >> 6U];
        if (i + 1 < hex.size()) out += digits[bits & 63U];
    }
    return out += "='";
}

std::string filled_page(std::string_view data) {
    const std::array<std::pair<std::string_view, std::string_view>, 3> sources{
        {{"@style@", page_css}, {"@script@", page_js}, {"@data@", data}}};
    const auto style = source_hash(page_css), script = source_hash(page_js);
    std::string out;
    out.reserve(page_html.size() + page_css.size() + page_js.size() + data.size());
    auto rest = page_html;
    while (!rest.empty()) {
        const auto at = rest.find('@');
        out += rest.substr(0, at);
        if (at == rest.npos) break;
        rest.remove_prefix(at);
        std::string_view by = rest.substr(0, 1);
        std::size_t size = 1;
        const auto replace = [&](std::string_view name, std::string_view with) {
            if (!rest.starts_with(name)) return;
            by = with;
            size = name.size();
        };
        replace("@style-hash@", style);
        replace("@script-hash@", script);
        for (const auto& [name, source] : sources) replace(name, source);
        out += by;
        rest.remove_prefix(size);
    }
    return out;
}

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

workmem::error no_stream(const inspect_options& options, const std::vector<std::string>& streams) {
    std::string known;
    constexpr std::size_t most = 10;
    for (std::size_t i = 0; i < (std::min)(streams.size(), most); ++i)
        known += (i == 0 ? "; there is " : ", ") + workmem::text::quoted(streams[i]);
    if (streams.size() > most) known += " and " + std::to_string(streams.size() - most) + " more";
    return {workmem::error_code::not_found,
            (options.stream.empty()
                 ? "name a stream of "
                 : "there is no stream " + workmem::text::quoted(options.stream) + " in ") +
                quoted_store(options.store) + known};
}

}  // namespace

int run_inspect(std::ostream& out, std::ostream& log, const inspect_options& options) {
    auto store = read_store(options.store).value();
    unread_parts unread{log};
    std::vector<std::string> notes;
    const auto note = [&](const workmem::error& problem) {
        unread.note(problem);
        notes.push_back(problem.message());
    };
    auto [streams, problems] = store.list().value();
    for (const auto& each : problems) note(each);
    if (!options.stream.empty() || options.at) {
        const auto all = std::exchange(streams, {});
        if (options.stream.empty() && all.size() == 1) streams = all;
        if (std::find(all.begin(), all.end(), options.stream) != all.end())
            streams = {options.stream};
        if (streams.empty()) throw no_stream(options, all);
    }
    if (options.at) {
        out << state_json(store.journal, streams.front(), *options.at).value() << '\n';
        return unread.status();
    }
    store_history history;
    for (const auto& each : streams) {
        if (const auto done = followed_stream{store.journal, each, history}.read(); !done)
            note(done.error());
        else if (const auto rest = store.unread(each))
            note(*rest);
    }
    const auto most = options.megabytes * 1'000'000;
    const auto around = page_html.size() + page_css.size() + page_js.size();
    const auto page =
        filled_page(page_data(history, history.take_steps(), shown_store(options.store), notes,
                              most > around ? most - around : 0));
    if (options.html.empty())
        out << page;
    else
        write_file(options.html, page).value();
    return unread.status();
}

}  // namespace workmem_program
