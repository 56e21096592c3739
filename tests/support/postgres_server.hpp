// A PostgreSQL server of a test's own: on loopback, on a port of its own, in a temporary folder. It
// ends with its object, and with this process, however that ends. PostgreSQL refuses root, who
// starts it as the user `postgres`.
#pragma once

#include "eventually.hpp"
#include "server_process.hpp"
#include "temporary_folder.hpp"

#include <arpa/inet.h>
#include <libpq-fe.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace workmem_test {

// Where `initdb` and `postgres` are; the newest, or nothing.
inline std::string postgres_programs() {
    namespace fs = std::filesystem;
    std::string found;
    std::error_code ignored;
    for (const auto& each : fs::directory_iterator{"/usr/lib/postgresql", ignored})
        if (fs::exists(each.path() / "bin/postgres", ignored) &&
            fs::exists(each.path() / "bin/initdb", ignored))
            found = (std::max)(found, (each.path() / "bin").string());
    return found;
}

// Ends a test program that has no server to test with; ctest takes the status for a skip.
inline bool needs_postgres() {
    if (!postgres_programs().empty()) return true;
    std::puts("skipped: PostgreSQL is not installed (Debian's package postgresql)");
    std::fflush(stdout);
    std::_Exit(std::getenv("CI") == nullptr ? 77 : 1);
}

class postgres_server {
public:
    static constexpr auto user = "workmem", password = "pa55-of-the-tests", database = "memories";

    // `settings`: as in postgresql.conf, "fsync=off".
    explicit postgres_server(std::vector<std::string> settings = {})
        : settings_{std::move(settings)}, port_{free_port()} {
        const auto secret = at_.path() + "/password";
        put_content(secret, password);
        give_away(at_.path());
        give_away(secret);
        const auto status = wait(
            start_as_user({programs_ + "/initdb", "-D", folder(), "-U", user, "--pwfile", secret,
                           "-A", "scram-sha-256", "-N", "-E", "UTF8", "--locale", "C"}));
        if (status != 0) throw std::runtime_error{"initdb failed"};
        // Who need not be proven to come is faster to come again.
        const auto rules = content_of(folder() + "/pg_hba.conf");
        put_content(folder() + "/pg_hba.conf", "host all trusted 127.0.0.1/32 trust\n" + rules);
        start();
        run("CREATE ROLE trusted SUPERUSER LOGIN", "postgres");
        run(std::string{"CREATE DATABASE "} + database, "postgres");
    }
    postgres_server(const postgres_server&) = delete;
    postgres_server& operator=(const postgres_server&) = delete;
    ~postgres_server() { stop(); }

    // One for all tests of a program that leave it as it is.
    static postgres_server& shared() {
        static postgres_server all{{"fsync=off"}};
        return all;
    }

    [[nodiscard]] int port() const noexcept { return port_; }
    [[nodiscard]] std::string folder() const { return at_.path() + "/data"; }
    [[nodiscard]] std::string url(int port) const {
        return std::string{"postgresql://"} + user + ':' + password +
               "@127.0.0.1:" + std::to_string(port) + '/' + database;
    }
    [[nodiscard]] std::string url() const { return url(port_); }
    [[nodiscard]] std::string trusted_url(int port) const {
        return "postgresql://trusted@127.0.0.1:" + std::to_string(port) + '/' + database;
    }
    // Waits until a statement answers that.
    [[nodiscard]] bool comes_to_say(const std::string& answer, const std::string& text) const {
        return eventually([&] { return run(text) == answer; });
    }
    // A schema that nobody has had.
    [[nodiscard]] static std::string new_schema() {
        static int last = 0;
        return "s" + std::to_string(++last) + "_" + std::to_string(::getpid());
    }

    // Runs statements as another program would; the first column of what comes back, a line a row.
    std::string run(const std::string& text, const std::string& in = database) const {
        const auto where = std::string{"postgresql://"} + user + ':' + password +
                           "@127.0.0.1:" + std::to_string(port_) + '/' + in;
        const std::unique_ptr<PGconn, decltype(&PQfinish)> to{PQconnectdb(where.c_str()),
                                                              &PQfinish};
        PQsetNoticeReceiver(
            to.get(), [](void*, const PGresult*) {}, nullptr);
        const std::unique_ptr<PGresult, decltype(&PQclear)> answer{PQexec(to.get(), text.c_str()),
                                                                   &PQclear};
        const auto status = PQresultStatus(answer.get());
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
            throw std::runtime_error{text + ": " + PQerrorMessage(to.get())};
        std::string out;
        for (int i = 0; i < PQntuples(answer.get()); ++i)
            out += std::string{PQgetvalue(answer.get(), i, 0)} + '\n';
        return out;
    }

    void start() {
        std::vector<std::string> words{programs_ + "/postgres", "-D", folder(), "-p",
                                       std::to_string(port_)};
        auto settings = settings_;
        settings.insert(settings.begin(), {"listen_addresses=127.0.0.1", "unix_socket_directories=",
                                           "max_connections=60", "shared_buffers=32MB"});
        for (const auto& each : settings) words.insert(words.end(), {"-c", each});
        const deadline most;
        // Whoever served the one that was killed may not have noticed yet, and keep its memory.
        while (!most.has_passed()) {
            id_ = start_as_user(words);
            bool answers = false;
            (void)eventually([&] {
                answers = PQping((trusted_url(port_) + "?connect_timeout=2").c_str()) == PQPING_OK;
                return answers || ::waitpid(id_, nullptr, WNOHANG) == id_;
            });
            if (answers) return;
        }
        throw std::runtime_error{"the server does not start: " + content_of(at_.path() + "/log")};
    }
    // As after a request to stop at once; SIGINT.
    void stop() noexcept { end(SIGINT); }
    // As after a crash: the server and whoever works for it.
    void kill() noexcept {
        const auto all = processes();
        for (const auto each : all) ::kill(each, SIGKILL);
        end(SIGKILL);
    }
    void pause() {
        ::kill(id_, SIGSTOP);  // first, so that it starts no more
        for (const auto each : processes()) ::kill(each, SIGSTOP);
    }
    void resume() {
        for (const auto each : processes()) ::kill(each, SIGCONT);
    }
    // A server that only reads until it is promoted.
    void restart_as_standby() {
        stop();
        put_content(folder() + "/standby.signal", "");
        give_away(folder() + "/standby.signal");
        start();
    }

private:
    void end(int signal) noexcept {
        if (id_ <= 0) return;
        ::kill(id_, SIGCONT);
        ::kill(id_, signal);
        wait(std::exchange(id_, -1));
    }
    // Each has a group of its own.
    [[nodiscard]] std::vector<::pid_t> processes() const {
        std::vector<::pid_t> out{id_};
        const auto id = std::to_string(id_);
        std::ifstream children{"/proc/" + id + "/task/" + id + "/children"};
        for (::pid_t each = 0; children >> each;) out.push_back(each);
        return out;
    }
    static int wait(::pid_t id) noexcept {
        int status = -1;
        while (id > 0 && ::waitpid(id, &status, 0) < 0 && errno == EINTR) {
        }
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    static void give_away(const std::string& path) {
        if (::geteuid() != 0) return;
        const auto* const owner = ::getpwnam("postgres");
        if (owner == nullptr || ::chown(path.c_str(), owner->pw_uid, owner->pw_gid) != 0)
            throw std::runtime_error{"there is no user postgres to run the server"};
    }
    [[nodiscard]] ::pid_t start_as_user(std::vector<std::string> words) const {
        const bool is_root = ::geteuid() == 0;
        return start_server({.words = std::move(words),
                             .log = at_.path() + "/log",
                             .user = is_root ? "postgres" : "",
                             .last_signal = "QUIT"});
    }
    static int free_port() {
        const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        ::socklen_t size = sizeof at;
        const bool found = ::bind(socket, reinterpret_cast<sockaddr*>(&at), size) == 0 &&
                           ::getsockname(socket, reinterpret_cast<sockaddr*>(&at), &size) == 0;
        ::close(socket);
        if (!found) throw std::runtime_error{"there is no free port"};
        return ntohs(at.sin_port);
    }

    const std::string programs_ = postgres_programs();
    temporary_folder at_;
    std::vector<std::string> settings_;
    int port_;
    ::pid_t id_ = -1;
};

// The files and tables of one journal on the server that all share.
struct postgres_schema_of_its_own {
    std::string name = postgres_server::new_schema();
    // The server ends with the thread that starts it, which must not be one of a test's own.
    postgres_schema_of_its_own() { postgres_server::shared(); }
    postgres_schema_of_its_own(const postgres_schema_of_its_own&) = delete;
    postgres_schema_of_its_own& operator=(const postgres_schema_of_its_own&) = delete;
    ~postgres_schema_of_its_own() {
        try {
            postgres_server::shared().run("DROP SCHEMA IF EXISTS \"" + name + "\" CASCADE");
        } catch (const std::exception&) {
        }
    }
};

}  // namespace workmem_test
