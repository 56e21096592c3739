#pragma once

#include <workmem_sqlite/error.hpp>
#include <workmem_sqlite/statements.hpp>

#include <workmem/result.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace workmem::journal {

/// SQLite's integers have a sign; no stream has more records than this.
inline constexpr std::uint64_t max_sqlite_sequence =
    static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)());

/// One execution of a prepared statement, which is free again when this goes. Values are bound in
/// order and borrowed until then. Neither copyable nor movable; not thread-safe.
class sqlite_query {
public:
    sqlite_query(sqlite3_stmt* prepared, int code) noexcept : statement_{prepared}, code_{code} {}
    sqlite_query(const sqlite_query&) = delete;
    sqlite_query& operator=(const sqlite_query&) = delete;
    ~sqlite_query() { reset(); }

    /// Above `max_sqlite_sequence`: that.
    sqlite_query& bind(std::uint64_t number) noexcept {
        const auto bound = static_cast<sqlite3_int64>((std::min)(number, max_sqlite_sequence));
        if (good()) code_ = sqlite3_bind_int64(statement_, ++bound_, bound);
        return *this;
    }
    sqlite_query& bind(std::string_view bytes) noexcept {
        const char* const data = bytes.empty() ? "" : bytes.data();  // nullptr would be NULL
        if (good()) code_ = sqlite3_bind_blob64(statement_, ++bound_, data, bytes.size(), nullptr);
        return *this;
    }
    /// Whether there is a row, or another one.
    [[nodiscard]] bool next() noexcept {
        if (good()) code_ = sqlite3_step(statement_);
        if (code_ == SQLITE_ROW) {
            code_ = SQLITE_OK;
            return true;
        }
        if (code_ == SQLITE_DONE) code_ = SQLITE_OK;
        return false;
    }
    /// Runs a statement that answers nothing.
    [[nodiscard]] int run() noexcept {
        (void)next();
        return code_;
    }
    /// SQLITE_OK, or the extended code of what went wrong first.
    [[nodiscard]] int code() const noexcept { return code_; }
    [[nodiscard]] bool good() const noexcept { return code_ == SQLITE_OK; }

    /// Columns of the row, from 0; bytes until the next step.
    [[nodiscard]] std::uint64_t number(int column) const noexcept {
        return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
    }
    [[nodiscard]] std::string_view bytes(int column) const noexcept {
        const auto* const data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
        const auto size = sqlite3_column_bytes(statement_, column);
        return data == nullptr ? std::string_view{}
                               : std::string_view{data, static_cast<std::size_t>(size)};
    }

    /// Lets go of the row and takes other values.
    void reset() noexcept {
        if (statement_ == nullptr) return;
        sqlite3_reset(statement_);
        sqlite3_clear_bindings(statement_);
        bound_ = 0;
    }

private:
    sqlite3_stmt* statement_;
    int code_;
    int bound_ = 0;
};

/// A connection to a database with its prepared statements. Neither copyable nor movable; not
/// thread-safe: its owner has a mutex.
class sqlite_connection {
    using clock = std::chrono::steady_clock;

public:
    explicit sqlite_connection(std::string path, std::chrono::milliseconds busy_wait)
        : path_{std::move(path)}, busy_wait_{busy_wait} {}
    sqlite_connection(const sqlite_connection&) = delete;
    sqlite_connection& operator=(const sqlite_connection&) = delete;
    ~sqlite_connection() {
        for (auto* const each : prepared_) sqlite3_finalize(each);
        // The log by its name is another database's then, and not ours to take over and remove.
        if (at_ != nullptr && has_moved())
            sqlite3_db_config(at_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
        sqlite3_close(at_);
    }

    /// Opens a file that exists.
    [[nodiscard]] int open() noexcept {
        return open(path_.c_str(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX);
    }
    /// Opens a file that no process writes to while it is open: without locks, and without a file
    /// beside it.
    [[nodiscard]] int open_immutable() {
        std::string name = path_.starts_with('/') ? "file://" : "file:";
        for (const char c : path_) {
            constexpr std::string_view digits = "0123456789ABCDEF";
            const auto byte = static_cast<unsigned char>(c);
            if (std::string_view{"%?#"}.find(c) == std::string_view::npos)
                name += c;
            else
                (name += '%').append({digits[byte >> 4U], digits[byte & 15U]});
        }
        is_immutable_ = true;
        return open((name + "?immutable=1").c_str(),
                    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX);
    }
    [[nodiscard]] bool is_immutable() const noexcept { return is_immutable_; }
    /// Whether the file has lost its name, or another one has it now.
    [[nodiscard]] bool has_moved() const noexcept {
        int moved = 0;
        sqlite3_file_control(at_, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
        return moved != 0;
    }
    /// From now on it only reads, and leaves the log as it is even if it is the last to close it.
    [[nodiscard]] int only_read(bool keeps_log) noexcept {
        if (keeps_log) sqlite3_db_config(at_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
        return run_once("PRAGMA query_only=ON");
    }

    [[nodiscard]] sqlite_query query(sql which) noexcept {
        auto*& prepared = prepared_[static_cast<std::size_t>(which)];
        int code = SQLITE_OK;
        if (prepared == nullptr) {
            const auto text = text_of(which);
            code = sqlite3_prepare_v3(at_, text.data(), static_cast<int>(text.size()),
                                      SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
        }
        return {prepared, code};
    }
    [[nodiscard]] int run(sql which) noexcept { return query(which).run(); }
    /// A statement that runs once. Its text is one of ours.
    [[nodiscard]] int run_once(const char* text) noexcept {
        return sqlite3_exec(at_, text, nullptr, nullptr, nullptr);
    }

    [[nodiscard]] error problem(std::string_view doing, int code) const {
        // The message may be that of a later call, such as a rollback.
        const bool is_last = at_ != nullptr && sqlite3_extended_errcode(at_) == code;
        return sqlite_problem(path_, doing, code, is_last ? sqlite3_errmsg(at_) : "");
    }

    /// Differs from what it was if anybody may have changed the database since; to be asked in a
    /// transaction, or right after one.
    [[nodiscard]] std::uint32_t version() noexcept {
        unsigned int answer = 0;
        sqlite3_file_control(at_, "main", SQLITE_FCNTL_DATA_VERSION, &answer);
        return answer;
    }
    [[nodiscard]] bool in_transaction() const noexcept { return sqlite3_get_autocommit(at_) == 0; }
    /// Everything committed is on the disk afterwards.
    [[nodiscard]] int sync_log() noexcept {
        sqlite3_file* log = nullptr;
        const auto code = sqlite3_file_control(at_, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
        if (code != SQLITE_OK) return code;
        if (log == nullptr || log->pMethods == nullptr) return SQLITE_OK;
        return log->pMethods->xSync(log, SQLITE_SYNC_FULL);
    }

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] sqlite3* get() const noexcept { return at_; }

private:
    [[nodiscard]] int open(const char* name, int flags) noexcept {
        const auto code = sqlite3_open_v2(name, &at_, flags, nullptr);
        if (code != SQLITE_OK) return at_ == nullptr ? code : sqlite3_extended_errcode(at_);
        sqlite3_extended_result_codes(at_, 1);
        return sqlite3_busy_handler(at_, &wait_for_lock, this);
    }
    // Short waits of random length: with SQLite's own, many writers starve one.
    static int wait_for_lock(void* self, int count) noexcept {
        auto& owner = *static_cast<sqlite_connection*>(self);
        const auto now = clock::now();
        if (count == 0) owner.waiting_since_ = now;
        if (now - owner.waiting_since_ >= owner.busy_wait_) return 0;
        owner.dice_ = owner.dice_ * 6'364'136'223'846'793'005U +
                      static_cast<std::uint64_t>(now.time_since_epoch().count()) * 2U + 1U;
        const auto most = std::uint64_t{100} << (std::min)(count, 5);
        std::this_thread::sleep_for(std::chrono::microseconds{50 + (owner.dice_ >> 33U) % most});
        return 1;
    }

    const std::string path_;
    const std::chrono::milliseconds busy_wait_;
    clock::time_point waiting_since_{};
    std::uint64_t dice_ = 1;
    sqlite3* at_ = nullptr;
    bool is_immutable_ = false;
    std::array<sqlite3_stmt*, sql_count> prepared_{};
};

/// A transaction, rolled back unless it was committed. Neither copyable nor movable.
class sqlite_transaction {
public:
    /// `sql::begin_writing`, or `sql::begin_reading`, which sees one state of the database.
    sqlite_transaction(sqlite_connection& in, sql begin) noexcept : in_{in}, code_{in.run(begin)} {}
    sqlite_transaction(const sqlite_transaction&) = delete;
    sqlite_transaction& operator=(const sqlite_transaction&) = delete;
    ~sqlite_transaction() {
        if (in_.in_transaction()) (void)in_.run(sql::rollback);
    }
    [[nodiscard]] int code() const noexcept { return code_; }
    [[nodiscard]] int commit() noexcept { return in_.run(sql::commit); }

private:
    sqlite_connection& in_;
    const int code_;
};

}  // namespace workmem::journal
