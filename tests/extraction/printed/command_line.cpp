#include "catch.hpp"

#include <workmem/extraction/printed/command_line.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
namespace printed = workmem::extraction::printed;

namespace {

// "cat[a b] | grep[x]"
std::string told(const std::vector<printed::shell_command>& commands) {
    std::string out;
    for (const auto& each : commands) {
        if (!out.empty()) out += each.piped ? " | " : "; ";
        if (!each.directory.empty()) out += '(' + each.directory + ')';
        out += each.program + '[';
        for (std::size_t i = 0; i < each.words.size(); ++i)
            out += (i == 0 ? "" : ",") + each.words[i];
        out += ']';
        for (const auto& path : each.written) out += ">" + path;
    }
    return out;
}
std::string told(std::string_view line) { return told(printed::read_command_line(line)); }

}  // namespace

TEST_CASE("a command line is its programs", "[extraction][printed]") {
    CHECK(told("ls -la src") == "ls[-la,src]");
    CHECK(told("git add a.c && git commit -m 'one two'; git push") ==
          "git[add,a.c]; git[commit,-m,one two]; git[push]");
    CHECK(told("cat a | sort || true") == "cat[a] | sort[]; true[]");
    CHECK(told(R"(grep "a b" c\ d)") == "grep[a b,c d]");
    CHECK(told("") == "");
    CHECK(told("# nothing") == "");
}

TEST_CASE("files that output goes to are told", "[extraction][printed]") {
    CHECK(told("make > out.txt 2>&1") == "make[]>out.txt");
    CHECK(told("make 2> /dev/null") == "make[]");
    CHECK(told("cat > a.md <<'END'\n# Title; rm x\nEND\nls") == "cat[]>a.md; ls[]");
}

TEST_CASE("what only runs another program is taken off", "[extraction][printed]") {
    CHECK(told("sudo -E FOO=1 timeout 10 cat a") == "cat[a]");
    CHECK(told("npx tsc --noEmit") == "tsc[--noEmit]");
    CHECK(told("bash -lc 'cd src && ls'") == "(src)ls[]");
    CHECK(told("cd /x && cd y && /usr/bin/cat a") == "(/x/y)cat[a]");
}

TEST_CASE("a command comes as words, too", "[extraction][printed]") {
    const json argument{"bash", "-lc", "cat a.c"};
    CHECK(told(printed::read_command_line(workmem::text::json_view{argument})) == "cat[a.c]");
    CHECK(told(printed::read_command_line(workmem::text::json_view{json{"cat", "a b"}})) ==
          "cat[a b]");
    CHECK(told(printed::read_command_line(workmem::text::json_view{json(7)})) == "");
}

TEST_CASE("options and their values are no operands", "[extraction][printed]") {
    const auto commands = printed::read_command_line("head -n 20 -q a.c -- -b");
    const auto operands = commands.front().operands("n");
    REQUIRE(operands.size() == 2);
    CHECK(operands[0] == "a.c");
    CHECK(operands[1] == "-b");
    CHECK(printed::read_command_line("ls -la").front().has_option("-l"));
    CHECK_FALSE(printed::read_command_line("ls --long").front().has_option("-l"));
}

TEST_CASE("a hostile command line is bounded", "[extraction][printed]") {
    CHECK(printed::read_command_line(std::string(1'000'000, ';')).empty());
    CHECK(printed::read_command_line(std::string(1'000'000, '"')).size() <= 1);
    std::string nested = "ls";
    for (int i = 0; i < 100; ++i) nested = "bash -c '" + nested + "'";
    CHECK(printed::read_command_line(nested).size() <= 32);
    std::string many;
    for (int i = 0; i < 10'000; ++i) many += "a;";
    CHECK(printed::read_command_line(many).size() == 32);
}
