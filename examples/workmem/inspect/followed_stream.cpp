#include "followed_stream.hpp"

#include <workmem/journal/past.hpp>
#include <workmem/journal/replay.hpp>
#include <workmem/journal/stream_position.ipp>
#include <workmem/journal/writer.hpp>
#include <workmem/text/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <set>
#include <utility>

namespace workmem_program {

namespace {

using workmem::journal::any;

// Memories of so many records are shown whole after each change, others where it names them.
constexpr std::size_t always_whole = 256;
constexpr std::size_t most_removals = 50, most_answers = 50;

std::size_t hash_with(std::size_t hash, std::string_view bytes) {
    return 31 * hash + std::hash<std::string_view>{}(bytes);
}

workmem::timestamp moment_now() {
    return std::chrono::floor<workmem::milliseconds>(std::chrono::system_clock::now());
}

std::string member_text(const ordered_json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end()) return {};
    return found->is_string() ? found->get<std::string>() : found->dump();
}

/// `visit(type, id)` for each object that has both, `visit("", text)` for each text.
template <class Visit>
void visit_names(const ordered_json& value, Visit&& visit) {
    constexpr std::size_t longest = 1'024;
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        if (text.size() <= longest) visit(std::string_view{}, std::string_view{text});
        return;
    }
    if (value.is_object() && value.contains("type") && value.contains("id"))
        visit(member_text(value, "type"), member_text(value, "id"));
    if (value.is_structured())
        for (const auto& each : value) visit_names(each, visit);
}

}  // namespace

followed_memories::followed_memories(const std::string& stream)
    : window{window_state{project_options().entities}, "window"},
      notes{notes_state{project_options().items}, "notes"},
      session{session_state{stream, {}}, "session"},
      kept{kept_state{}, "long-term"},
      plan{plan_state{{}}, "plan"} {}

followed_stream::followed_stream(std::string stream, store_history& to)
    : stream_{std::move(stream)}, to_{to}, memories_{stream_} {}

template <class State>
void followed_stream::add_part(followed_memory<State>& memory) {
    if (memory.part) return;
    memory.part = to_.add_part({stream_, std::string{memory.name}, info_.purpose, info_.oldest,
                                info_.last, shown_memory<State>::limits(memory.state)});
}

template <class State>
void followed_stream::show_all(followed_memory<State>& memory) {
    memory.show.all(memory.state, to_);
    memory.shown = 0;
}

template <class State>
void followed_stream::show_about(followed_memory<State>& memory, const ordered_json& change) {
    const auto size = shown_memory<State>::size(memory.state);
    // Whatever a change did not name stands right again from time to time.
    const bool is_due = memory.shown > 4 * size;
    std::size_t named = 0;
    if (size > always_whole && !is_due)
        visit_names(change, [&](std::string_view type, std::string_view id) {
            memory.show.about(memory.state, type, id, to_);
            ++named;
        });
    else
        show_all(memory);
    memory.shown += named;
}

// What left, and why: the newest few.
void followed_stream::keep_removals(std::string_view section, std::string_view label,
                                    const ordered_json& change, workmem::timestamp time) {
    const auto keep = [&](const std::string& type, const std::string& id, const std::string& why) {
        if (why == "replaced" || why == "superseded") return;
        const auto key = type.empty() ? id : entity_key_of(type, id);
        std::string name;
        for (const auto* const field : {"name", "text", "content"})
            if (name.empty()) name = to_.last(section, key, field);
        const auto said = workmem::text::parse_json<ordered_json>(name.empty() ? "\"\"" : name);
        shown_fields fields;
        fields.maybe("type", type);
        fields("what", id);
        if (said.is_string())
            fields.maybe("name", std::string{workmem::text::prefix(
                                     said.get_ref<const std::string&>(), 200)});
        fields("why", why);
        fields("at", time);
        to_.show("gone", std::to_string(removals_++ % most_removals), fields);
    };
    if (const auto removed = change.find("removed"); removed != change.end() && removed->is_array())
        for (const auto& each : *removed)
            if (each.is_object())
                keep(member_text(each, "type"), member_text(each, "id"),
                     each.contains("reason") ? member_text(each, "reason")
                                             : member_text(each, "cause"));
    if (label != "session.sweep") return;
    if (const auto ids = change.find("ids"); ids != change.end() && ids->is_array())
        for (const auto& each : *ids)
            if (each.is_string()) keep({}, each.get<std::string>(), "expired");
}

// What was asked, and answered: the newest few.
void followed_stream::keep_answers(const ordered_json& change) {
    const auto answers = change.find("answers");
    if (answers == change.end() || !answers->is_array()) return;
    for (const auto& each : *answers) {
        if (!each.is_object()) continue;
        shown_fields fields;
        fields("phrase", member_text(each, "phrase"));
        if (const auto said = workmem::parse_iso8601(member_text(each, "time")))
            fields("at", *said);
        for (const auto* const name : {"meant", "candidates"})
            if (const auto found = each.find(name); found != each.end())
                fields.add_json(name, found->dump());
        to_.show("answers", std::to_string(answers_++ % most_answers), fields);
    }
}

template <class State>
workmem::result<void> followed_stream::take(followed_memory<State>& memory,
                                            const workmem::journal::record& record,
                                            const ordered_json& change) {
    auto done = workmem::replay_record(memory.state, record.bytes,
                                       static_cast<typename State::notice_type*>(nullptr));
    if (!done) return done.error();
    add_part(memory);
    auto label = member_text(change, "kind");
    to_.begin_step(*memory.part);
    if (const auto said = workmem::parse_iso8601(member_text(change, "time")))
        time_ = (std::max)(time_, *said);
    time_ = (std::max)(time_, memory.state.time());
    constexpr std::array<std::string_view, 3> sections{"entities", "items", "memories"};
    for (const auto section : sections)
        if (to_.count(section) > 0) keep_removals(section, label, change, time_);
    keep_answers(change);
    memory.show.head(memory.state, to_);
    constexpr std::array<std::string_view, 5> wide{".load", ".fold", ".clear", ".drop", ".erased"};
    if (std::any_of(wide.begin(), wide.end(),
                    [&](std::string_view each) { return label.ends_with(each); }))
        show_all(memory);
    else
        show_about(memory, change);
    // So that the end is right in any case.
    if (record.sequence == info_.last) show_all(memory);
    if (const auto verb = member_text(change, "verb"); !verb.empty()) label += ' ' + verb;
    to_.end_step(time_, record.sequence, label, member_text(change, "actor"));
    return {};
}

workmem::result<void> followed_stream::take(const workmem::journal::record& record,
                                            const ordered_json& change) {
    if (!change.is_object())
        return workmem::error{workmem::error_code::storage_error,
                              "record " + std::to_string(record.sequence) + " of stream " +
                                  workmem::text::quoted(stream_) + " is not JSON"};
    const auto kind = member_text(change, "kind");
    workmem::result<void> done;
    memories_.each([&]<class State>(followed_memory<State>& memory) {
        if (done && workmem::detail::is_kind_of(kind, State::owner))
            done = take(memory, record, change);
    });
    return done;
}

// Where a stream has forgotten its beginning, all memories begin where each can be read first.
workmem::result<void> followed_stream::begin(any& journal) {
    if (info_.oldest == 0) return {};
    std::set<std::uint64_t> places{info_.oldest};
    memories_.each([&]<class State>(followed_memory<State>&) {
        places.insert(workmem::journal::first_reachable(journal, stream_, State::owner, info_));
    });
    workmem::result<void> loaded;
    for (const auto place : places) {
        followed_memories then{stream_};
        loaded = {};
        then.each([&](auto& memory) {
            if (loaded) loaded = workmem::journal::load_at(journal, stream_, memory.state, place);
        });
        if (!loaded) continue;
        memories_ = std::move(then);
        memories_.each([&]<class State>(followed_memory<State>& memory) {
            if (memory.state == memory.state.blank()) return;
            add_part(memory);
            to_.begin_step(*memory.part);
            time_ = (std::max)(time_, memory.state.time());
            memory.show.head(memory.state, to_);
            show_all(memory);
            to_.end_step(time_, place, "what is kept begins here", "");
        });
        seen_ = place;
        return {};
    }
    return loaded;
}

// An erasure is recorded first, and then taken out of older records: for some time they are
// compared with what was read.
workmem::result<bool> followed_stream::is_as_it_was(any& journal,
                                                    const workmem::journal::stream_info& is) {
    constexpr std::chrono::minutes longest{1};
    if (is.incarnation != info_.incarnation || is.last < seen_ || is.oldest > seen_) return false;
    if (moment_now() - erased_ > longest) return true;
    std::size_t hash = 0;
    const auto read = journal.read(stream_, first_, [&](const workmem::journal::record& each) {
        if (each.sequence <= seen_) hash = hash_with(hash, each.bytes);
    });
    if (!read) return read.error();
    return hash == hash_;
}

workmem::result<bool> followed_stream::read(any journal) {
    auto info = journal.open_stream(stream_, {});
    if (!info) return info.error();
    const bool is_first = !has_begun_;
    if (!is_first) {
        const auto same = is_as_it_was(journal, *info);
        if (!same || !*same) return same;
    }
    info_ = *info;
    if (is_first) {
        if (auto begun = begin(journal); !begun) return begun.error();
        first_ = seen_;
        has_begun_ = true;
    }
    if (seen_ == info_.last) return true;
    workmem::result<void> done;
    const auto read = journal.read(stream_, seen_, [&](const workmem::journal::record& each) {
        // What is written meanwhile comes with the next reading.
        if (!done || each.sequence > info_.last) return;
        const auto change = workmem::text::parse_json<ordered_json>(each.bytes);
        done = take(each, change);
        if (!done) return;
        seen_ = each.sequence;
        hash_ = hash_with(hash_, each.bytes);
        if (change.contains("erases") || member_text(change, "kind").ends_with(".erased"))
            erased_ = is_first ? time_ : moment_now();
    });
    if (!read) return read.error();
    memories_.each([&](auto& memory) {
        if (memory.part) to_.part(*memory.part).last = info_.last;
    });
    if (!done) return done.error();
    return true;
}

workmem::result<std::string> state_json(any journal, const std::string& stream,
                                        std::uint64_t sequence) {
    std::string out = "{\"stream\":";
    workmem::text::append_quoted(out, stream);
    out += ",\"sequence\":" + std::to_string(sequence) + ",\"memories\":{";
    followed_memories memories{stream};
    workmem::result<void> done;
    bool is_first = true;
    memories.each([&]<class State>(followed_memory<State>& memory) {
        if (!done) return;
        done = workmem::journal::load_at(journal, stream, memory.state, sequence);
        if (!done || memory.state == memory.state.blank()) return;
        const auto saved = memory.state.snapshot();
        if (!is_first) out += ',';
        is_first = false;
        out += '"' + std::string{State::owner} + "\":";
        workmem::journal::writer{out}.write(saved.document());
    });
    if (!done) return done.error();
    return out += "}}";
}

}  // namespace workmem_program
