#pragma once

#include <workmem/journal/file.hpp>
#include <workmem/journal/file/examination.hpp>
#include <workmem/journal/file/files.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/listing.hpp>
#include <workmem/journal/file/opening.hpp>
#include <workmem/journal/file/stream.hpp>
#include <workmem/journal/store_scheme.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

template <class Files>
struct basic_file<Files>::state {
    state(std::string in, file_options with, Files use)
        : folder{std::move(in)}, options{with}, files{std::move(use)} {}
    const std::string folder;
    const file_options options;
    Files files;
    std::mutex mutex;
    struct used_stream {
        pointer stream;
        std::uint64_t used = 0;  // when, in calls
    };
    std::map<std::string, used_stream, std::less<>> streams;
    std::map<std::string, std::vector<std::uint64_t>, std::less<>> rollbacks;  // of closed ones
    [[nodiscard]] std::vector<std::uint64_t> rollbacks_of(std::string_view name) const {
        const auto found = rollbacks.find(name);
        return found == rollbacks.end() ? std::vector<std::uint64_t>{} : found->second;
    }
    std::uint64_t calls = 0;
};

template <class Files>
basic_file<Files>::basic_file(std::string folder, file_options options, Files files)
    : state_{std::in_place, std::move(folder), options, std::move(files)} {}

template <class Files>
std::optional<timestamp> basic_file<Files>::now() {
    if constexpr (requires { state_->files.time_below(folder()); })
        if (!is_read_only()) return state_->files.time_below(folder() + '/');
    return std::nullopt;
}

template <class Files>
bool basic_file<Files>::is_read_only() const noexcept {
    return state_->options.read_only;
}

template <class Files>
result<read_end> basic_file<Files>::read_each(std::string_view name, std::uint64_t from,
                                              const visitor& visit) {
    auto stream = find(name, false);
    if (!stream) return stream.error();
    if (!*stream) return read_end{};
    return (*stream)->read(from, visit);
}

template <class Files>
result<void> basic_file<Files>::rewrite_each(std::string_view name, const rewriter& change,
                                             outdated_snapshots outdated) {
    if (auto refused = writable(name); !refused) return refused;
    auto stream = find(name, false);
    if (!stream) return stream.error();
    return *stream ? (*stream)->rewrite(change, outdated) : result<void>{};
}

template <class Files>
result<basic_file<Files>> basic_file<Files>::open(std::string folder, file_options options,
                                                  Files files) {
    while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    if (folder.empty()) return file_problem(folder, "no folder for the journal", "name one");
    if (folder.find('\0') != std::string::npos)
        return file_problem(folder, "no path: it holds a zero byte", "name another folder");
    if (auto problem =
            refuse_address(folder, "a folder",
                           "open it with journal::sqlite, journal::redis or journal::postgres"))
        return std::move(*problem);
    if (!options.read_only)
        if (auto made = make_path(files, folder, options.sync.syncs()); !made) return made.error();
    if constexpr (requires { files.most_files(); })
        options.most_open =
            (std::max)(std::size_t{1}, (std::min)(options.most_open, files.most_files() / 4));
    auto opened = open_file<Files>::open(files, folder, file_use::root);
    if (!opened) return opened.error();
    if (auto problem = find_other_files(files, folder)) return std::move(*problem);
    return basic_file{std::move(folder), options, std::move(files)};
}

template <class Files>
result<stream_info> basic_file<Files>::open_stream(std::string_view name,
                                                   std::string_view purpose) {
    if (auto problem = refuse_names(name, purpose)) return std::move(*problem);
    auto stream = find(name, !state_->options.read_only, purpose);
    if (!stream) return stream.error();
    if (!*stream) return stream_info{.purpose = std::string{purpose}};
    auto info = (*stream)->writer().info();
    if (auto problem = refuse_purpose(name, info.purpose, purpose)) return std::move(*problem);
    return info;
}

template <class Files>
result<std::optional<stream_info>> basic_file<Files>::find_stream(std::string_view name) {
    auto stream = find(name, false);
    if (!stream) return stream.error();
    return *stream ? std::optional{(*stream)->writer().info()} : std::optional<stream_info>{};
}

template <class Files>
append_outcome basic_file<Files>::append(std::string_view name, std::uint64_t expected,
                                         std::span<const std::string_view> lines,
                                         stream_course course) {
    if (auto refused = writable(name); !refused) return {append_status::failed, refused.error()};
    auto stream = find(name, true);
    if (!stream) return {append_status::failed, stream.error()};
    return (*stream)->append(expected, lines, course);
}

template <class Files>
result<void> basic_file<Files>::commit(std::string_view name, std::uint64_t sequence) {
    return commit_up_to(name, sequence, {});
}

template <class Files>
result<void> basic_file<Files>::commit(std::string_view name, stream_point point) {
    return commit_up_to(name, point.sequence, point.rollbacks);
}

template <class Files>
result<void> basic_file<Files>::save_snapshot(std::string_view name, std::string_view owner,
                                              std::uint64_t sequence, std::string_view bytes) {
    if (auto problem = refuse_owner(owner)) return std::move(*problem);
    if (auto refused = writable(name); !refused) return refused;
    auto stream = find(name, true);
    if (!stream) return stream.error();
    return (*stream)->save_snapshot(owner, sequence, bytes);
}

template <class Files>
result<std::optional<snapshot>> basic_file<Files>::newest_snapshot(std::string_view name,
                                                                   std::string_view owner,
                                                                   std::uint64_t at_most) {
    auto stream = find(name, false);
    if (!stream) return stream.error();
    if (!*stream) return std::optional<snapshot>{};
    return (*stream)->newest_snapshot(owner, at_most);
}

template <class Files>
result<void> basic_file<Files>::truncate(std::string_view name, std::uint64_t up_to) {
    if (auto refused = writable(name); !refused) return refused;
    auto stream = find(name, false);
    if (!stream) return stream.error();
    if (*stream) return (*stream)->truncate(up_to);
    auto problem = refuse_sequence("truncation", up_to, 0);
    return problem ? result<void>{std::move(*problem)} : result<void>{};
}

template <class Files>
result<void> basic_file<Files>::flush(std::string_view name) {
    auto stream = find(name, false);
    if (!stream) return stream.error();
    return *stream ? (*stream)->writer().flush() : result<void>{};
}

template <class Files>
result<void> basic_file<Files>::tick() {
    std::optional<error> problem;
    for (const auto& stream : used_streams())
        if (auto done = stream->writer().tick(); !done && !problem) problem.emplace(done.error());
    return problem ? result<void>{std::move(*problem)} : result<void>{};
}

template <class Files>
bool basic_file<Files>::wait_for_changes(std::string_view name, std::uint64_t after,
                                         std::chrono::milliseconds timeout) {
    const auto stream = entry(name);
    if (!stream->open(false)) return false;
    return stream->writer().wait_for_changes(after, timeout);
}

template <class Files>
result<recovery> basic_file<Files>::recovered(std::string_view name) {
    auto stream = find(name, false);
    if (!stream) return stream.error();
    return *stream ? (*stream)->report() : recovery{};
}

template <class Files>
result<std::vector<std::string>> basic_file<Files>::streams() {
    auto found = list();
    if (!found) return found.error();
    if (!found->problems.empty()) return std::move(found->problems.front());
    return std::move(found->streams);
}

template <class Files>
result<listing> basic_file<Files>::list() {
    return list_streams(state_->files, folder());
}

template <class Files>
result<examination> basic_file<Files>::examine(std::string_view name) {
    if (auto problem = refuse_names(name)) return std::move(*problem);
    close_stream(name);
    auto found = examine_files(state_->files, stream_path{folder(), name}, name, state_->options);
    if (!found) return found.error();
    return std::move(found->report);
}

template <class Files>
result<examination> basic_file<Files>::repair(std::string_view name, const std::string& backup) {
    if (auto problem = refuse_names(name)) return std::move(*problem);
    if (auto refused = writable(name); !refused) return refused.error();
    close_stream(name);
    return repair_files(state_->files, stream_path{folder(), name}, name, state_->options, backup);
}

template <class Files>
result<bool> basic_file<Files>::erase_stream(std::string_view name) {
    if (auto refused = writable(name); !refused) return refused.error();
    auto stream = find(name, false);
    if (!stream) return stream.error();
    auto erased = (*stream ? *stream : entry(name))->erase();
    close_stream(name);
    return erased;
}

template <class Files>
void basic_file<Files>::close_stream(std::string_view name) {
    pointer closing;
    {
        const std::lock_guard lock{state_->mutex};
        const auto found = state_->streams.find(name);
        if (found == state_->streams.end()) return;
        // Who has read or appended what is lost now has to hear of it when he goes on.
        if (auto lost = found->second.stream->writer().rollbacks(); !lost.empty())
            state_->rollbacks.insert_or_assign(std::string{name}, std::move(lost));
        closing = std::move(found->second.stream);
        state_->streams.erase(found);
    }
    closing->writer().close();
}

template <class Files>
const std::string& basic_file<Files>::folder() const noexcept {
    return state_->folder;
}

template <class Files>
result<void> basic_file<Files>::commit_up_to(std::string_view name, std::uint64_t sequence,
                                             std::optional<std::uint64_t> rollbacks) {
    auto stream = find(name, false);
    if (!stream) return stream.error();
    if (*stream) return (*stream)->writer().commit(sequence, rollbacks);
    if (sequence == 0) return {};
    return file_problem(stream_path{folder(), name}.own, "there is no stream " + text::quoted(name),
                        "append to it first");
}

template <class Files>
auto basic_file<Files>::entry(std::string_view name) -> pointer {
    std::vector<pointer> closing;  // without the lock
    const std::lock_guard lock{state_->mutex};
    const auto now = ++state_->calls;
    const auto found = state_->streams.find(name);
    if (found != state_->streams.end()) {
        found->second.used = now;
        return found->second.stream;
    }
    while (state_->streams.size() >= state_->options.most_open) {
        auto unused = take_unused();
        if (!unused) break;
        closing.push_back(std::move(unused));
    }
    auto made = std::make_shared<file_stream<Files>>(state_->files, state_->options, state_->folder,
                                                     std::string{name}, state_->rollbacks_of(name));
    state_->streams.emplace(std::string{name}, typename state::used_stream{made, now});
    return made;
}

template <class Files>
auto basic_file<Files>::take_unused() -> pointer {
    auto oldest = state_->streams.end();
    for (auto each = state_->streams.begin(); each != state_->streams.end(); ++each)
        if (each->second.stream.use_count() == 1 && each->second.stream->writer().is_idle() &&
            (oldest == state_->streams.end() || each->second.used < oldest->second.used))
            oldest = each;
    if (oldest == state_->streams.end()) return {};
    auto unused = std::move(oldest->second.stream);
    state_->streams.erase(oldest);
    return unused;
}

template <class Files>
auto basic_file<Files>::used_streams() -> std::vector<pointer> {
    std::vector<pointer> all;
    const std::lock_guard lock{state_->mutex};
    for (const auto& each : state_->streams) all.push_back(each.second.stream);
    return all;
}

template <class Files>
result<void> basic_file<Files>::writable(std::string_view name) const {
    if (!is_read_only()) return {};
    return file_problem(stream_path{folder(), name}.own, "it is opened for reading only",
                        "open the journal without `read_only`");
}

template <class Files>
auto basic_file<Files>::find(std::string_view name, bool create, std::string_view purpose)
    -> result<pointer> {
    if (auto problem = refuse_names(name)) return std::move(*problem);
    const bool makes = create && !state_->options.read_only;
    auto stream = entry(name);
    auto opened = stream->open(makes, purpose);
    if (opened && *opened && stream->is_gone()) {
        if (!state_->options.recreate)
            return file_problem(stream_path{folder(), name}.own,
                                "the files of stream " + text::quoted(name) +
                                    " were deleted or replaced while it was open",
                                "open the journal again, or with the option `recreate`");
        close_stream(name);
        if (!is_read_only())
            if (auto made = make_path(state_->files, folder(), state_->options.sync.syncs()); !made)
                return made.error();
        stream.reset();
        return find(name, create, purpose);
    }
    if (!opened) return opened.error();
    if (*opened) return stream;
    if (create) return writable(name).error();
    return pointer{};
}

template <class Files>
result<void> basic_file<Files>::make_path(Files& files, const std::string& folder, bool syncs) {
    const auto above = folder_above(folder);
    auto made = uninterrupted([&] { return files.mkdir(folder); });
    if (made.problem == ENOENT && above != folder) {
        if (auto done = make_path(files, above, syncs); !done) return done;
        made = uninterrupted([&] { return files.mkdir(folder); });
    }
    if (!made && made.problem != EEXIST) return io_problem(folder, "make the folder", made.problem);
    if (!syncs) return {};
    auto opened = open_file<Files>::open(files, above, file_use::root);
    if (!opened) return made ? result<void>{opened.error()} : result<void>{};
    if (const auto done = (*opened)->sync(); !done)
        return io_problem(above, "sync the folder", done.problem);
    return {};
}

template <class Files>
std::string basic_file<Files>::folder_above(const std::string& folder) {
    const auto slash = folder.rfind('/');
    if (slash == std::string::npos) return ".";
    const auto end = folder.find_last_not_of('/', slash);
    return end == std::string::npos ? "/" : folder.substr(0, end + 1);
}

}  // namespace workmem::journal
