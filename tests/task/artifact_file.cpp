// Which files have a checksum.
#include "catch.hpp"

#include <workmem/task/artifact_file.hpp>
#include <workmem/task/validate.hpp>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#if __has_include(<unistd.h>)
#include <sys/stat.h>
#include <unistd.h>
#endif

using workmem::detail::sum_of_file;

namespace {

struct folder {
    folder() : path{std::filesystem::temp_directory_path() / "workmem_artifact_file"} {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
        std::ofstream{path / "a"} << "abc";
    }
    ~folder() { std::filesystem::remove_all(path); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    [[nodiscard]] std::string in(const char* name) const { return (path / name).string(); }

    std::filesystem::path path;
};

}  // namespace

TEST_CASE("regular files up to a size have a checksum", "[task]") {
    const folder with;
    const auto sum = sum_of_file(with.in("a"), {.max_bytes = 3});
    REQUIRE(sum);
    CHECK(sum->checksum == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sum->size == 3);
    CHECK_FALSE(sum_of_file(with.in("a"), {.max_bytes = 2}));
    CHECK_FALSE(sum_of_file(with.in("b")));
    CHECK_FALSE(sum_of_file(with.path.string()));
}

TEST_CASE("a path with a zero byte is not that of another file", "[task]") {
    const folder with;
    const auto path = with.in("a") + std::string{"\0b", 2};
    CHECK_FALSE(sum_of_file(path));
    for (const auto& bad : {path, with.in("a\n"), with.in("\x7f")}) {
        workmem::new_artifact what{.path = bad};
        const auto problem = workmem::detail::validate(what);
        REQUIRE(problem);
        CHECK(problem->code() == workmem::error_code::validation_error);
    }
    workmem::new_artifact what{.path = "\xC3\xA4 b.txt"};
    CHECK_FALSE(workmem::detail::validate(what));
}

#if __has_include(<unistd.h>)
TEST_CASE("what may never end is not read", "[task]") {
    const folder with;
    REQUIRE(::mkfifo(with.in("pipe").c_str(), 0600) == 0);
    CHECK_FALSE(sum_of_file(with.in("pipe")));
    CHECK_FALSE(sum_of_file("/dev/zero"));
    REQUIRE(::symlink("/dev/zero", with.in("link").c_str()) == 0);
    CHECK_FALSE(sum_of_file(with.in("link")));
}
#endif

#if __has_include(<unistd.h>)
TEST_CASE("below a root nothing else has a checksum, whatever leads there", "[task]") {
    const folder with;
    namespace fs = std::filesystem;
    const auto root = with.in("root");
    fs::create_directories(root + "/sub");
    std::ofstream{root + "/sub/b"} << "abc";
    fs::create_symlink(with.in("a"), root + "/out");
    fs::create_symlink(with.path, root + "/sub/up");
    fs::create_symlink(root + "/sub/b", root + "/in");
    const auto allowed = workmem::artifact_files::below(root);
    CHECK(sum_of_file("sub/b", allowed));
    CHECK(sum_of_file("sub//b", allowed));
    CHECK(sum_of_file("./sub/b", allowed));
    CHECK(sum_of_file(root + "/sub/b", allowed)->size == 3);
    for (const auto& path : std::vector<std::string>{
             with.in("a"), std::string{"../a"}, std::string{"sub/../../a"}, root + "/../a",
             root + "a", std::string{"out"}, std::string{"sub/up/a"}, std::string{"in"},
             std::string{"sub"}, std::string{""}, std::string{"/"}, root,
             std::string{"/etc/passwd"}, std::string{"sub/b/"} + "c"}) {
        CAPTURE(path);
        CHECK_FALSE(sum_of_file(path, allowed));
    }
    CHECK_FALSE(sum_of_file("sub/b", workmem::artifact_files::below("")));
    CHECK_FALSE(sum_of_file("sub/b", workmem::artifact_files::below(with.in("none"))));
    CHECK(allowed.max_bytes == std::uint64_t{64} << 20U);
}
#endif

TEST_CASE("nowhere is nothing read", "[task]") {
    const folder with;
    CHECK_FALSE(sum_of_file(with.in("a"), workmem::artifact_files::nowhere()));
}
