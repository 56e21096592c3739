#pragma once

#include <workmem/detail/cxx20.hpp>

#include <workmem_http/chunks.hpp>

#include <httplib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace workmem::http {

/// A client's connection, as cpp-httplib reads and writes it. The library limits each read; this
/// one limits a request as a whole, in time and in bytes, so that nobody keeps a thread by sending
/// slowly or for ever. Not thread-safe.
class connection final : public httplib::Stream {
public:
    using clock = std::chrono::steady_clock;

    /// \param stop readable when nothing more is to be waited for
    connection(socket_t of, int stop, std::chrono::milliseconds request_time,
               std::size_t max_request_bytes)
        : socket_{of},
          stop_{stop},
          request_time_{request_time},
          max_request_bytes_{max_request_bytes} {}
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;

    /// Waits until a request begins; false where none comes in that time, or nothing should.
    [[nodiscard]] bool wait_for_request(std::chrono::milliseconds most) {
        if (at_ < held_) return begin();
        std::array<pollfd, 2> waits{{{socket_, POLLIN, 0}, {stop_, POLLIN, 0}}};
        const auto until = clock::now() + most;
        for (;;) {
            const int ready = ::poll(waits.data(), waits.size(), left(until));
            if (ready < 0 && errno == EINTR) continue;
            // What has come is answered, also when it is time to stop.
            return ready > 0 && waits[0].revents != 0 && fill() && begin();
        }
    }
    /// After this answer the connection ends: what comes next may be the rest of a body.
    void end_after_answer() noexcept { ends_ = true; }
    [[nodiscard]] bool ends() const noexcept { return ends_; }
    /// The whole request was read: another one may follow.
    void read_to_the_end() noexcept { ends_ = false; }

    /// The head of the request as it was sent: cpp-httplib tells only what it made of it. Empty
    /// before it has ended.
    [[nodiscard]] std::string_view head() const noexcept {
        return has_head_ ? std::string_view{head_} : std::string_view{};
    }

    /// The body that follows comes in chunks, which are looked at as they are read.
    void begin_chunks() noexcept { chunks_.emplace(); }

    /// Returns the client's address, of IPv6 its network: what limits count by. Empty: not known.
    [[nodiscard]] static std::string peer_of(socket_t socket) {
        sockaddr_storage is{};
        socklen_t size = sizeof is;
        if (::getpeername(socket, static_cast<sockaddr*>(static_cast<void*>(&is)), &size) != 0)
            return {};
        const auto bytes = [](const void* from, std::size_t count) {
            return std::string(static_cast<const char*>(from), count);
        };
        if (is.ss_family == AF_INET) {
            const auto* const v4 = static_cast<const sockaddr_in*>(static_cast<const void*>(&is));
            return bytes(&v4->sin_addr, 4);
        }
        if (is.ss_family != AF_INET6) return {};
        const auto* const v6 = static_cast<const sockaddr_in6*>(static_cast<const void*>(&is));
        const auto whole = bytes(&v6->sin6_addr, 16);
        return IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr) ? whole.substr(12) : whole.substr(0, 8);
    }

    /// Sends what was written. False where the client takes nothing.
    bool flush() {
        if (is_broken_) return false;
        // Reading may have taken all the time there was.
        const auto until = std::max(deadline_, clock::now() + std::chrono::seconds{1});
        for (std::string_view rest = out_; !rest.empty();) {
            const auto done = ::send(socket_, rest.data(), rest.size(), no_signal | MSG_DONTWAIT);
            if (done >= 0)
                rest.remove_prefix(static_cast<std::size_t>(done));
            else if (errno == EAGAIN) {
                if (!wait(POLLOUT, until)) return out_.clear(), false;
            } else if (errno != EINTR)
                return out_.clear(), false;
        }
        out_.clear();
        return true;
    }
    /// Sends this at once, past cpp-httplib, for which a client has as long as for a request.
    bool send(std::string_view text) {
        deadline_ = clock::now() + request_time_;
        out_.append(text);
        return flush();
    }
    /// What is written after this is not sent before the next request: it was answered.
    void end_of_answer(bool arrived) noexcept { is_answered_ = true, is_broken_ = !arrived; }
    /// Whether the client has closed its end, also where it goes on reading: who is asked
    /// something has to send. Where the system does not tell, what it has sent before hides that.
    [[nodiscard]] bool is_gone() const {
#ifdef POLLRDHUP
        pollfd ends{socket_, POLLRDHUP, 0};
        if (::poll(&ends, 1, 0) > 0) return true;
#endif
        pollfd waits{socket_, POLLIN, 0};
        if (at_ < held_ || ::poll(&waits, 1, 0) <= 0) return false;
        char next = 0;
        const auto got = ::recv(socket_, &next, 1, MSG_PEEK | MSG_DONTWAIT);
        return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
    }
    /// Closes it so that the answer arrives, though not all was read that the client has sent.
    void close() {
        ::shutdown(socket_, SHUT_WR);
        if (ends_) {
            constexpr std::size_t most = std::size_t{16} << 20;
            const auto until = clock::now() + std::chrono::milliseconds{500};
            std::size_t passed_over = 0;
            do {
                passed_over += held_;
                at_ = held_ = 0;
            } while (passed_over < most && wait(POLLIN, until) && fill());
        }
        ::close(socket_);
    }

    // What releases of cpp-httplib ask for: each for some of these, so none says `override`.
    [[nodiscard]] bool is_readable() const { return at_ < held_ || wait(POLLIN, deadline_); }
    [[nodiscard]] bool is_writable() const { return wait(POLLOUT, deadline_); }
    ssize_t read(char* to, std::size_t size) {
        if (!flush()) return -1;  // the client waits for `100 Continue`
        if (at_ == held_) {
            if (bytes_left_ == 0 || !wait(POLLIN, deadline_) || !fill()) return -1;
        }
        const auto count = std::min({size, held_ - at_, bytes_left_});
        std::copy_n(buffer_.data() + at_, count, to);
        const std::string_view piece{buffer_.data() + at_, count};
        if (!has_head_ && !note_head(piece)) return -1;
        if (chunks_ && !chunks_->accepts(piece)) return -1;
        at_ += count;
        bytes_left_ -= count;
        return count == 0 ? -1 : static_cast<ssize_t>(count);
    }
    using httplib::Stream::write;
    ssize_t write(const char* from, std::size_t size) {
        constexpr std::size_t much = std::size_t{1} << 16;
        if (is_answered_) return static_cast<ssize_t>(size);
        out_.append(from, size);
        return out_.size() < much || flush() ? static_cast<ssize_t>(size) : -1;
    }
    void get_remote_ip_and_port(std::string& address, int& port) const {
        name_of(::getpeername, address, port);
    }
    void get_local_ip_and_port(std::string& address, int& port) const {
        name_of(::getsockname, address, port);
    }
    [[nodiscard]] socket_t socket() const { return socket_; }

    [[nodiscard]] bool wait_readable() const { return is_readable(); }
    [[nodiscard]] bool wait_writable() const { return is_writable(); }
    [[nodiscard]] std::time_t duration() const { return 0; }

private:
#ifdef MSG_NOSIGNAL
    static constexpr int no_signal = MSG_NOSIGNAL;
#else
    static constexpr int no_signal = 0;  // SIGPIPE must be ignored
#endif

    [[nodiscard]] bool begin() {
        deadline_ = clock::now() + request_time_;
        bytes_left_ = max_request_bytes_;
        chunks_.reset();
        head_.clear();
        has_head_ = false;
        is_answered_ = false;
        return true;
    }
    // False where it is too long to be one.
    [[nodiscard]] bool note_head(std::string_view read) {
        constexpr std::size_t most = std::size_t{64} << 10;
        constexpr std::string_view end = "\r\n\r\n";
        const auto from = head_.size() < end.size() ? 0 : head_.size() - end.size();
        head_.append(read);
        const auto at = head_.find(end, from);
        has_head_ = at != std::string::npos;
        if (has_head_) head_.resize(at + end.size());
        return head_.size() <= most;
    }
    [[nodiscard]] static int left(clock::time_point until) {
        const auto time =
            std::chrono::ceil<std::chrono::milliseconds>(until - clock::now()).count();
        return static_cast<int>(std::clamp<std::int64_t>(time, 0, std::numeric_limits<int>::max()));
    }
    // Less long where it is time to stop: what has begun to come may still do so.
    [[nodiscard]] bool wait(short what, clock::time_point until) const {
        constexpr std::chrono::milliseconds grace{1'000};
        for (bool stops = false;;) {
            std::array<pollfd, 2> waits{{{socket_, what, 0}, {stop_, POLLIN, 0}}};
            const int ready = ::poll(waits.data(), stops ? 1 : 2, left(until));
            if (ready < 0 && errno == EINTR) continue;
            if (ready <= 0 || waits[0].revents != 0) return ready > 0;
            stops = true;
            until = std::min(until, clock::now() + grace);
        }
    }
    /// Reads what is there; false at the end.
    [[nodiscard]] bool fill() {
        for (;;) {
            const auto got = ::recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return false;
            at_ = 0;
            held_ = static_cast<std::size_t>(got);
            return true;
        }
    }
    template <class Ask>
    void name_of(Ask&& ask, std::string& address, int& port) const {
        sockaddr_storage is{};
        socklen_t size = sizeof is;
        std::array<char, NI_MAXHOST> host{};
        std::array<char, NI_MAXSERV> service{};
        auto* const raw = static_cast<sockaddr*>(static_cast<void*>(&is));
        if (ask(socket_, raw, &size) != 0 ||
            ::getnameinfo(raw, size, host.data(), host.size(), service.data(), service.size(),
                          NI_NUMERICHOST | NI_NUMERICSERV) != 0)
            return;
        address = host.data();
        port = std::atoi(service.data());
    }

    socket_t socket_;
    int stop_;
    std::chrono::milliseconds request_time_;
    std::size_t max_request_bytes_;
    clock::time_point deadline_{};
    std::size_t bytes_left_ = 0;
    bool ends_ = false;
    bool has_head_ = false;
    bool is_answered_ = false;  // past cpp-httplib
    bool is_broken_ = false;    // the answer did not arrive
    std::string head_;
    std::optional<chunk_framing> chunks_;
    std::array<char, 16'384> buffer_;
    std::size_t at_ = 0, held_ = 0;
    std::string out_;
};

}  // namespace workmem::http
