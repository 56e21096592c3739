// The form in which journals keep changes, for good: what is written is the bytes of a file of
// golden/<memory>/, what is read is what they meant when they were written.
#include "golden.hpp"

#include "catch.hpp"

#include <cstddef>
#include <string>
#include <vector>

using namespace workmem_test;

namespace {

const std::vector<golden_memory>& memories() {
    static const std::vector<golden_memory> all{golden_entity(), golden_bounded(), golden_task(),
                                                golden_session(), golden_long_term()};
    return all;
}

std::string with_version_2(std::string text) {
    const std::string before = "\"version\":1";
    const auto at = text.find(before);
    REQUIRE(at != std::string::npos);
    return text.replace(at, before.size(), "\"version\":2");
}

}  // namespace

TEST_CASE("what is written is what it has always been", "[journal][golden]") {
    for (const auto& memory : memories()) {
        INFO(memory.name);
        const auto written = memory.written();
        REQUIRE(written.records.size() >= memory.files.size());
        for (std::size_t i = 0; i < memory.files.size(); ++i) {
            INFO(memory.files[i]);
            CHECK(written.records[i] == memory(memory.files[i]));
        }
        CHECK(written.snapshot == memory(memory.name + ".snapshot.1"));
    }
}

TEST_CASE("what was written means what it meant", "[journal][golden]") {
    for (const auto& memory : memories())
        for (std::size_t i = 0; i < memory.files.size(); ++i) {
            INFO(memory.files[i]);
            CHECK(memory.opened(memory.up_to(i + 1)) == memory("state/" + memory.files[i]));
        }
}

TEST_CASE("a snapshot means what it meant", "[journal][golden]") {
    for (const auto& memory : memories()) {
        INFO(memory.name);
        const auto snapshot = memory.name + ".snapshot.1";
        CHECK(memory.opened(memory.with_snapshot(memory(snapshot))) ==
              memory((memory.is_its_snapshot ? "" : "state/") + snapshot));
    }
}

TEST_CASE("a newer version of a record or snapshot is refused, and says so", "[journal][golden]") {
    for (const auto& memory : memories()) {
        auto all = memory.files;
        all.insert(all.end(), memory.others.begin(), memory.others.end());
        for (const auto& file : all) {
            INFO(file);
            const auto kind = file.substr(0, file.find(".1"));
            CHECK_THAT(memory.opened({with_version_2(memory(file))}),
                       contains(kind + " has version 2, this library knows up to 1"));
        }
        const auto snapshot = memory.name + ".snapshot";
        CHECK_THAT(memory.opened(memory.with_snapshot(with_version_2(memory(snapshot + ".1")))),
                   contains(snapshot + " has version 2, this library knows up to 1"));
    }
}

TEST_CASE("an unknown kind of a memory is refused, those of others are passed over",
          "[journal][golden]") {
    for (const auto& memory : memories()) {
        INFO(memory.name);
        const auto one = memory(memory.files.front());
        const auto then = [&](const std::string& kind) {
            return memory.opened({one, R"({"kind":")" + kind + R"(","version":9,"anything":[1]})"});
        };
        CHECK_THAT(then(memory.name + ".unheard_of"),
                   contains("its kind \"" + memory.name + ".unheard_of\" is unknown"));
        CHECK(then(memory.name + "ish.put") == memory.opened({one}));
        for (const auto& other : memories())
            if (other.name != memory.name) CHECK(then(other.name + ".put") == memory.opened({one}));
    }
}
