#include "followed_store.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace workmem_program {

followed_store::followed_store(std::string stream, std::ostream& log)
    : stream_{std::move(stream)}, log_{log} {}

void followed_store::note_all(const std::vector<workmem::error>& problems) {
    std::vector<std::string> notes;
    for (const auto& each : problems) {
        const auto known = [&](const auto& in) {
            return std::find(in.begin(), in.end(), each.message()) != in.end();
        };
        if (known(notes)) continue;
        notes.push_back(each.message());
        if (!known(notes_)) log_.note(each);
    }
    if (notes == notes_) return;
    notes_ = std::move(notes);
    ++note_changes_;
}

bool followed_store::read_on(opened_store& store, const std::vector<std::string>& streams,
                             std::vector<workmem::error>& problems) {
    for (const auto& [name, each] : streams_)
        if (!std::binary_search(streams.begin(), streams.end(), name)) return false;
    for (const auto& name : streams) {
        auto& stream = streams_.try_emplace(name, name, *history_).first->second;
        const auto done = stream.read(store.journal);
        if (!done)
            problems.push_back(done.error());
        else if (!*done)
            return false;
        else if (const auto rest = store.unread(name))
            problems.push_back(*rest);
    }
    return true;
}

void followed_store::read(opened_store& store) {
    auto [streams, hidden] = store.list().value();
    if (!stream_.empty())
        std::erase_if(streams, [&](const std::string& each) { return each != stream_; });
    std::sort(streams.begin(), streams.end());
    auto problems = hidden;
    if (!read_on(store, streams, problems)) {
        streams_.clear();
        history_ = std::make_unique<store_history>();
        steps_.clear();
        ++rereadings_;
        problems = hidden;
        read_on(store, streams, problems);
    }
    note_all(problems);
    auto come = history_->take_steps();
    steps_.insert(steps_.end(), std::make_move_iterator(come.begin()),
                  std::make_move_iterator(come.end()));
}

std::vector<history_step> followed_store::steps_by_time() const {
    auto out = steps_;
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a.time < b.time; });
    return out;
}

}  // namespace workmem_program
