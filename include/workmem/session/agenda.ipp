#pragma once

#include <workmem/journal/back_off.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/record_text.hpp>
#include <workmem/session/agenda.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <array>

namespace workmem {

template <class Journal, class Mutex>
result<void> session_agenda<Journal, Mutex>::enter(const std::string& session, timestamp due,
                                                   timestamp now) {
    const auto current = hour_of(now), at = (std::max)(hour_of(due), current);
    if (at == current && was_entered(session, at)) return {};
    if (auto done = append(stream_of(at), session_agenda_changes::entry{now, session}); !done)
        return done;
    if (at == current) note(session, at);
    return {};
}

template <class Journal, class Mutex>
result<bool> session_agenda<Journal, Mutex>::has_begun() {
    const auto first = first_open_hour();
    if (!first) return first.error();
    return first->has_value();
}

template <class Journal, class Mutex>
result<void> session_agenda<Journal, Mutex>::begin(timestamp now) {
    return say_done_before(hour_of(now) - slowness, now);
}

template <class Journal, class Mutex>
template <class Visit>
result<void> session_agenda<Journal, Mutex>::take_due(timestamp now, Visit&& visit) {
    const auto first = first_open_hour();
    if (!first) return first.error();
    if (!*first) return {};
    std::optional<error> problem;
    for (auto each = **first; each < hour_of(now); ++each)
        if (auto taken = take(each, visit); !taken && !problem) problem.emplace(taken.error());
    if (problem) return std::move(*problem);
    const auto end = hour_of(now) - slowness;
    if (end <= **first) return {};
    for (auto each = **first; each < end; ++each)
        if (auto erased = journal_.erase_stream(stream_of(each)); !erased) return erased.error();
    return say_done_before(end, now);
}

template <class Journal, class Mutex>
bool session_agenda<Journal, Mutex>::was_entered(const std::string& session, hour at) const {
    const read_lock lock{mutex_};
    return at == noted_in_ && noted_.contains(session);
}

template <class Journal, class Mutex>
void session_agenda<Journal, Mutex>::note(const std::string& session, hour at) {
    const write_lock lock{mutex_};
    if (at != noted_in_) noted_.clear();
    noted_in_ = at;
    noted_.insert(session);
}

template <class Journal, class Mutex>
template <class Change>
result<void> session_agenda<Journal, Mutex>::append(const std::string& stream,
                                                    const Change& change) {
    std::string line;
    journal::write_change(line, change, plain_call);
    const std::array<std::string_view, 1> lines{line};
    journal::back_off wait{patience};
    std::optional<error> problem;
    while (wait.next()) {
        const auto info = journal_.open_stream(stream, name);
        if (!info) return info.error();
        auto done = journal_.append(stream, info->last, lines, info->incarnation);
        if (done.status == journal::append_status::recorded)
            return journal::commit(journal_, stream, {info->last + 1, info->rollbacks});
        if (done.status == journal::append_status::failed) return std::move(*done.problem);
        problem = std::move(done.problem);  // where that is unknown: twice is as good as once
    }
    if (problem) return std::move(*problem);
    return error{error_code::conflict,
                 "others kept changing stream " + text::quoted(stream) + "; try again"};
}

template <class Journal, class Mutex>
auto session_agenda<Journal, Mutex>::first_open_hour() -> result<std::optional<hour>> {
    std::optional<hour> out;
    const auto info = journal_.find_stream(name);
    if (!info) return info.error();
    if (!*info) return out;
    const auto read = journal_.read(name, (*info)->oldest, [&](const journal::record& each) {
        const text::json_document said{each.bytes};
        const auto found = said.root().find("first_open_hour");
        if (found.is_integer()) out = out ? (std::max)(*out, found.integer()) : found.integer();
    });
    if (!read) return read.error();
    return out;
}

template <class Journal, class Mutex>
result<void> session_agenda<Journal, Mutex>::say_done_before(hour end, timestamp now) {
    const std::string stream{name};
    if (auto said = append(stream, session_agenda_changes::progress{now, end}); !said) return said;
    const auto info = journal_.find_stream(stream);
    if (!info) return info.error();
    if (!*info || (*info)->last < 2) return {};
    return journal_.truncate(stream, (*info)->last - 1);
}

template <class Journal, class Mutex>
template <class Visit>
result<void> session_agenda<Journal, Mutex>::take(hour which, Visit&& visit) {
    const auto stream = stream_of(which);
    const auto info = journal_.find_stream(stream);
    if (!info) return info.error();
    if (!*info || (*info)->last == (*info)->oldest) return {};
    std::unordered_set<std::string> sessions;
    std::uint64_t last = 0;
    const auto read = journal_.read(stream, (*info)->oldest, [&](const journal::record& each) {
        last = each.sequence;
        const text::json_document said{each.bytes};
        const auto found = said.root().find("session");
        if (found.is_string()) sessions.emplace(found.string());
    });
    if (!read) return read.error();
    std::optional<error> problem;
    for (const auto& each : sessions)
        if (auto visited = visit(each); !visited && !problem) problem.emplace(visited.error());
    if (problem) return std::move(*problem);
    // What was entered meanwhile stays.
    return last > 0 ? journal_.truncate(stream, last) : result<void>{};
}

}  // namespace workmem
