#pragma once

#include <workmem_redis/address.hpp>
#include <workmem_redis/client.hpp>
#include <workmem_redis/counts.hpp>
#include <workmem_redis/examination.hpp>
#include <workmem_redis/files.hpp>
#include <workmem_redis/keys.hpp>
#include <workmem_redis/names.hpp>
#include <workmem_redis/options.hpp>
#include <workmem_redis/page.hpp>

#include <workmem/detail/pointers.hpp>
#include <workmem/journal/back_off.hpp>
#include <workmem/journal/erasing_together.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// Keeps streams in a Redis server (5.0 or newer), which processes of many machines may share:
/// whoever appends first at a sequence wins, the others get `conflict`. Needs hiredis. A stream is
/// a Redis stream, record n has the id n-0; see keys.hpp.
///
/// What is acknowledged is as safe as the server keeps it. Under `sync_mode::always` it has to be
/// on its disk (appendonly yes, appendfsync always), under `interval` in its append-only file;
/// a server that is set up otherwise is refused, `never` takes any. A server that fails over to
/// a replica may lose what it acknowledged.
///
/// A connection that breaks is made again, and an append whose answer was lost is asked for again
/// under the same token: it is recorded once, and only if that cannot be found out within the
/// `patience` of the options the outcome is `unknown`. No call takes longer than that, but for
/// `rewrite` and `erase_stream`, which write everything anew.
///
/// Threads ask over connections of their own. A process that forks must not use a handle that it
/// opened before. A handle; copies share the connections. Thread-safe.
class redis {
    using clock = std::chrono::steady_clock;

public:
    static constexpr bool records = true;
    static constexpr bool loses_answers = true;

    /// Opens a journal at `redis://[[user]:password@]host[:port][/database]`. A server that cannot
    /// be reached, or keeps its data otherwise than `sync` says, is a `storage_error`.
    [[nodiscard]] static result<redis> open(std::string_view url, redis_options options) {
        auto to = redis_url::read(url);
        if (!to) return to.error();
        if (!is_redis_prefix(options.prefix))
            return error{error_code::validation_error,
                         "the prefix of the keys is " +
                             text::quoted(std::string_view{options.prefix}.substr(0, 100)) +
                             "; allowed are 1 to 64 of a-z, A-Z, 0-9 and ._:-"};
        if (to->password.empty()) {
            if (to->user.empty()) to->user = options.user;
            to->password = options.password;
        }
        using std::chrono::milliseconds;
        options.timeout = std::clamp<milliseconds>(options.timeout, milliseconds{1}, longest);
        options.patience = std::clamp<milliseconds>(options.patience, options.timeout, longest);
        options.idle_ttl = std::clamp<milliseconds>(options.idle_ttl, milliseconds{0}, longest);
        redis opened{std::move(*to), options};
        if (auto usable = opened.state_->client.try_out(); !usable) return usable.error();
        return opened;
    }

    /// Finds a stream, or creates it; see `full_engine`. For who only reads, one that is not there
    /// has no records.
    [[nodiscard]] result<stream_info> open_stream(std::string_view name, std::string_view purpose) {
        if (auto problem = refuse_names(name, purpose)) return std::move(*problem);
        auto found = find(name);
        if (!found) return found.error();
        if (!*found && is_read_only()) return stream_info{.purpose = std::string{purpose}};
        auto info = *found ? result<stream_info>{std::move(**found)} : create(name, purpose);
        if (!info) return info;
        if (auto problem = refuse_purpose(name, info->purpose, purpose)) return std::move(*problem);
        return info;
    }

    [[nodiscard]] result<std::optional<stream_info>> find_stream(std::string_view name) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        return find(name);
    }

    /// All or nothing. `unknown` when answers were lost and the server could not be asked again:
    /// the records are there, or may still come. O(lines).
    [[nodiscard]] append_outcome append(std::string_view name, std::uint64_t expected,
                                        std::span<const std::string_view> lines,
                                        std::string_view incarnation = {}) {
        if (auto problem = refuse_names(name)) return {append_status::failed, std::move(problem)};
        if (auto refused = writable(); !refused) return {append_status::failed, refused.error()};
        if (auto problem = refuse_size("records", size_of(lines)))
            return {append_status::failed, std::move(problem)};
        if (lines.size() > most_lines)
            return {append_status::failed,
                    error{error_code::validation_error,
                          "at most 1000000 records are appended at once, here " +
                              std::to_string(lines.size())}};
        if (expected > max_sequence - lines.size())
            return expected > max_sequence
                       ? append_outcome{append_status::conflict, {}}
                       : append_outcome{append_status::failed,
                                        error{error_code::validation_error,
                                              "a stream has at most 2^53 - 1 records"}};
        const auto token = state_->new_token(), at = std::to_string(expected);
        std::vector<std::string_view> arguments{token, at, incarnation};
        arguments.insert(arguments.end(), lines.begin(), lines.end());
        bool is_doubtful = false;
        for (;;) {
            auto reply =
                run("append to the stream", redis_script::append, name, arguments, is_doubtful);
            if (!reply)
                return {is_doubtful ? append_status::unknown : append_status::failed,
                        is_doubtful ? doubtful(reply.error()) : reply.error()};
            const auto word = reply->text(0);
            const bool is_known = word != "forgotten" && word != "missing";
            if (is_doubtful && !is_known)
                return {append_status::unknown,
                        doubtful(redis_problem(
                            where(),
                            "stream " + text::quoted(name) + " was truncated or erased meanwhile",
                            "read it again"))};
            if (is_doubtful) ++state_->client.counters().reconciled;
            if (word == "done" || word == "again") return {};
            if (word != "missing" || expected != 0 || !incarnation.empty()) {
                ++state_->client.counters().conflicts;
                return {append_status::conflict, {}};
            }
            if (auto made = create(name, {}); !made) return {append_status::failed, made.error()};
        }
    }

    /// Appended is as durable as it gets.
    [[nodiscard]] result<void> commit(std::string_view, std::uint64_t) { return {}; }
    [[nodiscard]] result<void> flush(std::string_view) { return {}; }

    /// Visits the records above `from` in order; the visitor may use the journal. A stream that is
    /// truncated or erased in the middle of it is a `conflict`; read it again then.
    template <class Visit>
    [[nodiscard]] result<read_end> read(std::string_view name, std::uint64_t from, Visit&& visit) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        std::optional<read_end> end;
        std::string incarnation;
        std::uint64_t last = 0;
        do {
            const auto page = read_page(name, from);
            if (!page) return page.error();
            if (!end) {
                if (!page->is_there()) return read_end{};
                end = read_end{from < page->oldest(), page->oldest()};
                if (end->compacted) break;
                incarnation = page->incarnation();
                last = page->last();
            } else if (page->incarnation() != incarnation || from < page->oldest() ||
                       page->last() < last) {
                return error{error_code::conflict,
                             "stream " + text::quoted(name) +
                                 " was truncated or erased while it was read, at record " +
                                 std::to_string(from) + "; read it again"};
            }
            for (std::size_t i = 0; i < page->size() && from < last; ++i)
                visit(record{++from, page->bytes(i)});
        } while (from < last);
        return *end;
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view name, std::string_view owner,
                                             std::uint64_t sequence, std::string_view bytes) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        if (auto problem = refuse_owner(owner)) return std::move(*problem);
        if (auto refused = writable(); !refused) return refused;
        if (auto problem = refuse_size("snapshot", bytes.size())) return std::move(*problem);
        const auto at = digits(sequence);
        const std::array<std::string_view, 3> arguments{owner, at, bytes};
        for (;;) {
            auto reply = run("save the snapshot", redis_script::save, name, arguments);
            if (!reply) return reply.error();
            const auto word = reply->text(0);
            if (word == "done") return {};
            if (word == "above") return *refuse_sequence("a snapshot", sequence, reply->number(1));
            if (word == "older") return older_snapshot(owner, sequence, reply->number(1));
            if (auto problem = refuse_sequence("a snapshot", sequence, 0))
                return std::move(*problem);
            if (auto made = create(name, {}); !made) return made.error();
        }
    }

    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view name,
                                                                  std::string_view owner,
                                                                  std::uint64_t at_most) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        const auto most = digits(at_most);
        const std::array<std::string_view, 2> arguments{owner, most};
        auto reply = run("read the snapshot", redis_script::newest, name, arguments);
        if (!reply) return reply.error();
        if (reply->text(0) != "found") return std::optional<snapshot>{};
        return std::optional{snapshot{reply->number(1), std::string{reply->text(2)}}};
    }

    [[nodiscard]] result<void> truncate(std::string_view name, std::uint64_t up_to) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        if (auto refused = writable(); !refused) return refused;
        const auto at = digits(up_to);
        const std::array<std::string_view, 1> arguments{at};
        auto reply = run("truncate the stream", redis_script::truncate, name, arguments);
        if (!reply) return reply.error();
        if (reply->text(0) == "done") return {};
        if (auto problem = refuse_sequence("truncation", up_to, reply->number(1)))
            return std::move(*problem);
        return {};
    }

    /// `change(record)` gives other bytes, or nothing; it must not use the journal, and may be
    /// asked twice where others rewrite or truncate at the same time. What others append meanwhile
    /// is asked for, too. Afterwards the server's files do not hold what was replaced, unless
    /// `erase_files` leaves that to its owner; an error with the detail `left_in` says that the
    /// records are rewritten, but the files are not. O(records), and what the server holds.
    template <class Change>
    [[nodiscard]] result<void> rewrite(std::string_view name, Change&& change,
                                       outdated_snapshots outdated = {}) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        if (auto refused = writable(); !refused) return refused;
        back_off wait{state_->options.patience};
        while (wait.next()) {
            auto done = rewrite_once(name, change, outdated);
            if (!done) return done.error();
            if (*done) return erase_leftovers();
        }
        return error{error_code::conflict,
                     "others go on truncating, rewriting or appending to stream " +
                         text::quoted(name) + "; try again"};
    }

    /// Looks for each name that is registered.
    [[nodiscard]] result<std::vector<std::string>> streams() {
        return state_->names.list(!is_read_only());
    }

    /// Afterwards the server's files do not hold what was in it; see `rewrite`.
    [[nodiscard]] result<bool> erase_stream(std::string_view name) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        if (auto refused = writable(); !refused) return refused.error();
        auto by = state_->names.find(name);
        if (!by) return by.error();
        bool is_doubtful = false;
        auto reply = run("erase the stream", redis_script::erase, name, {}, is_doubtful);
        if (!reply) return reply.error();
        if (auto dropped = state_->names.drop(name, *by); !dropped) return dropped.error();
        if (reply->text(0) != "done" && !is_doubtful) return false;
        if (auto done = erase_leftovers(); !done) return done.error();
        return true;
    }

    /// True once there is a record above `after`, false after the timeout or when the server cannot
    /// be asked. A record wakes it at once, whoever wrote it.
    [[nodiscard]] bool wait_for_changes(std::string_view name, std::uint64_t after,
                                        std::chrono::milliseconds timeout) {
        using std::chrono::milliseconds;
        // Not longer at once: a connection may break without that anybody says so.
        constexpr milliseconds longest_block{5'000};
        const redis_keys keys{state_->options.prefix, name};
        const auto until = clock::now() + std::clamp(timeout, milliseconds{0}, longest);
        const auto id = digits(after) + "-0";
        for (;;) {
            const auto found = find(name);
            const auto left = std::chrono::ceil<milliseconds>(until - clock::now());
            if (!found && state_->client.is_silent() && left.count() > 0) {
                // Calls fail at once: a waiting caller asks only now and then.
                constexpr milliseconds pause{100};
                std::this_thread::sleep_for((std::min)(left, pause));
                continue;
            }
            if (!found) return false;
            if (*found && (*found)->last > after) return true;
            if (left.count() <= 0) return false;
            const auto block = (std::min)(left, longest_block);
            auto woken =
                state_->client.ask("wait for the stream",
                                   {"XREAD", "COUNT", "1", "BLOCK", std::to_string(block.count()),
                                    "STREAMS", keys.log, id},
                                   block);
            if (!woken) return false;
            if (woken->size() != 0) return true;
        }
    }

    /// Looks at every record of every stream: whether they are there without a gap. Changes
    /// nothing. O(all).
    [[nodiscard]] result<redis_examination> examine() {
        auto names = state_->names.list(false);
        if (!names) return names.error();
        redis_examination found;
        for (const auto& name : *names) {
            ++found.streams;
            const auto info = find_stream(name);
            const auto oldest = info && *info ? (*info)->oldest : 0;
            const auto done = read(name, oldest, [&](const record&) { ++found.records; });
            if (!done)
                found.problems.push_back("stream " + text::quoted(name) + ": " +
                                         done.error().message());
        }
        return found;
    }

    /// The server's time; nothing where it does not say.
    [[nodiscard]] std::optional<timestamp> now() {
        const auto told = state_->client.ask("tell the time", {"TIME"});
        if (!told || told->size() != 2) return std::nullopt;
        return timestamp{milliseconds{
            static_cast<std::int64_t>(told->number(0) * 1'000 + told->number(1) / 1'000)}};
    }

    [[nodiscard]] bool is_read_only() const noexcept { return state_->options.read_only; }
    /// The address, without user and password.
    [[nodiscard]] const std::string& where() const noexcept { return state_->client.where(); }
    [[nodiscard]] redis_counts counts() const noexcept { return state_->client.counts(); }

private:
    static constexpr std::chrono::milliseconds longest = std::chrono::hours{24 * 365};
    // A server closes the connection at a command of 2^20 words.
    static constexpr std::size_t most_lines = 1'000'000;
    static constexpr std::uint64_t max_sequence = (std::uint64_t{1} << 53U) - 1;
    static constexpr std::size_t max_size = std::size_t{500} << 20U;
    static constexpr std::size_t max_step = 500;  // records that are copied at once

    struct state {
        state(redis_address to, const redis_options& how)
            : options{how}, client{std::move(to), how}, names{client, how.prefix} {
            std::random_device source;
            token = (std::uint64_t{source()} << 32U) + source();
        }
        state(const state&) = delete;
        state& operator=(const state&) = delete;
        ~state() = default;
        // What an append is known by: no other one, of whatever process, has the same.
        [[nodiscard]] std::string new_token() {
            auto bits = token += 0x9E3779B97F4A7C15U;
            bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
            bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
            return std::to_string((bits ^ (bits >> 31U)) >> 1U);  // which Redis keeps as a number
        }
        const redis_options options;
        redis_client client;
        redis_names names;
        std::atomic<std::uint64_t> token;
    };

    redis(redis_address to, const redis_options& options)
        : state_{std::in_place, std::move(to), options} {}

    [[nodiscard]] static std::string digits(std::uint64_t sequence) {
        return std::to_string((std::min)(sequence, max_sequence));
    }
    [[nodiscard]] static std::size_t size_of(std::span<const std::string_view> lines) noexcept {
        std::size_t all = 0;
        for (const auto each : lines) all += each.size() + 16;
        return all;
    }
    [[nodiscard]] static std::optional<error> refuse_size(std::string_view what, std::size_t size) {
        if (size <= max_size) return {};
        return error{error_code::validation_error, "the " + std::string{what} + " have " +
                                                       std::to_string(size) +
                                                       " bytes; a Redis server takes at most " +
                                                       std::to_string(max_size) + " at once"};
    }
    [[nodiscard]] static error doubtful(const error& cause) {
        return {cause.code(),
                cause.message() +
                    ". The records may have been appended: read the stream before anything else",
                cause.details()};
    }
    [[nodiscard]] result<void> writable() const {
        if (!is_read_only()) return {};
        return redis_problem(where(), "it is opened for reading only",
                             "open the journal without `read_only`");
    }

    [[nodiscard]] result<redis_reply> run(std::string_view doing, redis_script which,
                                          std::string_view name,
                                          std::span<const std::string_view> arguments,
                                          bool& is_doubtful) {
        const redis_keys of{state_->options.prefix, name};
        const std::array<std::string_view, 4> keys{of.meta, of.log, of.snapshots, of.copy};
        return state_->client.run(doing, which, keys, arguments, is_doubtful);
    }
    [[nodiscard]] result<redis_reply> run(std::string_view doing, redis_script which,
                                          std::string_view name,
                                          std::span<const std::string_view> arguments) {
        bool is_doubtful = false;
        return run(doing, which, name, arguments, is_doubtful);
    }

    // Makes it where there is none, if it is told of an incarnation.
    [[nodiscard]] result<std::optional<stream_info>> look(std::string_view name,
                                                          std::string_view purpose,
                                                          std::string_view incarnation) {
        const auto idle = std::to_string(state_->options.idle_ttl.count());
        const std::array<std::string_view, 4> arguments{purpose, incarnation, idle,
                                                        incarnation.empty() ? "0" : "1"};
        auto reply = run("open the stream", redis_script::open, name, arguments);
        if (!reply) return reply.error();
        if (reply->text(0) != "found") return std::optional<stream_info>{};
        return std::optional{stream_info{std::string{reply->text(4)}, std::string{reply->text(1)},
                                         reply->number(2), reply->number(3)}};
    }
    [[nodiscard]] result<std::optional<stream_info>> find(std::string_view name) {
        auto found = look(name, {}, {});
        if (found && *found && !is_read_only())
            state_->names.look_after(name, (*found)->incarnation);
        return found;
    }
    // Or finds one that somebody else has made by now.
    [[nodiscard]] result<stream_info> create(std::string_view name, std::string_view purpose) {
        const auto incarnation = new_incarnation();
        // Before, so that it is not missing after a crash; and after, for who found no stream in
        // between and forgets the name.
        if (auto added = state_->names.add(name, incarnation + '?'); !added) return added.error();
        auto made = look(name, purpose, incarnation);
        if (!made) return made.error();
        if (auto added = state_->names.add(name, incarnation); !added) return added.error();
        return std::move(**made);
    }

    [[nodiscard]] result<redis_page> read_page(std::string_view name, std::uint64_t from) {
        const auto at = digits(from);
        const std::array<std::string_view, 1> arguments{at};
        auto reply = run("read the stream", redis_script::page, name, arguments);
        if (!reply) return reply.error();
        return redis_page{std::move(*reply)};
    }

    [[nodiscard]] result<void> erase_leftovers() {
        if (!state_->options.erase_files) return {};
        return erasing_together::erase(
            where(), [in = state_] { return redis_files{in->client}.erase_leftovers(); });
    }

    // False where others were in the way.
    template <class Change>
    [[nodiscard]] result<bool> rewrite_once(std::string_view name, Change& change,
                                            outdated_snapshots outdated) {
        const auto token = state_->new_token(), below = digits(outdated.below);
        std::map<std::uint64_t, std::string> changes;
        auto first = read_page(name, max_sequence);
        if (!first) return first.error();
        if (!first->is_there()) return true;
        const std::string incarnation{first->incarnation()}, before{first->rewritten()};
        const auto oldest = first->oldest();
        for (auto known = oldest, copied = oldest;;) {
            for (auto last = known + 1; known < last;) {
                auto page = read_page(name, known);
                if (!page) return page.error();
                if (page->incarnation() != incarnation || page->rewritten() != before ||
                    page->oldest() != oldest)
                    return false;
                last = page->last();
                for (std::size_t i = 0; i < page->size(); ++i)
                    if (auto other = change(record{++known, page->bytes(i)}))
                        changes.insert_or_assign(known, std::move(*other));
            }
            // Where nothing changes, nothing is copied.
            auto from = changes.empty() ? known : copied;
            do {
                const auto to = (std::min)(from + max_step, known);
                const auto base = digits(oldest), start = digits(from), end = digits(to);
                std::vector<std::string> numbers;
                std::vector<std::string_view> arguments{
                    token,          incarnation, before, base, start, end, to == known ? "1" : "0",
                    outdated.owner, below};
                const auto begin = changes.upper_bound(from), stop = changes.upper_bound(to);
                for (auto each = begin; each != stop; ++each)
                    numbers.push_back(std::to_string(each->first));
                auto number = numbers.begin();
                for (auto each = begin; each != stop; ++each) {
                    arguments.push_back(*number++);
                    arguments.push_back(each->second);
                }
                auto reply = run("rewrite the stream", redis_script::rewrite, name, arguments);
                if (!reply) return reply.error();
                if (reply->text(0) == "done") return true;
                if (reply->text(0) != "copied") return false;
                from = to;
            } while (from < known);
            if (!changes.empty()) copied = known;
        }
    }

    workmem::detail::shared<state> state_;
};

}  // namespace workmem::journal
