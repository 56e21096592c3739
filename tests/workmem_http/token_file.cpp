#include "catch.hpp"

#include <workmem_http/token_file.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace http = workmem::http;
using workmem_test::contains;

namespace {

struct scratch {
    scratch() { std::filesystem::create_directories(folder); }
    ~scratch() { std::filesystem::remove_all(folder); }
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("workmem-http-" + std::to_string(::getpid()));
};

}  // namespace

TEST_CASE("a file of tokens is its owner's alone", "[http]") {
    const scratch here;
    const auto path = here.folder / "tokens";
    http::token_file file{path};
    CHECK(file.read()->empty());
    const auto token = file.add("ann", http::role::writer);
    REQUIRE(token);
    struct stat is {};
    REQUIRE(::stat(path.c_str(), &is) == 0);
    CHECK((is.st_mode & 0777U) == 0600U);
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    CHECK(text.str().find(token->substr(3)) == std::string::npos);
    CHECK(http::token_file{path}.find(*token)->tenant == "ann");
    CHECK_FALSE(file.add("../ann", http::role::writer));
    const auto id = file.read()->all().front().id();
    CHECK(*file.remove(id));
    CHECK_FALSE(*file.remove(id));
    ::chmod(path.c_str(), 0640);
    const auto refused = file.read();
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message(), contains("chmod 600"));
    CHECK_FALSE(
        http::token_file{here.folder / "nowhere" / "tokens"}.add("ann", http::role::reader));
}
