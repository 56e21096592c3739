#pragma once

#include <workmem_postgres/address.hpp>
#include <workmem_postgres/error.hpp>
#include <workmem_postgres/options.hpp>
#include <workmem_postgres/statements.hpp>

#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// PostgreSQL's integers have a sign; no stream has more records than this.
inline constexpr std::uint64_t max_postgres_sequence =
    static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)());

/// A statement with its values, which are bound in order. Bytes are borrowed until it has run.
class postgres_call {
public:
    explicit postgres_call(postgres_sql which) noexcept : which_{which} {}
    /// A statement that is not kept. Its text is one of ours.
    explicit postgres_call(std::string text) noexcept : text_{std::move(text)} {}

    /// As a bigint of the same 64 bits.
    postgres_call& bind(std::uint64_t number) {
        return own([number](std::string& out) { put(out, number); });
    }
    /// The same of a sequence; above `max_postgres_sequence`: that.
    postgres_call& bind_sequence(std::uint64_t sequence) {
        return bind((std::min)(sequence, max_postgres_sequence));
    }
    postgres_call& bind(std::string_view bytes) {
        values_.push_back({{}, bytes.empty() ? std::string_view{""} : bytes});
        return *this;
    }
    postgres_call& bind_copy(std::string bytes) {
        values_.push_back({std::move(bytes), {}});
        return *this;
    }
    postgres_call& bind(std::span<const std::string_view> all) {
        return own([all](std::string& out) {
            std::size_t size = 20;
            for (const auto each : all) size += 4 + each.size();
            out.reserve(size);
            begin_array(out, bytea, all.size());
            for (const auto each : all) {
                put(out, static_cast<std::uint32_t>(each.size()));
                out += each;
            }
        });
    }
    postgres_call& bind(std::span<const std::uint64_t> all) {
        return own([all](std::string& out) {
            begin_array(out, int8, all.size());
            for (const auto each : all) {
                put(out, std::uint32_t{8});
                put(out, each);
            }
        });
    }

    [[nodiscard]] const std::optional<postgres_sql>& which() const noexcept { return which_; }
    [[nodiscard]] const char* text() const noexcept {
        return which_ ? text_of(*which_) : text_.c_str();
    }
    /// Sends it; false if there is no memory or no connection.
    [[nodiscard]] bool send(PGconn* to, const char* prepared) const {
        constexpr std::size_t most = 8;
        std::array<const char*, most> data{};
        std::array<int, most> sizes{}, formats{};
        const auto count = (std::min)(values_.size(), most);
        for (std::size_t i = 0; i < count; ++i) {
            const auto bytes = values_[i].bytes();
            if (bytes.size() > max_bytes) return false;
            data[i] = bytes.data();
            sizes[i] = static_cast<int>(bytes.size());
            formats[i] = 1;
        }
        const auto number = static_cast<int>(count);
        return (prepared != nullptr ? PQsendQueryPrepared(to, prepared, number, data.data(),
                                                          sizes.data(), formats.data(), 1)
                                    : PQsendQueryParams(to, text(), number, nullptr, data.data(),
                                                        sizes.data(), formats.data(), 1)) == 1;
    }
    /// Whether the values are small enough for any server.
    [[nodiscard]] bool fits() const noexcept {
        std::size_t sum = 0;
        for (const auto& each : values_) sum += each.bytes().size();
        return sum <= max_bytes;
    }

private:
    static constexpr std::uint32_t bytea = 17, int8 = 20;  // as the server numbers types
    static constexpr std::size_t max_bytes = 1'000'000'000;

    struct value {
        std::optional<std::string> owned;
        std::string_view borrowed;
        [[nodiscard]] std::string_view bytes() const noexcept { return owned ? *owned : borrowed; }
    };

    template <class Word>
    static void put(std::string& out, Word word) {
        for (auto shift = sizeof(Word) * 8; shift != 0;)
            out += static_cast<char>(static_cast<unsigned char>(word >> (shift -= 8)));
    }
    static void begin_array(std::string& out, std::uint32_t type, std::size_t size) {
        put(out, std::uint32_t{size == 0 ? 0U : 1U});
        put(out, std::uint32_t{0});  // no NULL in it
        put(out, type);
        if (size == 0) return;
        put(out, static_cast<std::uint32_t>(size));
        put(out, std::uint32_t{1});  // it counts from 1
    }
    template <class Write>
    postgres_call& own(Write&& write) {
        auto& out = values_.emplace_back();
        write(out.owned.emplace());
        return *this;
    }

    std::optional<postgres_sql> which_;
    std::string text_;
    std::vector<value> values_;
};

/// What a statement answered; its bytes live as long as it does.
class postgres_answer {
public:
    explicit postgres_answer(PGresult* from) noexcept : held_{from, &PQclear} {}

    [[nodiscard]] std::size_t rows() const noexcept {
        return static_cast<std::size_t>(PQntuples(held_.get()));
    }
    [[nodiscard]] bool is_null(std::size_t row, int column) const noexcept {
        return PQgetisnull(held_.get(), static_cast<int>(row), column) == 1;
    }
    [[nodiscard]] std::string_view bytes(std::size_t row, int column) const noexcept {
        const auto at = static_cast<int>(row);
        return {PQgetvalue(held_.get(), at, column),
                static_cast<std::size_t>(PQgetlength(held_.get(), at, column))};
    }
    /// Of any integer, and of a truth value: 0 or 1.
    [[nodiscard]] std::uint64_t number(std::size_t row, int column) const noexcept {
        std::uint64_t out = 0;
        for (const char each : bytes(row, column))
            out = out << 8U | static_cast<unsigned char>(each);
        return out;
    }
    [[nodiscard]] PGresult* get() const noexcept { return held_.get(); }

private:
    std::unique_ptr<PGresult, void (*)(PGresult*)> held_;
};

/// Null where there is no memory; to be finished.
[[nodiscard]] inline PGconn* begin_to_connect(const postgres_address& at,
                                              const postgres_options& options) {
    const auto user_timeout = std::to_string(options.tcp_user_timeout.count());
    const std::array<const char*, 5> keys{"fallback_application_name", "tcp_user_timeout", "dbname",
                                          "client_encoding", nullptr};
    const std::array<const char*, 5> values{"workmem", user_timeout.c_str(), at.conninfo.c_str(),
                                            "UTF8", nullptr};
    return PQconnectStartParams(keys.data(), values.data(), 1);
}

/// At once, however the server is; null is fine.
inline void finish_postgres(PGconn* in) noexcept {
    if (in == nullptr) return;
    // What libpq would send to say goodbye could wait.
    if (const int socket = PQsocket(in); socket >= 0) ::shutdown(socket, SHUT_RDWR);
    PQfinish(in);
}

/// True once a socket is ready, false at `until` or when it cannot be waited for.
[[nodiscard]] inline bool await_postgres(PGconn* in, short what,
                                         std::chrono::steady_clock::time_point until) {
    for (;;) {
        pollfd at{PQsocket(in), what, 0};
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        constexpr std::int64_t longest = 60'000;
        const auto wait = std::clamp<std::int64_t>(left.count(), 0, longest);
        const int done = ::poll(&at, 1, static_cast<int>(wait));
        if (done > 0) return true;
        if (done < 0 && errno != EINTR) return false;
        if (left.count() <= 0) return false;
    }
}

/// Whether a server that said nothing says something again: a connection that is begun, and goes on
/// from one question to the next. Not thread-safe.
class postgres_probe {
    using clock = std::chrono::steady_clock;

public:
    postgres_probe() = default;
    postgres_probe(const postgres_probe&) = delete;
    postgres_probe& operator=(const postgres_probe&) = delete;
    ~postgres_probe() { close(); }

    /// True also where the server cannot be reached at all: it is not silent, but gone, and the
    /// caller is to hear of that, or to outlast it.
    [[nodiscard]] bool is_answered(const postgres_address& at, const postgres_options& options,
                                   clock::time_point until) {
        if (in_ == nullptr) {
            in_ = begin_to_connect(at, options);
            begun_ = clock::now();
            next_ = PGRES_POLLING_WRITING;
            if (in_ == nullptr || PQstatus(in_) == CONNECTION_BAD) return close(), true;
        }
        while (next_ != PGRES_POLLING_OK && next_ != PGRES_POLLING_FAILED) {
            if (!await_postgres(in_, next_ == PGRES_POLLING_READING ? POLLIN : POLLOUT, until))
                return false;
            next_ = PQconnectPoll(in_);
        }
        // What fails late has waited in vain, too.
        const bool is_late =
            next_ == PGRES_POLLING_FAILED && clock::now() - begun_ >= options.connect_timeout;
        close();
        return !is_late;
    }

private:
    void close() noexcept { finish_postgres(std::exchange(in_, nullptr)); }

    PGconn* in_ = nullptr;
    PostgresPollingStatusType next_ = PGRES_POLLING_WRITING;
    clock::time_point begun_{};
};

/// A connection with its prepared statements, which never waits longer than it is told to. Neither
/// copyable nor movable; not thread-safe: its owner has a mutex.
class postgres_connection {
public:
    using time_point = std::chrono::steady_clock::time_point;

    postgres_connection(const postgres_address& at, const postgres_options& options)
        : at_{at}, options_{options} {}
    postgres_connection(const postgres_connection&) = delete;
    postgres_connection& operator=(const postgres_connection&) = delete;
    ~postgres_connection() { close(); }

    [[nodiscard]] bool is_open() const noexcept { return in_ != nullptr; }

    /// Nothing to do where it stands. Looking up the host's name is libpq's, and may take as long
    /// as the system lets it.
    [[nodiscard]] std::optional<postgres_failure> open() {
        if (is_open()) return {};
        auto failure = connect(std::chrono::steady_clock::now() + options_.connect_timeout);
        if (!failure) failure = set_up();
        if (failure) close();
        return failure;
    }

    /// Closes it if the server did so meanwhile: what is sent then is lost for nothing.
    void close_if_stale() {
        for (int i = 0; is_open() && i < 10; ++i) {
            if (!await_socket(POLLIN, {})) return;
            if (PQconsumeInput(in_) != 1) close();
        }
    }

    /// Runs statements as one transaction, unless one of them begins one, in one round trip; there
    /// is an answer for each if nothing fails. A failure that is not `lost` means that nothing of
    /// it is done.
    [[nodiscard]] std::optional<postgres_failure> run(std::span<const postgres_call> calls,
                                                      std::vector<postgres_answer>& answers) {
        answers.clear();
        for (const auto& call : calls)
            if (!call.fits()) return postgres_failure{"54000", "it is too large"};
        const auto until = std::chrono::steady_clock::now() + options_.statement_timeout + grace;
        std::vector<std::optional<postgres_sql>> sent;  // what is prepared, or nothing for a call
        for (const auto& call : calls)
            if (!send(call, sent)) return lose();
        if (PQpipelineSync(in_) != 1) return lose();
        std::optional<postgres_failure> failure;
        for (std::size_t next = 0, nulls = 0;;) {
            if (!await_answer(until)) return lose();
            postgres_answer answer{PQgetResult(in_)};
            if (answer.get() == nullptr) {
                if (++nulls > 2) return lose();  // it has lost count
                continue;
            }
            nulls = 0;
            const auto status = PQresultStatus(answer.get());
            // Only now is it committed.
            if (status == PGRES_PIPELINE_SYNC) break;
            const bool is_good = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
            if (!is_good && !failure && status != PGRES_PIPELINE_ABORTED)
                failure = failure_of(answer.get());
            if (next < sent.size()) {
                if (const auto prepared = sent[next++]) {
                    if (is_good) is_prepared_[static_cast<std::size_t>(*prepared)] = true;
                    continue;
                }
            }
            if (is_good) answers.push_back(std::move(answer));
        }
        if (PQstatus(in_) != CONNECTION_OK) return lose();
        if (!failure && answers.size() != calls.size()) return lose();
        return failure;
    }
    [[nodiscard]] std::optional<postgres_failure> run(const postgres_call& call,
                                                      std::vector<postgres_answer>& answers) {
        return run({&call, 1}, answers);
    }

    /// Leaves a transaction that was begun and not ended, or the server.
    void leave_transaction() {
        if (!is_open() || PQtransactionStatus(in_) == PQTRANS_IDLE) return;
        std::vector<postgres_answer> nothing;
        if (run(postgres_call{postgres_sql::rollback}, nothing)) close();
    }

    /// True once a notification came, false at `until` or when the connection broke.
    [[nodiscard]] bool await_notification(time_point until) {
        for (;;) {
            if (!is_open()) return false;
            bool came = false;
            while (auto* const each = PQnotifies(in_)) {
                PQfreemem(each);
                came = true;
            }
            if (came) return true;
            if (!await_socket(POLLIN, until)) return false;
            if (PQconsumeInput(in_) != 1) {
                close();
                return false;
            }
        }
    }

    [[nodiscard]] std::string quoted_identifier(std::string_view name) const {
        const std::unique_ptr<char, decltype(&PQfreemem)> quoted{
            PQescapeIdentifier(in_, name.data(), name.size()), &PQfreemem};
        return quoted ? quoted.get() : std::string{};
    }

    /// At once, however the server is.
    void close() noexcept {
        finish_postgres(std::exchange(in_, nullptr));
        is_prepared_ = {};
    }

private:
    static constexpr std::chrono::seconds grace{1};

    [[nodiscard]] std::optional<postgres_failure> connect(time_point until) {
        in_ = begin_to_connect(at_, options_);
        if (in_ == nullptr) return postgres_failure{"53200", "out of memory"};
        if (PQstatus(in_) == CONNECTION_BAD) return connect_failure();
        // So that an error says its SQLSTATE.
        PQsetErrorVerbosity(in_, PQERRORS_VERBOSE);
        PQsetNoticeReceiver(
            in_, [](void*, const PGresult*) {}, nullptr);
        for (auto state = PGRES_POLLING_WRITING; state != PGRES_POLLING_OK;) {
            if (state == PGRES_POLLING_FAILED) return connect_failure();
            const short what = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
            if (!await_socket(what, until))
                return postgres_failure{"", "the server does not answer", false, true};
            state = PQconnectPoll(in_);
        }
        PQsetErrorVerbosity(in_, PQERRORS_DEFAULT);
        if (PQsetnonblocking(in_, 1) != 0 || PQenterPipelineMode(in_) != 1)
            return postgres_failure{"", "the connection is not what it should be"};
        return {};
    }

    [[nodiscard]] std::optional<postgres_failure> set_up() {
        const auto timeout = std::to_string(
            (std::max)(options_.statement_timeout, std::chrono::milliseconds{1}).count());
        // Nothing is found in schemas that others may write to. All statements have an index; what
        // is planned while a table is small must not forget it. What is acknowledged is kept.
        postgres_call call{
            "SELECT set_config('search_path', $1::text || ', pg_temp', false), "
            "set_config('statement_timeout', $2::text, false), "
            "set_config('idle_in_transaction_session_timeout', $2::text, false), "
            "set_config('default_transaction_isolation', 'read committed', false), "
            "set_config('default_transaction_read_only', "
            "CASE $3::text WHEN '' THEN current_setting('default_transaction_read_only') "
            "ELSE $3 END, false), "
            "set_config('synchronous_commit', "
            "CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' "
            "ELSE current_setting('synchronous_commit') END, false), "
            "set_config('plan_cache_mode', 'force_generic_plan', false), "
            "set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false)"};
        const auto schema = quoted_identifier(options_.schema);
        call.bind(schema).bind(timeout);
        call.bind(options_.read_only ? std::string_view{"on"} : std::string_view{});
        std::vector<postgres_answer> answers;
        return run(call, answers);
    }

    [[nodiscard]] bool send(const postgres_call& call,
                            std::vector<std::optional<postgres_sql>>& sent) {
        if (in_ == nullptr) return false;
        if (const auto which = call.which()) {
            const auto name = "workmem_" + std::to_string(static_cast<int>(*which));
            const bool is_on_its_way = std::find(sent.begin(), sent.end(), which) != sent.end();
            if (!is_prepared_[static_cast<std::size_t>(*which)] && !is_on_its_way) {
                if (PQsendPrepare(in_, name.c_str(), call.text(), 0, nullptr) != 1) return false;
                sent.push_back(which);
            }
            sent.emplace_back();
            return call.send(in_, name.c_str());
        }
        sent.emplace_back();
        return call.send(in_, nullptr);
    }

    [[nodiscard]] bool await_answer(time_point until) {
        for (;;) {
            const int left = PQflush(in_);
            if (left < 0) return false;
            if (left == 0 && PQisBusy(in_) == 0) return true;
            if (!await_socket(left == 0 ? POLLIN : static_cast<short>(POLLIN | POLLOUT), until))
                return false;
            if (PQconsumeInput(in_) != 1) return false;
        }
    }

    [[nodiscard]] bool await_socket(short what, time_point until) const {
        return await_postgres(in_, what, until);
    }

    [[nodiscard]] static postgres_failure failure_of(const PGresult* answer) {
        const auto field = [answer](int code) {
            const char* const text = PQresultErrorField(answer, code);
            return std::string{text == nullptr ? "" : text};
        };
        postgres_failure out{field(PG_DIAG_SQLSTATE), field(PG_DIAG_MESSAGE_PRIMARY)};
        if (out.says.empty()) out.says = PQresultErrorMessage(answer);
        return out;
    }

    // "<where> failed: FATAL:  28P01: password authentication failed …\nLOCATION:  …"
    [[nodiscard]] postgres_failure connect_failure() const {
        std::string text{PQerrorMessage(in_)};
        postgres_failure out;
        constexpr std::string_view before = ":  ";
        for (auto at = text.find(before); at != text.npos && out.state.empty();
             at = text.find(before, at + 1)) {
            const auto state = std::string_view{text}.substr(at + before.size(), 5);
            const bool is_state =
                state.size() == 5 && std::all_of(state.begin(), state.end(), [](char c) {
                    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
                });
            if (!is_state || text.compare(at + before.size() + 5, 2, ": ") != 0) continue;
            out.state = state;
            text.erase(at + before.size(), 7);
            text.erase((std::min)(text.find('\n', at), text.size()));
        }
        while (!text.empty() && text.back() == '\n') text.pop_back();
        std::replace_if(
            text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
        out.says = text.empty() ? "there is no connection" : std::move(text);
        return out;
    }

    [[nodiscard]] postgres_failure lose() {
        // A server that goes says so first.
        std::string says = in_ == nullptr ? "" : PQerrorMessage(in_);
        says.erase((std::min)(says.find('\n'), says.size()));
        close();
        const bool is_silent = says.empty();
        return {"", is_silent ? "the server does not answer" : std::move(says), true, is_silent};
    }

    const postgres_address& at_;
    const postgres_options& options_;
    PGconn* in_ = nullptr;
    std::array<bool, postgres_sql_count> is_prepared_{};
};

}  // namespace workmem::journal
