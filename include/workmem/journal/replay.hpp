#pragma once

#include <workmem/error.hpp>
#include <workmem/journal/answers.hpp>
#include <workmem/journal/call.hpp>
#include <workmem/journal/reader.hpp>
#include <workmem/journal/made_call.hpp>
#include <workmem/journal/recent_calls.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/result.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// What replaying a record came to.
struct replayed {
    /// Something was erased that the state may still hold: it has to be built anew from the
    /// stream, whose older records no longer know of it.
    bool outdated = false;
    journal::made_call call{};            ///< without a key where it had none
    std::optional<std::string> erases{};    ///< the subject, where it was an erasure
    std::vector<std::string> erased_ids{};  ///< of what the state held by that name
};

namespace detail {

/// The first members of a record or a snapshot.
struct envelope {
    std::string_view kind{};
    int version = 0;
    std::string_view actor{};
    std::string_view idempotency_key{};
    std::string_view request{};
    std::optional<std::string_view> erases{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("kind", self.kind);
        archive("version", self.version);
        archive.maybe("actor", self.actor);
        archive.maybe("key", self.idempotency_key);
        archive.maybe("request", self.request);
        archive.maybe("erases", self.erases);
    }
};

/// The call that a record names. What another memory of the stream was asked and answered is not
/// kept: it would not hear of what that one erases.
[[nodiscard]] inline journal::made_call recorded_call(const envelope& said,
                                                      journal::reader& fields, bool is_own) {
    journal::made_call call;
    if (said.idempotency_key.empty()) return call;
    call.key = journal::hash_of_name(said.idempotency_key);
    if (!is_own) return call;
    call.request = said.request;
    fields.maybe("answer", call.answer);
    return call;
}

[[nodiscard]] inline error unreadable(const char* what, std::string_view bytes,
                                      const std::string& why) {
    return {error_code::storage_error,
            std::string{what} + " cannot be read: " + why,
            {{"record", text::escaped(text::prefix(bytes, 200))}}};
}

/// What is left of an erasure in any memory's records.
struct erased {
    static constexpr int version = 1;
};

/// Whether a kind is `<owner>.<verb>`.
[[nodiscard]] inline bool is_kind_of(std::string_view kind, std::string_view owner) noexcept {
    return kind.size() > owner.size() && kind.starts_with(owner) && kind[owner.size()] == '.';
}

/// Whether a record, as `journal::write_change` begins one, is another memory's and names no call:
/// where memories share a stream most are, and need not be parsed.
[[nodiscard]] inline bool is_passed_over(std::string_view bytes, std::string_view owner) noexcept {
    if (!bytes.ends_with('}')) return false;
    const auto skip = [&](std::string_view text) {
        if (!bytes.starts_with(text)) return false;
        bytes.remove_prefix(text.size());
        return true;
    };
    // To the closing quote; nothing where it is not that simple.
    const auto text = [&]() -> std::optional<std::string_view> {
        const auto end = bytes.find_first_of("\"\\");
        if (end == bytes.npos || bytes[end] != '"') return {};
        const auto found = bytes.substr(0, end);
        bytes.remove_prefix(end + 1);
        return found;
    };
    if (!skip(R"({"kind":")")) return false;
    const auto kind = text();
    if (!kind || is_kind_of(*kind, owner) || !skip(R"(,"version":)")) return false;
    bytes.remove_prefix((std::min)(bytes.find_first_not_of("0123456789"), bytes.size()));
    if (skip(R"(,"actor":")") && !text()) return false;
    return !bytes.starts_with(R"(,"key":)");
}

template <class Change>
[[nodiscard]] std::optional<std::string> refuse_version(const envelope& said) {
    if (said.version >= 1 && said.version <= Change::version) return {};
    return std::string{said.kind} + " has version " + std::to_string(said.version) +
           ", this library knows up to " + std::to_string(Change::version);
}

/// What a record or snapshot holds, as far as it could be read; `what` says which it is. Borrows
/// the bytes. Neither copyable nor movable.
class opened_record {
public:
    opened_record(const char* what, std::string_view bytes)
        : what_{what}, bytes_{bytes}, json_{bytes} {
        if (json_) envelope::describe(said, fields);
    }
    opened_record(const opened_record&) = delete;
    opened_record& operator=(const opened_record&) = delete;

    [[nodiscard]] std::optional<std::string> problem() const {
        if (!json_) return "it is not JSON";
        if (fields.problem()) return fields.problem()->message();
        return {};
    }
    [[nodiscard]] error refuse(const std::string& why) const {
        return unreadable(what_, bytes_, why);
    }

private:
    const char* what_;
    std::string_view bytes_;
    text::json_document json_;
    journal::arena memory_;

public:
    journal::reader fields{json_.root(), memory_};
    envelope said;
};

template <class Decision, class State>
std::optional<std::string> replay_as(State& state, const envelope& said, journal::reader& fields,
                                     typename State::notice_type* notice) {
    Decision recorded;
    using change = std::remove_cvref_t<decltype(recorded.change)>;
    if (auto problem = refuse_version<change>(said)) return problem;
    change::describe(recorded.change, fields);
    if (fields.problem()) return fields.problem()->message();
    state.locate(recorded);
    if (notice != nullptr) state.announce(recorded, *notice);
    state.apply(recorded, notice);
    return {};
}

template <class State, class... Decisions>
std::optional<std::string> replay_by_kind(State& state, const envelope& said,
                                          journal::reader& fields,
                                          typename State::notice_type* notice,
                                          recorded_decisions<Decisions...>) {
    std::optional<std::string> problem{"its kind " + text::quoted(said.kind) + " is unknown"};
    const auto try_one = [&]<class Decision>(std::type_identity<Decision>) {
        if (said.kind != std::remove_cvref_t<decltype(std::declval<Decision>().change)>::kind)
            return false;
        problem = replay_as<Decision>(state, said, fields, notice);
        return true;
    };
    (void)(try_one(std::type_identity<Decisions>{}) || ...);
    return problem;
}

}  // namespace detail

/// Applies one recorded change. A kind of another memory is passed over; an unknown kind of this
/// one, a newer version and damaged JSON are `storage_error`, and nothing is changed.
template <class State>
result<replayed> replay_record(State& state, std::string_view bytes,
                               typename State::notice_type* notice) {
    if (detail::is_passed_over(bytes, State::owner)) return replayed{};
    detail::opened_record record{"a recorded change", bytes};
    auto problem = record.problem();
    if (problem) return record.refuse(*problem);
    auto& fields = record.fields;
    const auto& said = record.said;
    const bool is_own = detail::is_kind_of(said.kind, State::owner);
    replayed done{false, detail::recorded_call(said, fields, is_own)};
    if (!is_own) return done;
    done.erases = said.erases;
    if constexpr (requires { state.ids_of(*done.erases); })
        if (done.erases) done.erased_ids = state.ids_of(*done.erases);
    if (said.kind.substr(State::owner.size()) == ".erased") {
        problem = detail::refuse_version<detail::erased>(said);
        done.outdated = true;
    } else if (said.kind == State::touches_type::kind) {
        typename State::touches_type touches;
        problem = detail::refuse_version<typename State::touches_type>(said);
        if (!problem) {
            State::touches_type::describe(touches, fields);
            if (fields.problem())
                problem = fields.problem()->message();
            else
                state.apply(touches);
        }
    } else {
        problem = detail::replay_by_kind(state, said, fields, notice, typename State::decisions{});
    }
    if (problem) return record.refuse(*problem);
    return done;
}

/// Fills an empty state from a snapshot. A snapshot of another memory, a newer version and damaged
/// JSON are `storage_error`.
template <class State>
result<void> restore_snapshot(State& state, std::string_view bytes, journal::recent_calls& calls) {
    detail::opened_record record{"a snapshot", bytes};
    if (const auto problem = record.problem()) return record.refuse(*problem);
    const auto& said = record.said;
    std::span<const std::string_view> keys;  // of calls whose answers are not known
    std::span<const journal::made_call> seen;
    record.fields.maybe("keys", keys);
    record.fields.maybe("calls", seen);
    using document = typename State::snapshot_type;
    if (said.kind != document::kind)
        return record.refuse("it is \"" + std::string{said.kind} + "\", not \"" +
                             std::string{document::kind} + '"');
    if (auto problem = detail::refuse_version<document>(said)) return record.refuse(*problem);
    document content;
    document::describe(content, record.fields);
    if (const auto problem = record.problem()) return record.refuse(*problem);
    state.restore(content);
    for (const auto hash : keys) calls.note({.key = std::string{hash}});
    for (const auto& each : seen) calls.note(each);
    return {};
}

}  // namespace workmem
