#pragma once

#include <workmem/journal/back_off.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/record_text.hpp>
#include <workmem/journal/stream_names.hpp>
#include <workmem/session/agenda.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <system_error>

namespace workmem {

template <class Journal, class Mutex>
result<void> session_agenda<Journal, Mutex>::enter(const std::string& session, timestamp due,
                                                   timestamp now) {
    const auto current = hour_of(now), at = (std::max)(hour_of(due), current);
    if (is_entered(session, at, current)) return {};
    if (auto done = append(stream_of(at), session_agenda_changes::entry{now, session}); !done)
        return done;
    note(session, at);
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
    const auto end = hour_of(now) - patience - again;
    return finish(end - most_counted - 1, end, now);
}

template <class Journal, class Mutex>
template <class Visit>
result<void> session_agenda<Journal, Mutex>::take_due(timestamp now, Visit&& visit) {
    const auto first = first_open_hour();
    if (!first) return first.error();
    if (!*first) return {};
    const auto end = hour_of(now) - patience;
    const auto due = hours(**first, end);
    if (!due) return due.error();
    std::optional<error> problem;
    for (const auto each : *due)
        if (auto taken = take(each, now, visit); !taken && !problem) problem.emplace(taken.error());
    if (problem) return std::move(*problem);
    return finish(**first, end - again, now);
}

template <class Journal, class Mutex>
bool session_agenda<Journal, Mutex>::is_entered(const std::string& session, hour at,
                                                hour current) const {
    const read_lock lock{mutex_};
    const auto known = entered_.find(session);
    return known != entered_.end() && known->second >= current && known->second <= at;
}

template <class Journal, class Mutex>
void session_agenda<Journal, Mutex>::note(const std::string& session, hour at) {
    const write_lock lock{mutex_};
    if (entered_.size() >= most_entered) entered_.clear();
    entered_.insert_or_assign(session, at);
}

template <class Journal, class Mutex>
template <class Change>
result<void> session_agenda<Journal, Mutex>::append(const std::string& stream,
                                                    const Change& change) {
    std::string line;
    journal::write_change(line, change, plain_call);
    const std::array<std::string_view, 1> lines{line};
    journal::back_off wait{std::chrono::seconds{5}};
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
        if (found.is_integer()) out = found.integer();
    });
    if (!read) return read.error();
    return out;
}

template <class Journal, class Mutex>
auto session_agenda<Journal, Mutex>::hours(hour first, hour end) -> result<std::vector<hour>> {
    std::vector<hour> out;
    if (first - end <= most_ahead && end - first <= most_counted) {
        for (; first < end; ++first) out.push_back(first);
        return out;
    }
    const auto names = journal::names_below(journal_, std::string{name} + '/');
    if (!names) return names.error();
    for (const auto& each : *names) {
        hour read = 0;
        const auto* const last = each.data() + each.size();
        const auto [stopped, failure] = std::from_chars(each.data(), last, read);
        if (failure == std::errc{} && stopped == last && read < end) out.push_back(read);
    }
    std::sort(out.begin(), out.end());
    return out;
}

template <class Journal, class Mutex>
result<void> session_agenda<Journal, Mutex>::finish(hour first, hour end, timestamp now) {
    if (first >= end && first - end <= most_ahead) return {};
    const auto gone = hours(first, end);
    if (!gone) return gone.error();
    for (const auto each : *gone)
        if (auto erased = journal_.erase_stream(stream_of(each)); !erased) return erased.error();
    const std::string stream{name};
    if (auto said = append(stream, session_agenda_changes::progress{now, end}); !said) return said;
    const auto info = journal_.find_stream(stream);
    if (!info) return info.error();
    if (!*info || (*info)->last < 2) return {};
    return journal_.truncate(stream, (*info)->last - 1);
}

template <class Journal, class Mutex>
template <class Visit>
result<void> session_agenda<Journal, Mutex>::take(hour which, timestamp now, Visit&& visit) {
    const auto stream = stream_of(which);
    const auto info = journal_.find_stream(stream);
    if (!info) return info.error();
    if (!*info || (*info)->last == (*info)->oldest) return {};
    std::set<std::string> sessions;
    std::uint64_t last = 0;
    const auto read = journal_.read(stream, (*info)->oldest, [&](const journal::record& each) {
        last = each.sequence;
        const text::json_document said{each.bytes};
        const auto found = said.root().find("session");
        if (found.is_string()) sessions.emplace(found.string());
    });
    if (!read) return read.error();
    std::optional<error> problem;
    for (const auto& each : sessions) {
        auto visited = visit(each);
        if (visited) continue;
        if (!problem) problem.emplace(visited.error());
        // It keeps none of the others from being done with.
        if (auto entered = enter(each, now, now); !entered) return entered;
    }
    // What was entered meanwhile stays; another process may have taken all of it.
    const auto left = journal_.find_stream(stream);
    if (!left) return left.error();
    if (last > 0 && *left && (*left)->incarnation == (*info)->incarnation)
        if (auto forgotten = journal_.truncate(stream, last); !forgotten) return forgotten;
    if (problem) return std::move(*problem);
    return {};
}

}  // namespace workmem
