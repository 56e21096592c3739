#pragma once

#include <workmem_redis/address.hpp>
#include <workmem_redis/reply.hpp>

#include <hiredis/hiredis.h>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace workmem::journal {

/// Commands as they are sent.
class redis_commands {
public:
    /// Adds one: its name and what follows.
    void add(std::span<const std::string_view> words) {
        bytes_ += '*' + std::to_string(words.size()) + "\r\n";
        for (const auto each : words) {
            bytes_ += '$' + std::to_string(each.size()) + "\r\n";
            bytes_ += each;
            bytes_ += "\r\n";
        }
        ++count_;
    }
    void add(std::initializer_list<std::string_view> words) {
        add(std::span<const std::string_view>{words.begin(), words.size()});
    }
    [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }

private:
    std::string bytes_;
    std::size_t count_ = 0;
};

/// A connection to a server: hiredis speaks the protocol, and every wait has its end. After a
/// failure it is of no use any more. For one thread at a time. Neither copyable nor movable.
class redis_connection {
public:
    using clock = std::chrono::steady_clock;

    redis_connection() = default;
    redis_connection(const redis_connection&) = delete;
    redis_connection& operator=(const redis_connection&) = delete;
    ~redis_connection() {
        if (socket_ >= 0) ::close(socket_);
    }

    /// Asking for the host's address is left to the system, which has its own patience.
    [[nodiscard]] bool connect(const redis_address& to, clock::time_point until) {
        addrinfo hints{};
        hints.ai_family = AF_UNSPEC;
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        if (const auto code = ::getaddrinfo(to.host.c_str(), to.port.c_str(), &hints, &found);
            code != 0)
            return failed(std::string{"the host cannot be found: "} + ::gai_strerror(code));
        const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner{found, &::freeaddrinfo};
        for (const auto* each = found; each != nullptr; each = each->ai_next)
            if (connect(*each, until)) return true;
        return false;
    }

    /// False once the other end has closed it, or said something that nobody asked for.
    [[nodiscard]] bool is_quiet() const noexcept {
        pollfd waiting{socket_, POLLIN, 0};
        return ::poll(&waiting, 1, 0) == 0;
    }

    /// True when the system has taken all of it, whatever becomes of it.
    [[nodiscard]] bool send(std::string_view bytes, clock::time_point until) {
        while (!bytes.empty()) {
            // MSG_NOSIGNAL: the other end may be gone.
            const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent >= 0)
                bytes.remove_prefix(static_cast<std::size_t>(sent));
            else if (!goes_on(errno, POLLOUT, until))
                return false;
        }
        return true;
    }

    /// One answer; nothing if none came.
    [[nodiscard]] redis_reply receive(clock::time_point until) {
        for (;;) {
            void* reply = nullptr;
            if (redisReaderGetReply(reader_.get(), &reply) != REDIS_OK) {
                (void)failed("it does not speak the protocol of Redis");
                return {};
            }
            if (reply != nullptr) return redis_reply{reply};
            if (buffer_.empty()) buffer_.resize(std::size_t{16} << 10U);
            const auto got = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
            if (got > 0) {
                if (redisReaderFeed(reader_.get(), buffer_.data(), static_cast<std::size_t>(got)) !=
                    REDIS_OK) {
                    (void)failed("its answer does not fit into the memory");
                    return {};
                }
            } else if (got == 0) {
                (void)failed("it closed the connection");
                return {};
            } else if (!goes_on(errno, POLLIN, until)) {
                return {};
            }
        }
    }

    /// Why the last call failed.
    [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
    /// Whether that was because nothing came in time: the server may be there, and stand still.
    [[nodiscard]] bool is_silent() const noexcept { return is_silent_; }

private:
    struct release {
        void operator()(redisReader* each) const noexcept { redisReaderFree(each); }
    };

    [[nodiscard]] bool connect(const addrinfo& to, clock::time_point until) {
        if (socket_ >= 0) ::close(socket_);
        socket_ =
            ::socket(to.ai_family, to.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, to.ai_protocol);
        if (socket_ < 0) return failed(errno);
        const int on = 1;
        (void)::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        (void)::setsockopt(socket_, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
        if (::connect(socket_, to.ai_addr, to.ai_addrlen) == 0) return true;
        if (errno != EINPROGRESS) return failed(errno);
        if (!await(POLLOUT, until)) return false;
        int code = 0;
        socklen_t size = sizeof code;
        if (::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &code, &size) != 0) return failed(errno);
        return code == 0 || failed(code);
    }

    [[nodiscard]] bool goes_on(int code, short what, clock::time_point until) {
        if (code == EINTR) return true;
        if (code == EAGAIN) return await(what, until);
        return failed(code);
    }
    [[nodiscard]] bool await(short what, clock::time_point until) {
        for (;;) {
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(until - clock::now()).count();
            pollfd waiting{socket_, what, 0};
            const auto ready =
                left <= 0 ? 0
                          : ::poll(&waiting, 1,
                                   static_cast<int>((std::min)(left, decltype(left){60'000})));
            if (ready > 0) return true;
            if (ready < 0 && errno != EINTR) return failed(errno);
            if (ready == 0 && clock::now() >= until) {
                failed("it does not answer in time");
                is_silent_ = true;
                return false;
            }
        }
    }
    [[nodiscard]] bool failed(int code) { return failed(std::generic_category().message(code)); }
    bool failed(std::string why) {
        problem_ = std::move(why);
        is_silent_ = false;
        return false;
    }

    int socket_ = -1;
    std::unique_ptr<redisReader, release> reader_{redisReaderCreate()};
    std::vector<char> buffer_;
    std::string problem_;
    bool is_silent_ = false;
};

}  // namespace workmem::journal
