// Stands between a client and a server, and cuts the connection where it is told to.
#pragma once

#include "redis_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

namespace workmem_test {

class cutting_proxy {
public:
    enum class way { to_server, to_client };

    explicit cutting_proxy(std::uint16_t server) : server_{server} {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        auto address = loopback(0);
        socklen_t size = sizeof address;
        auto* const where = reinterpret_cast<sockaddr*>(&address);
        if (::bind(listener_, where, size) != 0 || ::listen(listener_, 64) != 0 ||
            ::getsockname(listener_, where, &size) != 0)
            throw std::runtime_error{"the proxy cannot listen"};
        port_ = ntohs(address.sin_port);
        thread_ = std::thread{[this] { run(); }};
    }
    cutting_proxy(const cutting_proxy&) = delete;
    cutting_proxy& operator=(const cutting_proxy&) = delete;
    ~cutting_proxy() {
        is_over_ = true;
        thread_.join();
        for (const auto& each : pairs_) close(each);
        ::close(listener_);
    }

    [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

    // The connection on which byte `after` + 1 in this direction comes is cut before it, once.
    void cut(way direction, std::int64_t after) {
        left(direction == way::to_server ? way::to_client : way::to_server) = -1;
        left(direction) = after;
    }
    // Whether that has happened, so far.
    [[nodiscard]] bool has_cut() const noexcept { return left_[0] < 0 && left_[1] < 0; }
    void cut_no_more() noexcept { left_[0] = left_[1] = -1; }
    // Closes the connections there are.
    void drop_all() {
        drops_ = true;
        while (drops_) std::this_thread::yield();
    }

private:
    struct pair {
        int client, server;
    };

    static sockaddr_in loopback(std::uint16_t port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port);
        return address;
    }
    static void close(const pair& each) {
        ::close(each.client);
        ::close(each.server);
    }
    std::atomic<std::int64_t>& left(way direction) {
        return left_[direction == way::to_server ? 0 : 1];
    }

    void run() {
        while (!is_over_) {
            std::vector<pollfd> ready{{listener_, POLLIN, 0}};
            for (const auto& each : pairs_) {
                ready.push_back({each.client, POLLIN, 0});
                ready.push_back({each.server, POLLIN, 0});
            }
            const auto awake = ::poll(ready.data(), ready.size(), 2);
            if (drops_) {
                for (const auto& each : pairs_) close(each);
                pairs_.clear();
                drops_ = false;
                continue;
            }
            if (awake <= 0) continue;
            std::vector<pair> kept;
            for (std::size_t i = 0; i < pairs_.size(); ++i) {
                const auto& each = pairs_[i];
                const bool lives = (ready[1 + 2 * i].revents == 0 ||
                                    forward(each.client, each.server, left(way::to_server))) &&
                                   (ready[2 + 2 * i].revents == 0 ||
                                    forward(each.server, each.client, left(way::to_client)));
                if (lives)
                    kept.push_back(each);
                else
                    close(each);
            }
            pairs_ = std::move(kept);
            if (ready[0].revents != 0) accept();
        }
    }
    void accept() {
        const pair made{::accept(listener_, nullptr, nullptr),
                        ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
        const auto to = loopback(server_);
        const int on = 1;
        for (const int each : {made.client, made.server})
            (void)::setsockopt(each, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (::connect(made.server, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0)
            pairs_.push_back(made);
        else
            close(made);
    }
    static bool forward(int from, int to, std::atomic<std::int64_t>& left) {
        char bytes[16'384];
        const auto got = ::recv(from, bytes, sizeof bytes, 0);
        if (got <= 0) return false;
        auto size = static_cast<std::int64_t>(got);
        const auto most = left.load();
        const bool cuts = most >= 0 && most < size;
        if (cuts) size = most;
        // Before the other end hears of it.
        if (most >= 0) left = cuts ? -1 : most - size;
        for (std::int64_t done = 0; done < size;) {
            const auto sent =
                ::send(to, bytes + done, static_cast<std::size_t>(size - done), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            done += sent;
        }
        return !cuts;
    }

    const std::uint16_t server_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<bool> is_over_{false}, drops_{false};
    std::atomic<std::int64_t> left_[2]{-1, -1};
    std::vector<pair> pairs_;  // of the thread, while it runs
    std::thread thread_;
};

}  // namespace workmem_test
