// The program on a PostgreSQL store: several servers share it, other commands read it, and nobody
// prints its password.
#include "catch.hpp"
#include "in_postgres.hpp"

#include <nlohmann/json.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if defined(WORKMEM_TEST_PROGRAM)

using namespace workmem_test;
using nlohmann::json;

namespace {

// The program, which answers each line with a line. What it complains of is among the answers.
class running_program {
public:
    explicit running_program(std::vector<std::string> words) {
        words.insert(words.begin(), WORKMEM_TEST_PROGRAM);
        std::vector<char*> arguments;
        for (auto& each : words) arguments.push_back(each.data());
        arguments.push_back(nullptr);
        std::array<int, 2> in{}, out{};
        REQUIRE(::pipe(in.data()) == 0);
        REQUIRE(::pipe(out.data()) == 0);
        id_ = ::fork();
        if (id_ == 0) {
            ::dup2(in[0], 0);
            ::dup2(out[1], 1);
            ::dup2(out[1], 2);
            for (int each = 3; each < 256; ++each) ::close(each);
            ::alarm(60);
            ::execv(arguments[0], arguments.data());
            ::_exit(127);
        }
        ::close(in[0]);
        ::close(out[1]);
        to_ = in[1];
        from_ = ::fdopen(out[0], "r");
    }
    running_program(const running_program&) = delete;
    running_program& operator=(const running_program&) = delete;
    ~running_program() {
        (void)end();
        std::fclose(from_);
    }

    std::string line() {
        std::string out;
        for (int c = 0; (c = std::fgetc(from_)) != EOF && c != '\n';) out += static_cast<char>(c);
        return out;
    }
    std::string rest() {
        std::string out;
        for (int c = 0; (c = std::fgetc(from_)) != EOF;) out += static_cast<char>(c);
        return out;
    }
    // Of a server of the Model Context Protocol.
    json ask(const std::string& method, json params) {
        const json message{{"jsonrpc", "2.0"},
                           {"id", ++asked_},
                           {"method", method},
                           {"params", std::move(params)}};
        const auto text = message.dump() + '\n';
        REQUIRE(::write(to_, text.data(), text.size()) == static_cast<::ssize_t>(text.size()));
        return json::parse(line(), nullptr, false);
    }
    json call(const std::string& tool, json arguments) {
        return ask("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}});
    }
    // Its status.
    int end() {
        if (to_ >= 0) ::close(std::exchange(to_, -1));
        int status = -1;
        if (id_ > 0) ::waitpid(std::exchange(id_, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    ::pid_t id_ = -1;
    int to_ = -1;
    std::FILE* from_ = nullptr;
    int asked_ = 0;
};

struct outcome {
    int status = -1;
    std::string said;
};

outcome run(std::vector<std::string> words) {
    running_program program{std::move(words)};
    outcome out;
    out.said = program.rest();
    out.status = program.end();
    return out;
}

}  // namespace

TEST_CASE("two servers on one PostgreSQL store: tools of one see what the other wrote",
          "[postgres][processes][program]") {
    postgres_server server{{"fsync=off"}};
    const auto url = server.url();
    running_program one{{"mcp", "--store", url}}, other{{"mcp", "--store", url}};
    for (auto* const each : {&one, &other})
        REQUIRE(each->ask("initialize", {{"protocolVersion", "2025-06-18"},
                                         {"capabilities", json::object()},
                                         {"clientInfo", {{"name", "t"}, {"version", "1"}}}})
                    .contains("result"));
    const auto told = one.call("memory_remember", {{"content", "The quokkas sleep at dusk"}});
    INFO(told.dump());
    REQUIRE(told.contains("result"));
    CHECK_FALSE(told["result"].value("isError", false));
    const auto found = other.call("memory_search", {{"query", "quokkas"}});
    CHECK_THAT(found.dump(), contains("sleep at dusk"));
    REQUIRE(other.call("memory_remember", {{"content", "The quokkas wake at dawn"}})
                .contains("result"));
    CHECK_THAT(one.call("memory_search", {{"query", "quokkas"}}).dump(),
               contains("wake at dawn") && contains("sleep at dusk"));
    // A server that is gone for a while.
    server.kill();
    server.start();
    CHECK_THAT(one.call("memory_search", {{"query", "quokkas"}}).dump(), contains("wake at dawn"));
    CHECK(one.end() == 0);
    CHECK(other.end() == 0);

    const auto logged = run({"log", url});
    CHECK(logged.status == 0);
    CHECK_THAT(logged.said, contains("noted \"The quokkas sleep at dusk\""));
    const auto checked = run({"check", url});
    CHECK(checked.status == 0);
    CHECK_THAT(checked.said, contains(", 0 problems"));
    CHECK(run({"plan", "list", url}).said.find(postgres_server::password) == std::string::npos);
}

TEST_CASE("no command prints the password of a store", "[postgres][program]") {
    const auto port = std::to_string(postgres_server::shared().port());
    for (const auto& url :
         {"postgresql://workmem:hush-hush@127.0.0.1:" + port + "/memories",
          "postgresql://workmem:hush/hush@127.0.0.1:" + port + "/memories",
          "postgresql://workmem:hush?hush@127.0.0.1:" + port + "/memories",
          "postgresql://workmem:hush@hush@127.0.0.1:" + port + "/memories",
          "postgresql://127.0.0.1:" + port + "/memories?user=workmem&password=hush@hush",
          std::string{"postgresql://workmem:hush-hush@127.0.0.1:1/memories"},
          std::string{"postgresql://workmem:hush-hush/memories"},
          std::string{"REDIS://ann:hush-hush@127.0.0.1/0"},
          std::string{"host=127.0.0.1 password=hush-hush"},
          postgres_server::shared().url() + "x"})
        for (const auto& words :
             std::vector<std::vector<std::string>>{{"log", url},
                                                   {"check", url},
                                                   {"show", url},
                                                   {"plan", "list", url},
                                                   {"plan", "add", url, "Work"},
                                                   {"what", "--store", url},
                                                   {"mcp", "--store", url},
                                                   {"mcp", "--read-only", "--store", url}}) {
            const auto done = run(words);
            INFO(words[0] << ' ' << url << ": " << done.said);
            CHECK(done.status != 0);
            CHECK_FALSE(done.said.empty());
            CHECK_THAT(done.said, !contains("hush") && !contains(postgres_server::password));
        }
}

#endif
