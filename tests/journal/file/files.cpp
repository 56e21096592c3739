// The operating system as the file journal sees it, and the thin loops above it.
#include "catch.hpp"
#include "faulty_files.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file/io.hpp>
#include <workmem/journal/file/lock.hpp>
#include <workmem/journal/stream_path.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;
namespace fs = std::filesystem;

namespace {

using posix = open_file<posix_files>;

fs::perms mode_of(const std::string& path) { return fs::status(path).permissions(); }

}  // namespace

TEST_CASE("files are made with mode 0600 and folders with 0700", "[journal][files]") {
    const temporary_folder at;
    REQUIRE(make_folder(posix_files{}, at.path() + "/f"));
    REQUIRE(make_folder(posix_files{}, at.path() + "/f"));
    REQUIRE(posix::open({}, at.path() + "/f/new", file_use::create));
    REQUIRE(posix::open({}, at.path() + "/f/lock", file_use::lock));
    CHECK(mode_of(at.path() + "/f") == fs::perms::owner_all);
    const auto owner = fs::perms::owner_read | fs::perms::owner_write;
    CHECK(mode_of(at.path() + "/f/new") == owner);
    CHECK(mode_of(at.path() + "/f/lock") == owner);
}

TEST_CASE("symbolic links are not followed", "[journal][files]") {
    const temporary_folder at;
    put_content(at.path() + "/target", "precious");
    fs::create_symlink(at.path() + "/target", at.path() + "/link");
    for (const auto use : {file_use::read, file_use::write, file_use::create, file_use::lock}) {
        const auto opened = posix::open({}, at.path() + "/link", use);
        REQUIRE_FALSE(opened);
        CHECK(opened.error().code() == workmem::error_code::storage_error);
        CHECK_THAT(opened.error().message(), contains("/link") && contains("remove it"));
    }
    CHECK(content_of(at.path() + "/target") == "precious");
}

TEST_CASE("interrupted calls are repeated and short ones continued", "[journal][files]") {
    const temporary_folder at;
    faulty_files<> files;
    files.plan->interrupts = files.plan->shortens = true;
    auto file = open_file<faulty_files<>>::open(files, at.path() + "/f", file_use::create);
    REQUIRE(file);
    const std::string text = "a sentence that is longer than five bytes";
    CHECK((*file)->write(text, 3));
    char back[100];
    const auto read = (*file)->read(back, sizeof back, 3);
    CHECK(std::string(back, static_cast<std::size_t>(read.value)) == text);
    CHECK((*file)->size().value == static_cast<std::int64_t>(text.size()) + 3);
    CHECK((*file)->sync());
    CHECK((*file)->sync_data());
    CHECK((*file)->truncate(4));
    CHECK(content_of(at.path() + "/f") == std::string(3, '\0') + "a");
    CHECK(put_in_place(files, **file, at.path() + "/g", true));
    CHECK(sync_folder(files, at.path()));
    CHECK(remove_file(files, at.path() + "/g"));
    CHECK(remove_file(files, at.path() + "/g"));
    CHECK(at.files().empty());
}

TEST_CASE("an error names the path on one line, and what can be done", "[journal][files]") {
    const auto full = io_problem("/a\n\"b", "write it", ENOSPC);
    CHECK(full.code() == workmem::error_code::storage_error);
    CHECK(
        full.message() ==
        R"("/a\n\"b": cannot write it: No space left on device; free some space, then try again)");
    CHECK(full.details()[0].value == "/a\n\"b");
    CHECK_THAT(damage("/log", 42, "torn").message(),
               contains("byte 42") && contains("backup") && contains("/log"));
    for (const int problem : {EACCES, EROFS, ENOTDIR, EMFILE, ENAMETOOLONG, ELOOP, EIO})
        CHECK_THAT(io_problem("/x", "open it", problem).message(), contains("; "));
}

namespace {

// Files of a machine whose time passes only while somebody sleeps.
struct files_out_of_time : posix_files {
    std::shared_ptr<time_point> time = std::make_shared<time_point>();
    [[nodiscard]] time_point now() const { return *time; }
    void sleep(milliseconds by) const { *time += by; }
};

}  // namespace

TEST_CASE("a lock is held once, by whom its file says", "[journal][files]") {
    const temporary_folder at;
    const auto path = at.path() + "/lock";
    {
        const auto first = take_lock(posix_files{}, path, milliseconds{0});
        REQUIRE(first);
        const files_out_of_time files;
        const auto begin = files.now();
        const auto second = take_lock(files, path, milliseconds{50});
        CHECK(files.now() - begin == milliseconds{50});
        REQUIRE_FALSE(second);
        CHECK(second.error().code() == workmem::error_code::storage_error);
        CHECK_THAT(second.error().message(), contains(path) &&
                                                 contains("process " + posix_files{}.process()) &&
                                                 contains("waited 50 ms"));
    }
    CHECK(take_lock(posix_files{}, path, milliseconds{0}));
}

TEST_CASE("a stream's folder comes from the 128-bit FNV-1a of its name", "[journal][files]") {
    CHECK(hash_of_name("") == "6c62272e07bb014262b821756295c58d");
    CHECK(hash_of_name("a") == "d228cb696f1a8caf78912b704e4a8964");
    CHECK(hash_of_name("foobar") == "343e1662793c64bf6f0d3597ba446f18");
    const stream_path path{"/j", "foobar"};
    CHECK(path.log() == "/j/18/6f/343e1662793c64bf6f0d3597ba446f18/log");
    for (const std::string name : {"../../etc/passwd", "/", ".", "", "a/b\\c\n"})
        CHECK(stream_path{"/j", name}.own.size() == path.own.size());
}

TEST_CASE("streams spread evenly over the folders", "[journal][files]") {
    std::map<std::string, int> inside;
    for (int i = 0; i < 100'000; ++i)
        ++inside[stream_path{"", "session-" + std::to_string(i)}.second];
    CHECK(inside.size() > 45'000);  // of 65,536; by chance 51,300
    for (const auto& each : inside) REQUIRE(each.second <= 16);
}
