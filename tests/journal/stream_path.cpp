#include "catch.hpp"

#include <workmem/journal/stream_path.hpp>

#include <set>
#include <string>

using workmem::journal::hash_of_name;
using workmem::journal::stream_path;

// The offset basis, and the vectors of Fowler, Noll and Vo.
TEST_CASE("a name's hash is FNV-1a with 128 bits", "[journal]") {
    CHECK(hash_of_name("") == "6c62272e07bb014262b821756295c58d");
    CHECK(hash_of_name("a") == "d228cb696f1a8caf78912b704e4a8964");
    CHECK(hash_of_name("foobar") == "343e1662793c64bf6f0d3597ba446f18");
}

TEST_CASE("a stream's folder is two levels down, whatever its name", "[journal]") {
    const auto hash = hash_of_name("../../etc");
    const stream_path at{"/j", "../../etc"};
    CHECK(at.first == "/j/" + hash.substr(30));
    CHECK(at.second == at.first + '/' + hash.substr(28, 2));
    CHECK(at.own == at.second + '/' + hash);
    CHECK(at.log() == at.own + "/log");
    CHECK(at.new_log() == at.own + "/log.new");
    CHECK(at.lock() == at.own + "/lock");
}

TEST_CASE("names that differ at their end only are spread over the folders", "[journal]") {
    std::set<std::string> folders;
    for (int i = 0; i < 1'000; ++i)
        folders.insert(stream_path{"j", "session/" + std::to_string(i)}.first);
    CHECK(folders.size() > 240);
}
