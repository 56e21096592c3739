#include "live_page.hpp"

#include "../store.hpp"
#include "../why/why.hpp"
#include "page_change.hpp"
#include "page_data.hpp"
#include "page_text.hpp"

#include <algorithm>
#include <limits>
#include <sstream>
#include <utility>
#include <vector>

namespace workmem_program {

live_page::live_page(options what, std::ostream& log)
    : options_{std::move(what)}, all_{options_.stream, log} {
    read();
}

void live_page::read() {
    if (!store_) store_.emplace(read_store(options_.store).value());
    all_.read(*store_);
    // A process that has a stream of a folder open keeps all others from it, writers, too; and
    // where something cannot be read, another store may be there by now.
    if (store_->files || !all_.notes().empty()) store_.reset();
}

void live_page::look() {
    constexpr clock::duration least = std::chrono::milliseconds{100},
                              most = std::chrono::seconds{1};
    const auto begin = clock::now();
    if (begin < next_look_) return;
    try {
        read();
    } catch (const workmem::error& problem) {
        all_.note_all({problem});
        store_.reset();
    }
    // A store that takes long to read is read less often.
    const auto end = clock::now();
    next_look_ = end + std::clamp(4 * (end - begin), least, most);
}

std::string live_page::position() const {
    return std::to_string(all_.rereadings()) + '.' + std::to_string(all_.steps().size()) + '.' +
           std::to_string(all_.note_changes());
}

std::optional<page_news> live_page::news_after(const std::string& position_before) const {
    auto now = position();
    if (position_before == now) return std::nullopt;
    std::istringstream in{position_before};
    std::size_t rereadings = 0, steps = 0;
    char dot = 0;
    if (!(in >> rereadings >> dot >> steps) || rereadings != all_.rereadings() ||
        steps > all_.steps().size())
        return page_news{std::move(now), "null"};
    const auto first = all_.steps().begin() + static_cast<std::ptrdiff_t>(steps);
    return page_news{std::move(now), page_data(all_.history(), {first, all_.steps().end()},
                                               shown_store(options_.store), all_.notes(),
                                               (std::numeric_limits<std::size_t>::max)())};
}

std::string live_page::html() {
    const std::lock_guard lock{mutex_};
    look();
    const page_service served{position(), !options_.person.empty()};
    return filled_page(page_data(all_.history(), all_.steps_by_time(), shown_store(options_.store),
                                 all_.notes(), options_.data_bytes),
                       &served);
}

std::optional<page_news> live_page::wait(const std::string& after, std::chrono::milliseconds most) {
    const auto until = clock::now() + most;
    std::unique_lock lock{mutex_};
    while (!is_stopped_) {
        look();
        if (auto news = news_after(after)) return news;
        if (clock::now() >= until) break;
        changed_.wait_until(lock, (std::min)(until, next_look_));
    }
    return std::nullopt;
}

workmem::result<std::string> live_page::why(const std::string& stream, const std::string& at,
                                            const std::string& text) {
    std::ostringstream out, log;
    try {
        why_options asked;
        asked.store = options_.store;
        asked.said = text;
        asked.agent = stream;
        if (at != "now") asked.at = at;
        run_why(out, log, asked);
    } catch (const workmem::error& problem) {
        return problem;
    }
    return out.str() + log.str();
}

workmem::result<void> live_page::change(std::string_view json) {
    const auto what = page_change::parse(json);
    if (!what) return what.error();
    const std::lock_guard lock{mutex_};
    auto store = open_any_store(options_.store, {});
    if (!store) return store.error();
    auto done = make_change(store->journal, *what, options_.person);
    next_look_ = {};
    changed_.notify_all();
    return done;
}

void live_page::stop() {
    const std::lock_guard lock{mutex_};
    is_stopped_ = true;
    changed_.notify_all();
}

}  // namespace workmem_program
