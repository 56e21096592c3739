// A TCP proxy on loopback that cuts a connection behind any byte. Its threads end with it.
#pragma once

#include "eventually.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace workmem_test {

class cutting_proxy {
public:
    enum direction : std::size_t { to_server, to_client };

    explicit cutting_proxy(int target) : target_{address(target)} {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        auto at = address(0);
        ::socklen_t size = sizeof at;
        if (::bind(listener_, as_generic(at), size) != 0 || ::listen(listener_, 16) != 0 ||
            ::getsockname(listener_, as_generic(at), &size) != 0)
            throw std::runtime_error{"there is no proxy"};
        port_ = ntohs(at.sin_port);
        accepting_ = std::thread{[this] { accept_all(); }};
    }
    cutting_proxy(const cutting_proxy&) = delete;
    cutting_proxy& operator=(const cutting_proxy&) = delete;
    ~cutting_proxy() {
        ends_ = true;
        accepting_.join();
        ++generation_;
        for (auto& each : forwarding_) each.join();
        ::close(listener_);
    }

    [[nodiscard]] int port() const noexcept { return port_; }
    // Cuts, once, the connection on which another byte than the next `bytes` would pass.
    void cut_after(direction way, std::int64_t bytes) noexcept {
        for (auto& each : left_) each = never;
        left_[way] = bytes;
    }
    [[nodiscard]] bool has_cut() const noexcept { return left_[0] == never && left_[1] == never; }
    // How many bytes have passed since it was asked last.
    std::int64_t passed(direction way) noexcept { return passed_[way].exchange(0); }
    // Cuts all connections there are; false if they go on.
    bool drop() {
        ++generation_;
        return eventually([&] { return open_ == 0; });
    }
    // How many connections there have been.
    [[nodiscard]] int accepted() const noexcept { return accepted_; }

private:
    static constexpr auto never = (std::numeric_limits<std::int64_t>::max)();

    static sockaddr_in address(int port) {
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(static_cast<std::uint16_t>(port));
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return at;
    }
    static sockaddr* as_generic(sockaddr_in& at) { return reinterpret_cast<sockaddr*>(&at); }
    static bool is_ready(int socket) {
        pollfd at{socket, POLLIN, 0};
        return ::poll(&at, 1, 10) > 0;
    }

    void accept_all() {
        while (!ends_) {
            if (!is_ready(listener_)) continue;
            const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            if (client < 0) continue;
            ++accepted_;
            ++open_;
            forwarding_.emplace_back(
                [this, client, generation = generation_.load()] { forward(client, generation); });
        }
    }

    void forward(int client, int generation) {
        const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const std::array<int, 2> from{client, server};
        for (const int each : from) {
            const int yes = 1;
            ::setsockopt(each, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        }
        auto to = target_;
        bool is_open = ::connect(server, as_generic(to), sizeof to) == 0;
        while (is_open && generation == generation_) {
            std::array<pollfd, 2> at{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
            if (::poll(at.data(), at.size(), 1) <= 0) continue;
            for (std::size_t way = 0; way < 2 && is_open; ++way)
                if (at[way].revents != 0) is_open = pass(way, from[way], from[1 - way]);
        }
        for (const int each : from) ::close(each);
        --open_;
    }
    bool pass(std::size_t way, int from, int to) {
        std::array<char, 4'096> buffer;
        const auto size = ::recv(from, buffer.data(), buffer.size(), 0);
        if (size <= 0) return false;
        const auto left = left_[way].load();
        const auto passes = size <= left ? size : left;
        if (left != never) left_[way] = left - passes;
        passed_[way] += passes;
        if (passes > 0 &&
            ::send(to, buffer.data(), static_cast<std::size_t>(passes), MSG_NOSIGNAL) != passes)
            return false;
        if (passes == size) return true;
        left_[way] = never;
        return false;
    }

    const sockaddr_in target_;
    int listener_ = -1;
    int port_ = 0;
    std::atomic<bool> ends_{false};
    std::atomic<int> generation_{0}, accepted_{0}, open_{0};
    std::array<std::atomic<std::int64_t>, 2> left_{never, never};
    std::array<std::atomic<std::int64_t>, 2> passed_{0, 0};
    std::vector<std::thread> forwarding_;
    std::thread accepting_;
};

}  // namespace workmem_test
