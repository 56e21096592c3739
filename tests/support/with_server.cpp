// with_redis, with_postgres COMMAND [ARGUMENT…]: starts a server of its own, runs the command with
// the server's URL as its last argument, and ends as the command does. The server goes with it.
#if defined(WORKMEM_WITH_POSTGRES)
#include "postgres_server.hpp"
using server = workmem_test::postgres_server;
#else
#include "redis_server.hpp"
using server = workmem_test::redis_server;
#endif

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <iostream>

int main(int argc, char** argv) try {
    if (argc < 2) {
        std::cerr << "usage: " << argv[0] << " COMMAND [ARGUMENT…]\n";
        return 2;
    }
    const server mine;
    auto url = mine.url();
    std::vector<char*> words{argv + 1, argv + argc};
    words.insert(words.end(), {url.data(), nullptr});
    const auto id = ::fork();
    if (id == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::execvp(words[0], words.data());
        ::_exit(127);
    }
    int status = -1;
    ::waitpid(id, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
} catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 1;
}
