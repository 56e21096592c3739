#pragma once

#include <workmem_sqlite/connection.hpp>
#include <workmem_sqlite/options.hpp>

#include <workmem/journal/file/erasing.hpp>
#include <workmem/journal/file/io.hpp>
#include <workmem/result.hpp>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace workmem::journal {

/// What marks a database as a journal: "wkmm", and the format it is written in.
inline constexpr std::uint64_t sqlite_application = 0x776B'6D6D;
inline constexpr std::uint64_t sqlite_format = 1;

/// The tables by name, as format 1 has them. Identifiers are never used twice.
inline constexpr std::array<std::string_view, 3> sqlite_tables{
    "CREATE TABLE records(stream_id INTEGER NOT NULL, sequence INTEGER NOT NULL, "
    "checksum INTEGER NOT NULL, bytes BLOB NOT NULL, "
    "PRIMARY KEY(stream_id, sequence)) WITHOUT ROWID",
    "CREATE TABLE snapshots(stream_id INTEGER NOT NULL, owner BLOB NOT NULL, "
    "sequence INTEGER NOT NULL, checksum INTEGER NOT NULL, bytes BLOB NOT NULL, "
    "PRIMARY KEY(stream_id, owner, sequence)) WITHOUT ROWID",
    "CREATE TABLE streams(id INTEGER PRIMARY KEY AUTOINCREMENT, name BLOB NOT NULL UNIQUE, "
    "purpose BLOB NOT NULL, incarnation BLOB NOT NULL, oldest INTEGER NOT NULL, "
    "checksum INTEGER NOT NULL)"};

/// An empty file for this user alone, whatever the umask; one that exists is fine. SQLite gives
/// the files beside it the same rights.
[[nodiscard]] inline result<void> create_sqlite_file(const std::string& path, bool syncs) {
    // Closing a file drops every lock that this process has on it, SQLite's too: nobody may lock
    // it before we have closed it.
    static std::mutex creating;
    const std::lock_guard lock{creating};
    const auto made = uninterrupted([&] {
        const int descriptor =
            ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        return descriptor < 0 ? io{0, errno} : io{descriptor, 0};
    });
    if (made.problem == EEXIST) {
        struct stat status {};
        if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
            return file_problem(path, "no file, but a folder or device", "name a file");
        return {};
    }
    if (made.problem == ENOENT)
        return file_problem(path, "its folder is not there", "make it, or name another file");
    if (!made) return io_problem(path, "make the file", made.problem);
    const auto descriptor = static_cast<int>(made.value);
    const int refused = ::fchmod(descriptor, 0600) == 0 ? 0 : errno;
    ::close(descriptor);
    if (refused != 0) return io_problem(path, "set the file's mode", refused);
    if (!syncs) return {};
    const auto slash = path.rfind('/');
    return sync_folder(posix_files{}, path.substr(0, slash == 0 ? 1 : slash), file_use::root);
}

/// Bytes of a file; none if there is no such file, or something else.
[[nodiscard]] inline std::optional<std::uint64_t> size_of_file(const std::string& path) noexcept {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    return static_cast<std::uint64_t>(status.st_size);
}

/// The number that a pragma answers.
[[nodiscard]] inline int sqlite_number(sqlite_connection& in, const char* text,
                                       std::uint64_t& answer) noexcept {
    sqlite3_stmt* prepared = nullptr;
    auto code = sqlite3_prepare_v2(in.get(), text, -1, &prepared, nullptr);
    if (code == SQLITE_OK) {
        sqlite_query query{prepared, SQLITE_OK};
        if (query.next()) answer = query.number(0);
        code = query.code();
    }
    sqlite3_finalize(prepared);
    return code;
}

/// What a query answers, its columns and rows one after the other.
[[nodiscard]] inline int sqlite_texts(sqlite_connection& in, const char* text,
                                      std::vector<std::string>& answer) {
    sqlite3_stmt* prepared = nullptr;
    auto code = sqlite3_prepare_v2(in.get(), text, -1, &prepared, nullptr);
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> owner{prepared, &sqlite3_finalize};
    if (code != SQLITE_OK) return code;
    sqlite_query query{prepared, SQLITE_OK};
    while (query.next())
        for (int i = 0; i < sqlite3_column_count(prepared); ++i)
            answer.emplace_back(query.bytes(i));
    return query.code();
}

[[nodiscard]] inline error opening_problem(const sqlite_connection& in, int code) {
    if ((code & 0xFF) == SQLITE_NOTADB)
        return file_problem(in.path(), "no SQLite database", "choose another file");
    return in.problem("open it", code);
}

/// Whose database it is. Changes nothing. In a transaction, or what somebody else is just making
/// looks like another program's.
enum class sqlite_owner : std::uint8_t { nobody, us, other };

[[nodiscard]] inline result<sqlite_owner> find_sqlite_owner(sqlite_connection& in) {
    std::uint64_t application = 0, format = 0;
    std::vector<std::string> tables;
    auto code = sqlite_number(in, "PRAGMA application_id", application);
    if (code == SQLITE_OK) code = sqlite_number(in, "PRAGMA user_version", format);
    if (code == SQLITE_OK)
        code = sqlite_texts(in,
                            "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' "
                            "ESCAPE '\\' ORDER BY name",
                            tables);
    if (code != SQLITE_OK) return opening_problem(in, code);
    if (application == 0 && format == 0 && tables.empty()) return sqlite_owner::nobody;
    if (application != sqlite_application) return sqlite_owner::other;
    if (format > sqlite_format)
        return file_problem(in.path(),
                            "written by a newer version, in format " + std::to_string(format) +
                                "; this one reads " + std::to_string(sqlite_format),
                            "update this program");
    if (format == 0 ||
        !std::equal(tables.begin(), tables.end(), sqlite_tables.begin(), sqlite_tables.end()))
        return sqlite_damage(in.path(), "its tables are not those of a journal");
    return sqlite_owner::us;
}

/// The same, in a transaction of its own.
[[nodiscard]] inline result<sqlite_owner> look_for_sqlite_owner(sqlite_connection& in) {
    const sqlite_transaction reading{in, sql::begin_reading};
    if (reading.code() != SQLITE_OK) return opening_problem(in, reading.code());
    return find_sqlite_owner(in);
}

/// The settings of a connection; they change nothing in the file.
[[nodiscard]] inline int set_sqlite_up(sqlite_connection& in, sync_mode sync) noexcept {
    // A file may come from anywhere.
    sqlite3_db_config(in.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    for (const auto* const each :
         {"PRAGMA trusted_schema=OFF", "PRAGMA cell_size_check=ON", "PRAGMA secure_delete=ON",
          "PRAGMA fullfsync=ON", "PRAGMA checkpoint_fullfsync=ON"})
        if (const auto code = in.run_once(each); code != SQLITE_OK) return code;
    if (sync.is_always()) return in.run_once("PRAGMA synchronous=FULL");
    return in.run_once(sync.syncs() ? "PRAGMA synchronous=NORMAL" : "PRAGMA synchronous=OFF");
}

/// Write-ahead logging, without which readers and writers would stop each other. Who changes the
/// mode while others do, too, is not made to wait by SQLite.
[[nodiscard]] inline result<void> use_sqlite_log(sqlite_connection& in,
                                                 std::chrono::milliseconds busy_wait) {
    const auto until = std::chrono::steady_clock::now() + busy_wait;
    for (;;) {
        std::vector<std::string> mode;
        const auto code = sqlite_texts(in, "PRAGMA journal_mode=WAL", mode);
        if (code == SQLITE_OK) {
            if (mode == std::vector<std::string>{"wal"}) return {};
            return file_problem(in.path(), "its disk does not allow write-ahead logging",
                                "choose a file on a disk of this machine");
        }
        if ((code & 0xFF) != SQLITE_BUSY || std::chrono::steady_clock::now() >= until)
            return in.problem("turn write-ahead logging on", code);
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

/// Makes the tables, unless somebody was faster.
[[nodiscard]] inline result<void> create_sqlite_tables(sqlite_connection& in) {
    sqlite_transaction writing{in, sql::begin_writing};
    if (writing.code() != SQLITE_OK) return in.problem("make the tables", writing.code());
    const auto owner = find_sqlite_owner(in);
    if (!owner) return owner.error();
    if (*owner != sqlite_owner::nobody) return {};
    const auto application = "PRAGMA application_id=" + std::to_string(sqlite_application);
    const auto format = "PRAGMA user_version=" + std::to_string(sqlite_format);
    int code = in.run_once(application.c_str());
    if (code == SQLITE_OK) code = in.run_once(format.c_str());
    for (const auto table : sqlite_tables)
        if (code == SQLITE_OK) code = in.run_once(table.data());
    if (code == SQLITE_OK) code = writing.commit();
    return code == SQLITE_OK ? result<void>{} : in.problem("make the tables", code);
}

/// A connection that only reads, to a database that is there.
[[nodiscard]] inline result<std::unique_ptr<sqlite_connection>> open_sqlite_to_read(
    std::string path, const sqlite_options& options) {
    const auto size = size_of_file(path);
    if (!size) return file_problem(path, "there is no such file", "name one that is there");
    if (*size == 0)
        return file_problem(path, "empty, no journal of workmem",
                            "restore it from a backup, or choose another file");
    // Closed as it should be, it has no log; what stands in one is the next writer's to take over.
    const auto log = size_of_file(path + "-wal");
    // Without a log no process has it open, and where no file can be made none will from here.
    const auto folder = path.substr(0, path.rfind('/') + 1);
    const bool is_fixed =
        !log && !size_of_file(path + "-shm") && ::access(folder.c_str(), W_OK) != 0;
    auto in = std::make_unique<sqlite_connection>(std::move(path), options.busy_wait);
    if (const auto code = is_fixed ? in->open_immutable() : in->open(); code != SQLITE_OK)
        return opening_problem(*in, code);
    if (const auto code = in->only_read(log && *log != 0); code != SQLITE_OK)
        return opening_problem(*in, code);
    return in;
}

/// Whether something has this name, be it a link that leads nowhere.
[[nodiscard]] inline bool is_taken(const std::string& path) noexcept {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 || errno != ENOENT;
}

/// Removes a database that never got its name, whose log and index have these names.
inline void remove_unnamed_sqlite(const std::string& path, const std::string& log,
                                  const std::string& index) noexcept {
    for (const auto* const each : {&path, &log, &index}) ::unlink(each->c_str());
}

/// Where a database is made before it gets its name: `<path>-new-<process>-<number>`.
inline constexpr std::string_view unnamed_sqlite = "-new-";

/// Removes what processes left that ended while they made a database. Errors are none of the
/// caller's: it may be there.
inline void remove_abandoned_sqlite(const std::string& path) {
    const auto slash = path.rfind('/');
    const auto folder = path.substr(0, slash + 1);
    const auto name = path.substr(slash + 1) + std::string{unnamed_sqlite};
    std::vector<std::string> names;
    if (!list_folder(posix_files{}, folder, names)) return;
    for (const auto& each : names) {
        long process = 0;
        if (!each.starts_with(name)) continue;
        const auto* const end = each.data() + each.size();
        const auto read = std::from_chars(each.data() + name.size(), end, process);
        if (read.ec != std::errc{} || read.ptr == end || *read.ptr != '-') continue;
        unsigned number = 0;
        const auto rest = std::from_chars(read.ptr + 1, end, number);
        const std::string_view kind{rest.ptr, static_cast<std::size_t>(end - rest.ptr)};
        const bool is_ours =
            rest.ec == std::errc{} && process > 0 &&
            (kind.empty() || kind == "-wal" || kind == "-shm" || kind == "-journal");
        if (is_ours && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH)
            ::unlink((folder + each).c_str());
    }
}

/// Makes a database where there is no file: whole, under another name, before it gets its own.
/// Where the disk has no links the caller makes it in its place.
[[nodiscard]] inline result<void> make_sqlite_file(const std::string& path,
                                                   const sqlite_options& options) {
    static std::atomic<unsigned> count{0};
    remove_abandoned_sqlite(path);
    const auto unnamed = path + std::string{unnamed_sqlite} + std::to_string(::getpid()) + '-' +
                         std::to_string(++count);
    const auto log = unnamed + "-wal", index = unnamed + "-shm";
    // Why no file can be made here, making the file itself says.
    if (!create_sqlite_file(unnamed, false)) return {};
    const auto made = [&]() -> result<void> {
        sqlite_connection in{unnamed, options.busy_wait};
        auto code = in.open();
        if (code == SQLITE_OK) code = set_sqlite_up(in, options.sync);
        if (code != SQLITE_OK) return opening_problem(in, code);
        if (auto logging = use_sqlite_log(in, options.busy_wait); !logging) return logging;
        return create_sqlite_tables(in);
    }();
    // Another one may have been faster, and the disk may have no links.
    const bool is_named = made && ::link(unnamed.c_str(), path.c_str()) == 0;
    remove_unnamed_sqlite(unnamed, log, index);
    if (!made || !is_named || !options.sync.syncs()) return made;
    const auto slash = path.rfind('/');
    return sync_folder(posix_files{}, path.substr(0, slash == 0 ? 1 : slash), file_use::root);
}

/// A connection that also writes, to a file that is made if there is none.
[[nodiscard]] inline result<std::unique_ptr<sqlite_connection>> open_sqlite_to_write(
    std::string path, const sqlite_options& options) {
    if (!is_taken(path))
        if (auto made = make_sqlite_file(path, options); !made) return made.error();
    if (auto made = create_sqlite_file(path, options.sync.syncs()); !made) return made.error();
    auto in = std::make_unique<sqlite_connection>(std::move(path), options.busy_wait);
    if (const auto code = in->open(); code != SQLITE_OK) return opening_problem(*in, code);
    if (sqlite3_db_readonly(in->get(), "main") != 0)
        return file_problem(in->path(), "it can only be read",
                            "give this user the right to write it, or choose another file");
    return in;
}

/// A connection to a journal, which is made if there is none and it is not only to be read.
[[nodiscard]] inline result<std::unique_ptr<sqlite_connection>> open_sqlite(
    std::string path, const sqlite_options& options) {
    if (path.empty()) return file_problem(path, "no file for the journal", "name one");
    if (path.find('\0') != std::string::npos)
        return file_problem(path, "no path: it holds a zero byte", "name another file");
    if (sqlite3_threadsafe() == 0)
        return file_problem(path, "this SQLite was built without threads",
                            "build it with SQLITE_THREADSAFE=1 or 2");
    if (path.find('/') == std::string::npos) path.insert(0, "./");  // ":memory:" is a file, too
    auto opened = options.read_only ? open_sqlite_to_read(std::move(path), options)
                                    : open_sqlite_to_write(std::move(path), options);
    if (!opened) return opened;
    auto& in = *opened;
    if (const auto code = set_sqlite_up(*in, options.sync); code != SQLITE_OK)
        return opening_problem(*in, code);
    sqlite3_wal_autocheckpoint(in->get(), options.log_pages);
    const auto owner = look_for_sqlite_owner(*in);
    if (!owner) return owner.error();
    const bool is_nobodys = *owner == sqlite_owner::nobody;
    if (*owner == sqlite_owner::other || (is_nobodys && options.read_only))
        return file_problem(in->path(), "a database, but not a journal of workmem",
                            "choose another file");
    if (!options.read_only) {
        if (auto logging = use_sqlite_log(*in, options.busy_wait); !logging) return logging.error();
        if (is_nobodys)
            if (auto made = create_sqlite_tables(*in); !made) return made.error();
    }
    // A stream that cannot be found would begin anew.
    std::vector<std::string> findings;
    const auto code = sqlite_texts(*in, "PRAGMA integrity_check(streams)", findings);
    if (code != SQLITE_OK) return in->problem("look at the streams", code);
    if (findings != std::vector<std::string>{"ok"})
        return sqlite_damage(in->path(), "its list of streams is not sound");
    return opened;
}

}  // namespace workmem::journal
