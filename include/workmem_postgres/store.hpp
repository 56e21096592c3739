#pragma once

#include <workmem_postgres/connection.hpp>
#include <workmem_postgres/error.hpp>
#include <workmem_postgres/opening.hpp>
#include <workmem_postgres/session.hpp>
#include <workmem_postgres/statements.hpp>
#include <workmem_postgres/waiting.hpp>

#include <workmem/journal/journal.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/timestamp.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// A stream as its row describes it.
struct postgres_stream {
    std::uint64_t id = 0;  ///< 0: there is none
    stream_info info{};
};

/// Some records of a stream, as it was at one moment.
struct postgres_page {
    std::uint64_t id = 0;  ///< of the stream; 0: there is none
    std::uint64_t oldest = 0;
    std::uint64_t last = 0;
    std::size_t records = 0;
    std::optional<postgres_answer> rows{};
};

/// The records and snapshots of streams, for one thread at a time. Whatever fails is rolled back.
/// Neither copyable nor movable.
class postgres_store {
public:
    postgres_store(postgres_address at, postgres_options options)
        : in_{std::move(at), std::move(options)} {}

    [[nodiscard]] postgres_session& session() noexcept { return in_; }
    [[nodiscard]] const postgres_session& session() const noexcept { return in_; }

    [[nodiscard]] result<postgres_stream> find(std::string_view name) {
        postgres_call call{postgres_sql::find_stream};
        call.bind(name);
        if (auto failure = in_.run(call, answers_)) return problem("find the stream", *failure);
        return stream_of(answers_[0]);
    }

    [[nodiscard]] std::optional<timestamp> now() {
        if (in_.run(postgres_call{postgres_sql::tell_time}, answers_)) return std::nullopt;
        return timestamp{
            std::chrono::milliseconds{static_cast<std::int64_t>(answers_[0].number(0, 0))}};
    }

    [[nodiscard]] result<postgres_stream> find_or_create(std::string_view name,
                                                         std::string_view purpose) {
        auto found = find(name);
        if (!found || found->id != 0) return found;
        std::array calls{adding(name, purpose), postgres_call{postgres_sql::find_stream}};
        calls[1].bind(name);
        if (auto failure = in_.run(calls, answers_)) return problem("create the stream", *failure);
        return stream_of(answers_[1]);
    }

    [[nodiscard]] append_outcome append(std::string_view name, std::uint64_t expected,
                                        std::span<const std::string_view> lines,
                                        std::string_view incarnation) {
        constexpr auto* const doing = "append to the stream";
        if (expected > max_postgres_sequence || lines.size() > max_postgres_sequence - expected)
            return {append_status::failed,
                    error{error_code::validation_error, "a stream has at most 2^63 - 1 records"}};
        // Whoever appended at a sequence, this says who it was.
        const auto id = ++last_append_id_;
        const auto watch = postgres_watch(in_.options().schema, name);
        const auto channel = postgres_channel(watch);
        const bool is_one = lines.size() == 1;
        postgres_call call{is_one ? postgres_sql::append_one : postgres_sql::append};
        call.bind(name).bind(expected).bind(incarnation);
        is_one ? call.bind(lines[0]) : call.bind(lines);
        call.bind(id).bind(watch).bind(std::string_view{channel});
        std::uint64_t losses = 0;
        auto failure = in_.run({&call, 1}, answers_, losses);
        const auto appended = [&] { return answers_.back().number(0, 0) != 0; };
        if (!failure && !appended() && expected == 0 && incarnation.empty() &&
            answers_[0].number(0, 2) == 0) {
            const std::array calls{adding(name, {}), call};
            failure = in_.run(calls, answers_, losses);
        }
        if (!failure && appended()) {
            if (losses != 0) ++in_.counts().reconciled;
            return {};
        }
        // What was tried before its answer was lost may have been recorded, or may be still.
        if (losses != 0 && !lines.empty()) {
            auto outcome = look_for(name, expected + 1, id, failure.has_value());
            if (outcome.status != append_status::unknown) ++in_.counts().reconciled;
            if (outcome.status == append_status::unknown && failure)
                outcome.problem = problem(unsure, *failure);
            return outcome;
        }
        if (failure) return {append_status::failed, problem(doing, *failure)};
        ++in_.counts().conflicts;
        return {append_status::conflict, {}};
    }

    /// Records above `from`: at least one, if there are any, and not many more than 4 MiB.
    [[nodiscard]] result<void> read(std::string_view name, std::uint64_t from,
                                    postgres_page& page) {
        postgres_call call{postgres_sql::read_records};
        call.bind(name).bind_sequence(from);
        call.bind(page_bytes).bind(page_records);
        if (auto failure = in_.run(call, answers_)) return problem("read the stream", *failure);
        return read_page(name, from, std::move(answers_[0]), page);
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view name, std::string_view owner,
                                             std::uint64_t sequence, std::string_view bytes) {
        std::vector<postgres_call> calls;
        if (sequence == 0) calls.push_back(adding(name, {}));
        calls.emplace_back(postgres_sql::lock_stream).bind(name);
        calls.emplace_back(postgres_sql::put_snapshot)
            .bind(name)
            .bind(owner)
            .bind_sequence(sequence)
            .bind(bytes);
        if (auto failure = in_.run(calls, answers_)) return problem("save the snapshot", *failure);
        const auto& stream = answers_[answers_.size() - 2];
        const auto last = stream.rows() == 0 ? 0 : stream.number(0, 2);
        if (auto refused = refuse_sequence("a snapshot", sequence, last))
            return std::move(*refused);
        const auto newest = answers_.back().number(0, 0);
        if (newest > sequence) return older_snapshot(owner, sequence, newest);
        return {};
    }

    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view name,
                                                                  std::string_view owner,
                                                                  std::uint64_t at_most) {
        postgres_call call{postgres_sql::newest_snapshot};
        call.bind(name).bind(owner).bind_sequence(at_most);
        if (auto failure = in_.run(call, answers_)) return problem("read the snapshot", *failure);
        const auto& row = answers_[0];
        if (row.rows() == 0) return std::optional<snapshot>{};
        return std::optional{snapshot{row.number(0, 0), std::string{row.bytes(0, 1)}}};
    }

    [[nodiscard]] result<void> truncate(std::string_view name, std::uint64_t up_to) {
        // Only who has the lock sees all records there are.
        std::array calls{postgres_call{postgres_sql::lock_stream},
                         postgres_call{postgres_sql::truncate}};
        calls[0].bind(name);
        calls[1].bind(name).bind_sequence(up_to);
        if (auto failure = in_.run(calls, answers_))
            return problem("truncate the stream", *failure);
        const auto last = answers_[0].rows() == 0 ? 0 : answers_[0].number(0, 2);
        if (auto refused = refuse_sequence("truncation", up_to, last)) return std::move(*refused);
        return {};
    }

    /// `change(record)` gives other bytes, or nothing. Nobody appends meanwhile, so that nothing is
    /// rewritten that `change` has not seen.
    template <class Change>
    [[nodiscard]] result<void> rewrite(std::string_view name, Change& change,
                                       outdated_snapshots outdated) {
        std::uint64_t losses = 0;
        std::optional<error> damage;
        auto failure = in_.attempt(
            [&](postgres_connection& in) { return rewrite_in(in, name, change, outdated, damage); },
            losses);
        if (damage) return std::move(*damage);
        if (failure) return problem("rewrite the stream", *failure);
        return {};
    }

    /// Whether it was there.
    [[nodiscard]] result<bool> erase(std::string_view name) {
        auto found = find(name);
        if (!found) return found.error();
        if (found->id == 0) return false;
        // By its number: what arrives late erases no other stream of that name.
        std::array calls{postgres_call{postgres_sql::lock_stream},
                         postgres_call{postgres_sql::erase_stream}};
        calls[0].bind(name);
        calls[1].bind(found->id);
        if (auto failure = in_.run(calls, answers_)) return problem("erase the stream", *failure);
        return true;
    }

    [[nodiscard]] result<std::vector<std::string>> names() {
        const postgres_call call{postgres_sql::list_streams};
        if (auto failure = in_.run(call, answers_)) return problem("list the streams", *failure);
        std::vector<std::string> out;
        for (std::size_t i = 0; i < answers_[0].rows(); ++i)
            out.emplace_back(answers_[0].bytes(i, 0));
        return out;
    }

    /// Leaves no byte in the tables' files that no row has any more, where that is asked for.
    [[nodiscard]] result<void> erase_leftovers() {
        if (in_.options().erasure == postgres_erasure::rows) return {};
        for (const auto* const table : {"records", "snapshots", "streams"}) {
            const postgres_call call{std::string{"VACUUM (FULL) "} + table};
            const auto failure = in_.run(call, answers_);
            if (!failure) continue;
            const auto cause = problem("erase what was replaced", *failure);
            auto details = cause.details();
            details.push_back({"left_in", table});
            return error{error_code::storage_error,
                         cause.message() +
                             ". The change itself is made, but the files of the server may still "
                             "hold what it replaced: call `rewrite` again",
                         std::move(details)};
        }
        return {};
    }

private:
    static constexpr std::uint64_t page_bytes = std::uint64_t{4} << 20U;
    static constexpr std::uint64_t page_records = 4'096;
    static constexpr auto* unsure =
        "tell whether the records were appended, read the stream before anything else";

    [[nodiscard]] error problem(std::string_view doing, const postgres_failure& failure) const {
        return postgres_problem(in_.address(), doing, failure);
    }

    // 64 bits of the system's random device, which may take its time, for all appends of a store.
    [[nodiscard]] static std::uint64_t random_bits() {
        std::random_device source;
        return std::uint64_t{source()} << 32U | source();
    }

    [[nodiscard]] static postgres_call adding(std::string_view name, std::string_view purpose) {
        postgres_call call{postgres_sql::add_stream};
        call.bind(name).bind(purpose).bind_copy(new_incarnation());
        return call;
    }

    [[nodiscard]] static postgres_stream stream_of(const postgres_answer& row) {
        if (row.rows() == 0) return {};
        return {row.number(0, 0),
                {.purpose = std::string{row.bytes(0, 1)},
                 .incarnation = std::string{row.bytes(0, 2)},
                 .oldest = row.number(0, 3),
                 .last = row.number(0, 4)}};
    }

    // What became of an append whose answer was lost. It is recorded if its record stands there. If
    // another one does, it never will be; if none does, that holds once a repetition was refused.
    [[nodiscard]] append_outcome look_for(std::string_view name, std::uint64_t sequence,
                                          std::uint64_t id, bool may_still_come) {
        postgres_call call{postgres_sql::find_append};
        call.bind(name).bind(sequence);
        std::vector<postgres_answer> answers;
        if (auto failure = in_.run(call, answers))
            return {append_status::unknown, problem(unsure, *failure)};
        const auto& row = answers[0];
        const bool is_there = row.rows() != 0;
        if (is_there && !row.is_null(0, 1))
            return {row.number(0, 1) == id ? append_status::recorded : append_status::conflict, {}};
        // Of a stream that is gone nobody knows.
        if (!is_there || row.number(0, 0) >= sequence || may_still_come)
            return {append_status::unknown,
                    postgres_problem(in_.address(), std::string{"cannot "} + unsure,
                                     "repeat it with the same idempotency key")};
        return {append_status::conflict, {}};
    }

    [[nodiscard]] result<void> read_page(std::string_view name, std::uint64_t from,
                                         postgres_answer rows, postgres_page& page) const {
        page = {};
        if (rows.rows() == 0) return {};
        page.id = rows.number(0, 0);
        page.oldest = rows.number(0, 1);
        page.last = rows.number(0, 2);
        if (!rows.is_null(0, 3)) page.records = rows.rows();
        const auto missing = [&](std::uint64_t sequence) {
            return postgres_problem(in_.address(),
                                    "damaged: record " + std::to_string(sequence) + " of stream " +
                                        text::quoted(name) + " is not there",
                                    "restore the database from a backup");
        };
        for (std::size_t i = 0; i < page.records; ++i)
            if (rows.number(i, 3) != from + i + 1) return missing(from + i + 1);
        if (page.records == 0 && from >= page.oldest && from < page.last) return missing(from + 1);
        page.rows.emplace(std::move(rows));
        return {};
    }

    template <class Change>
    [[nodiscard]] std::optional<postgres_failure> rewrite_in(postgres_connection& in,
                                                             std::string_view name, Change& change,
                                                             outdated_snapshots outdated,
                                                             std::optional<error>& damage) {
        damage.reset();
        std::vector<postgres_answer> answers;
        std::array begin{postgres_call{postgres_sql::begin},
                         postgres_call{postgres_sql::lock_stream}};
        begin[1].bind(name);
        if (auto failure = in.run(begin, answers)) return failure;
        if (answers[1].rows() == 0) return {};
        const auto id = answers[1].number(0, 0), last = answers[1].number(0, 2);
        for (auto at = answers[1].number(0, 1); at < last;) {
            postgres_call next{postgres_sql::read_records};
            next.bind(name).bind(at).bind(page_bytes).bind(page_records);
            if (auto failure = in.run(next, answers)) return failure;
            postgres_page page;
            if (auto read = read_page(name, at, std::move(answers[0]), page); !read) {
                damage.emplace(read.error());
                return {};
            }
            std::vector<std::uint64_t> sequences;
            std::vector<std::string> bytes;
            for (std::size_t i = 0; i < page.records; ++i) {
                ++at;
                auto other = change(record{at, page.rows->bytes(i, 4)});
                if (!other) continue;
                sequences.push_back(at);
                bytes.push_back(std::move(*other));
            }
            if (sequences.empty()) continue;
            const std::vector<std::string_view> all{bytes.begin(), bytes.end()};
            postgres_call write{postgres_sql::change_records};
            write.bind(id).bind(std::span{std::as_const(sequences)}).bind(std::span{all});
            if (auto failure = in.run(write, answers)) return failure;
        }
        std::array end{postgres_call{postgres_sql::outdate_snapshots},
                       postgres_call{postgres_sql::commit}};
        end[0].bind(id).bind_sequence(outdated.below).bind(outdated.owner);
        return in.run(end, answers);
    }

    postgres_session in_;
    std::vector<postgres_answer> answers_;
    std::uint64_t last_append_id_ = random_bits();
};

}  // namespace workmem::journal
