// A Redis server of a test's own, on loopback, with a folder that goes with it. It never outlives
// the process that started it.
#pragma once

#include "eventually.hpp"
#include "server_process.hpp"
#include "temporary_folder.hpp"

#include <workmem_redis/client.hpp>
#include <workmem_redis/options.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

// A port that nobody uses now.
inline int free_port() {
    const int at = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const where = reinterpret_cast<sockaddr*>(&address);
    if (::bind(at, where, size) != 0 || ::getsockname(at, where, &size) != 0)
        throw std::runtime_error{"no free port"};
    ::close(at);
    return ntohs(address.sin_port);
}

// Where there is none, the build leaves the tests out.
#if defined(WORKMEM_REDIS_SERVER)
inline constexpr const char* redis_program = WORKMEM_REDIS_SERVER;
#else
inline constexpr const char* redis_program = "redis-server";
#endif

class redis_server {
public:
    // `more` stands on its command line.
    explicit redis_server(std::vector<std::string> more = {"--appendfsync", "always"})
        : more_{std::move(more)} {
        // Somebody else may be given the same port in between.
        for (int tries = 0; tries < 10; ++tries) {
            port_ = free_port();
            start();
            if (is_up()) return;
            kill();
        }
        throw std::runtime_error{"redis-server does not start: " + content_of(path("log"))};
    }
    redis_server(const redis_server&) = delete;
    redis_server& operator=(const redis_server&) = delete;
    ~redis_server() { kill(); }

    [[nodiscard]] int port() const noexcept { return port_; }
    [[nodiscard]] std::string url() const { return url(port_); }
    [[nodiscard]] static std::string url(int port) {
        return "redis://127.0.0.1:" + std::to_string(port);
    }
    [[nodiscard]] ::pid_t id() const noexcept { return id_; }
    [[nodiscard]] const temporary_folder& folder() const noexcept { return folder_; }

    void kill() noexcept {
        if (id_ <= 0) return;
        ::kill(id_, SIGKILL);
        ::waitpid(id_, nullptr, 0);
        id_ = -1;
    }
    // Without waiting until it answers.
    void start() {
        std::vector<std::string> words{redis_program,
                                       "--port",
                                       std::to_string(port_),
                                       "--bind",
                                       "127.0.0.1",
                                       "--dir",
                                       folder_.path(),
                                       "--logfile",
                                       path("log"),
                                       "--appendonly",
                                       "yes",
                                       "--save",
                                       "",
                                       "--hz",
                                       "200",
                                       "--daemonize",
                                       "no"};
        words.insert(words.end(), more_.begin(), more_.end());
        id_ = start_server({.words = std::move(words)});
    }
    // False if it ended, or does not answer for long.
    [[nodiscard]] bool is_up() {
        bool has_ended = false;
        const bool is_decided = eventually([&] {
            has_ended = ::waitpid(id_, nullptr, WNOHANG) != 0;
            return has_ended || answers();
        });
        if (has_ended) id_ = -1;
        return is_decided && !has_ended;
    }
    void stop_answering() const { ::kill(id_, SIGSTOP); }
    void go_on() const { ::kill(id_, SIGCONT); }

    // Asks it something, past the engine.
    std::string ask(std::initializer_list<std::string_view> words) const {
        workmem::journal::redis_connection with;
        const auto until = std::chrono::steady_clock::now() + std::chrono::minutes{1};
        workmem::journal::redis_commands command;
        command.add(words);
        if (!with.connect(at(), until) || !with.send(command.bytes(), until)) return with.problem();
        const auto reply = with.receive(until);
        if (!reply) return with.problem();
        return reply.text().empty() ? std::to_string(reply.integer()) : std::string{reply.text()};
    }

    // Waits until so many clients wait in it for a record.
    [[nodiscard]] bool keeps_waiting(int clients) const {
        const auto wanted = "blocked_clients:" + std::to_string(clients) + "\r";
        return eventually([&] {
            return ask({"INFO", "clients"}).find(wanted) != std::string::npos;
        });
    }

    // All bytes that the server would find again; not the log, and no file that it only has to
    // delete yet.
    [[nodiscard]] std::string stored() const {
        std::string out, manifest;
        for (const auto& each : folder_.files()) {
            const std::filesystem::path file{each};
            if (file.extension() == ".manifest") manifest = content_of(each);
            if (file.extension() == ".rdb" && file.filename() == "dump.rdb")
                out += content_of(each);
        }
        for (const auto& each : folder_.files()) {
            const auto name = std::filesystem::path{each}.filename().string();
            for (const auto* const type : {" type b", " type i"})
                for (auto at = manifest.find("file " + name + ' '); at != manifest.npos;
                     at = manifest.npos)
                    if (manifest.substr(at, manifest.find('\n', at) - at).ends_with(type))
                        out += content_of(each);
        }
        return out;
    }

private:
    [[nodiscard]] std::string path(const char* file) const { return folder_.path() + '/' + file; }
    [[nodiscard]] workmem::journal::redis_address at() const {
        return {.host = "127.0.0.1", .port = std::to_string(port_)};
    }
    [[nodiscard]] bool answers() const {
        const auto said = ask({"PING"});
        return said == "PONG" || said.starts_with("NOAUTH");
    }

    const std::vector<std::string> more_;
    temporary_folder folder_;
    int port_ = 0;
    ::pid_t id_ = -1;
};

// One for all tests that do not disturb it, which ends with the process. What it acknowledges is
// not on the disk yet: that takes most of the time.
inline redis_server& shared_redis() {
    static redis_server one{{"--appendfsync", "everysec"}};
    return one;
}
// Keys of a test's own in it. The server ends with the thread that starts it, which must not be one
// of a test's own.
inline std::string fresh_prefix() {
    shared_redis();
    static int count = 0;
    return "t" + std::to_string(::getpid()) + '-' + std::to_string(++count);
}

inline workmem::journal::redis_options in_prefix(
    std::string prefix, workmem::journal::sync_mode sync =
                            workmem::journal::sync_mode::interval(std::chrono::seconds{1})) {
    return {.sync = sync, .prefix = std::move(prefix)};
}

/// Options with the time that a busy machine takes: what is cut is told at once, and nothing waits for it.
inline workmem::journal::redis_options patient(workmem::journal::redis_options options) {
    options.timeout = std::chrono::minutes{1};
    options.patience = std::chrono::minutes{1};
    return options;
}

}  // namespace workmem_test
