// A server that a test starts: a process that ends with this one, however that ends. Threads of the
// test may run meanwhile, so nothing of the test's own runs between its fork and the server.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

extern char** environ;

namespace workmem_test {

struct server_command {
    std::vector<std::string> words;
    // What is written to it, also of errors; nothing is if there is none.
    std::string log = "/dev/null";
    // Whom it runs as; nobody else if this is empty.
    std::string user = {};
    // What the server is sent when the thread ends that started it.
    const char* last_signal = "KILL";
};

// Of the process, which has a session of its own.
inline ::pid_t start_server(server_command command) {
    // util-linux's, which Debian always has: it becomes what it starts.
    std::vector<std::string> words{"setpriv", "--pdeathsig", command.last_signal};
    if (!command.user.empty())
        words.insert(words.end(),
                     {"--reuid", command.user, "--regid", command.user, "--init-groups"});
    words.push_back("--");
    words.insert(words.end(), command.words.begin(), command.words.end());
    std::vector<char*> arguments;
    for (auto& each : words) arguments.push_back(each.data());
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, command.log.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                     0600);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    // Pipes and sockets of the test are none of its business.
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    posix_spawn_file_actions_addchdir_np(&files, "/");
    sigset_t usual;
    sigemptyset(&usual);
    for (const int each :
         {SIGABRT, SIGALRM, SIGFPE, SIGILL, SIGINT, SIGPIPE, SIGQUIT, SIGSEGV, SIGTERM})
        sigaddset(&usual, each);
    posix_spawnattr_t how;
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigdefault(&how, &usual);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    ::pid_t id = -1;
    const int problem =
        ::posix_spawnp(&id, arguments.front(), &files, &how, arguments.data(), environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    if (problem != 0)
        throw std::runtime_error{"setpriv: " + std::generic_category().message(problem)};
    return id;
}

}  // namespace workmem_test
