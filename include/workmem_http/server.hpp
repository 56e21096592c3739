#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem_http/connection.hpp>
#include <workmem_http/endpoint.hpp>
#include <workmem_http/events.hpp>
#include <workmem_http/metrics.hpp>
#include <workmem_http/newcomers.hpp>
#include <workmem_http/workers.hpp>

#include <httplib.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <sys/socket.h>
#include <unistd.h>

namespace workmem::http {

/// An endpoint on a port, with `/healthz` and `/metrics` beside it. Speaks HTTP/1.1 without TLS:
/// what is reached from elsewhere stands behind a proxy that does.
template <class Json>
class server : private httplib::Server {
public:
    /// Refers to both. \param hear is told of what went wrong inside, on one line; on any thread
    server(endpoint<Json>& of, metrics& counts, listener_options options,
           std::function<void(std::string_view)> hear)
        : endpoint_{&of},
          counts_{&counts},
          options_{std::move(options)},
          hear_{std::move(hear)},
          newcomers_{options_.max_connections / 2, options_.max_newcomers_each,
                     options_.newcomer_time} {
        if (::pipe(stop_.data()) != 0) stop_ = {-1, -1};
        this->new_task_queue = [this] { return new workers{options_.max_connections}; };
        this->set_tcp_nodelay(true);
        // What answers say of it.
        this->set_keep_alive_max_count(1'000'000);
        this->set_keep_alive_timeout(
            std::chrono::floor<std::chrono::seconds>(options_.idle_time).count());
        this->set_socket_options([this](socket_t listens) {
            const int yes = 1;
            // Another process on the same port would take requests that are meant for this one.
            ::setsockopt(listens, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
            listens_ = listens;
        });
        this->set_pre_routing_handler([this](const httplib::Request& asked,
                                             httplib::Response& out) {
            // It would cut the answer of a call that has been made; the request is no constant.
            const_cast<httplib::Request&>(asked).ranges.clear();
            return before_body(asked, out) ? HandlerResponse::Handled : HandlerResponse::Unhandled;
        });
        // Of what cpp-httplib answers by itself.
        this->set_logger(
            [this](const httplib::Request&, const httplib::Response& is) { count(is.status); });
        this->Post(".*", [this](const httplib::Request&, httplib::Response& out,
                                const httplib::ContentReader& read) { with_body(out, read); });
    }
    ~server() override {
        for (const int end : stop_)
            if (end >= 0) ::close(end);
    }

    /// Takes the port, which it answers. Errors: `storage_error`.
    [[nodiscard]] result<int> bind() {
        const int port = options_.port == 0 ? this->bind_to_any_port(options_.address)
                         : this->bind_to_port(options_.address, options_.port) ? options_.port
                                                                               : -1;
        if (port < 0 || stop_[0] < 0)
            return error{error_code::storage_error, "cannot listen on " +
                                                        text::quoted(options_.address) + ", port " +
                                                        std::to_string(options_.port)};
        // cpp-httplib lets five wait.
        constexpr int waiting = 1'024;
        ::listen(listens_, waiting);
        return port;
    }
    /// Serves until `stop`; then answers what has come, and ends. False if it could not.
    bool serve() { return this->listen_after_bind() || is_stopping_; }
    /// From any thread, not from a signal handler.
    void stop_serving() {
        is_stopping_ = true;
        // Wakes all who wait, and is never read.
        (void)!::write(stop_[1], "", 1);
        // Also where it has not begun to wait.
        ::shutdown(listens_, SHUT_RDWR);
        httplib::Server::stop();
    }

private:
    using clock = std::chrono::steady_clock;

    /// What the thread works on.
    struct work {
        connection* on = nullptr;
        newcomers::number number = 0;
        clock::time_point began{};
        bool is_counted = false;
        bool is_read = false;       ///< its head, and it was right
        bool takes_chunks = false;  ///< not before HTTP/1.1
        request head{};
        std::optional<principal> who{};
    };
    static work& current() noexcept {
        thread_local work now;
        return now;
    }

    /// A stream of events, written past cpp-httplib: that wants to know of an answer whether it is
    /// one before it is made.
    class stream final : public event_sink {
    public:
        stream(const server& of, connection& on) : of_{&of}, on_{&on} {}

        bool send(std::string_view message) override {
            std::string event;
            append_event(event, message);
            std::string out;
            if (!has_begun_) append_head(out);
            has_begun_ = true;
            append_chunk(out, event);
            arrives_ = arrives_ && on_->send(out);
            return arrives_;
        }
        [[nodiscard]] bool has_begun() const override { return has_begun_; }
        [[nodiscard]] bool is_over() override {
            return !arrives_ || of_->is_stopping_ || on_->is_gone();
        }
        void end() {
            std::string out;
            append_chunk(out, {});
            arrives_ = arrives_ && on_->send(out);
            on_->end_of_answer(arrives_);
        }

    private:
        void append_head(std::string& out) const {
            if (of_->is_stopping_) on_->end_after_answer();
            out +=
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                "Transfer-Encoding: chunked\r\n";
            for (const auto& [name, value] : always)
                out.append(name).append(": ").append(value) += "\r\n";
            // Proxies would keep events back until they are many.
            out += "X-Accel-Buffering: no\r\n";
            if (on_->ends()) out += "Connection: close\r\n";
            out += "\r\n";
        }

        const server* of_;
        connection* on_;
        bool has_begun_ = false;
        bool arrives_ = true;
    };
    static constexpr std::array<std::pair<const char*, const char*>, 2> always{
        {{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"}}};

    bool process_and_close_socket(socket_t socket) override {
        // A request may have its head beside its body.
        constexpr std::size_t head_bytes = std::size_t{64} << 10;
        connection on{socket, stop_[0], options_.request_time,
                      endpoint_->options().max_body_bytes * 2 + head_bytes};
        if (workers::has_no_room()) {
            newcomers_.make_room(clock::now());
            on.write(
                "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n"
                "Content-Length: 0\r\nConnection: close\r\n\r\n");
            on.flush();
            on.close();
            counts_->note_request(503, {});
            return false;
        }
        ++connections_;
        current().on = &on;
        current().number = newcomers_.add(
            connection::peer_of(socket), [socket] { ::shutdown(socket, SHUT_RDWR); }, clock::now());
        bool is_good = true;
        while (is_good && !on.ends() && on.wait_for_request(options_.idle_time)) {
            current().began = clock::now();
            current().is_counted = false;
            current().is_read = false;
            bool ends = false;
            is_good = process(*this, on, ends) && on.flush() && !ends;
            // Nobody knows where the next request begins after one that cannot be read.
            if (!current().is_read) on.end_after_answer();
        }
        newcomers_.remove(current().number);
        current() = {};
        on.close();
        --connections_;
        return is_good;
    }
    // Releases of cpp-httplib differ in what they want to know.
    template <class Server>
    static bool process(Server& of, connection& on, bool& ends) {
        if constexpr (requires { of.process_request(on, false, ends, nullptr); }) {
            return of.process_request(on, false, ends, nullptr);
        } else {
            std::string remote, local;
            int remote_port = 0, local_port = 0;
            on.get_remote_ip_and_port(remote, remote_port);
            on.get_local_ip_and_port(local, local_port);
            return of.process_request(on, remote, remote_port, local, local_port, false, ends,
                                      nullptr);
        }
    }

    /// The request as it was sent; nothing where it is none.
    static std::optional<request> head_of(const httplib::Request& asked) {
        auto headers = parse_headers(current().on->head());
        if (!headers) return std::nullopt;
        return request{asked.method, std::string{path_of(asked.path)}, std::move(*headers)};
    }
    /// Before the end of the answer is sent: who has it and asks for the counts finds it there.
    void count(int status) {
        if (std::exchange(current().is_counted, true)) return;
        counts_->note_request(status, clock::now() - current().began);
    }
    void send(const response& from, httplib::Response& to) {
        to.status = from.status;
        count(from.status);
        for (const auto& [name, value] : from.headers) to.set_header(name, value);
        for (const auto& [name, value] : always) to.set_header(name, value);
        auto& now = current();
        if (is_stopping_) now.on->end_after_answer();
        if (now.on->ends()) to.set_header("Connection", "close");
        if (!from.body.empty()) to.set_content(from.body, from.type);
    }
    /// `answer()`, or that something went wrong.
    template <class Answer>
    auto guarded(Answer&& answer) -> decltype(answer()) {
        try {
            return answer();
        } catch (const error& problem) {
            if (hear_) hear_(problem.what());
            return endpoint<Json>::refusal(500, "internal error", mcp::rpc_code::internal_error);
        } catch (const std::exception& problem) {
            // What others say may hold anything; our own words quote it.
            if (hear_) hear_(text::escaped(problem.what()));
            return endpoint<Json>::refusal(500, "internal error", mcp::rpc_code::internal_error);
        }
    }

    bool before_body(const httplib::Request& asked, httplib::Response& out) {
        auto& now = current();
        auto read = head_of(asked);
        if (!read) {
            now.on->end_after_answer();
            send(endpoint<Json>::refusal(400, "a header must be a name, a colon and a value"), out);
            return true;
        }
        now.is_read = true;
        now.takes_chunks = asked.version != "HTTP/1.0";
        now.head = std::move(*read);
        const auto& head = now.head;
        const auto length = head.find("content-length");
        const auto coding = head.find("transfer-encoding");
        const bool is_endless = head.method == "POST" && !length && !coding;
        const bool has_body = is_endless || coding || (length && *length != "0");
        // Of what is refused the body is not read.
        if (has_body) now.on->end_after_answer();
        auto decided = guarded([&]() -> std::variant<response, principal> {
            if (auto problem = endpoint_->problem_of(head)) return std::move(*problem);
            if (is_endless)
                return endpoint<Json>::refusal(411, "a POST must say how long its body is");
            if (coding && (*coding != "chunked" || !now.takes_chunks))
                return endpoint<Json>::refusal(400, "transfer-encoding must be chunked");
            if (head.path == "/healthz") return healthz(head);
            if (head.path == "/metrics") return show_metrics(head);
            if (head.path != endpoint_->options().path)
                return endpoint<Json>::refusal(404, "there is nothing here");
            return endpoint_->admit(head, clock::now());
        });
        if (const auto* const answered = std::get_if<response>(&decided)) {
            send(*answered, out);
            return true;
        }
        now.who = std::get<principal>(std::move(decided));
        if (now.number != 0) newcomers_.remove(std::exchange(now.number, 0));
        if (coding) now.on->begin_chunks();
        return false;
    }
    void with_body(httplib::Response& out, const httplib::ContentReader& read) {
        auto& now = current();
        std::string body;
        const auto most = endpoint_->options().max_body_bytes;
        bool is_too_large = false;
        const bool is_whole = read([&](const char* piece, std::size_t size) {
            is_too_large = body.size() + size > most;
            if (!is_too_large) body.append(piece, size);
            return !is_too_large;
        });
        if (is_too_large)
            return send(
                endpoint<Json>::refusal(413, "a body may have " + std::to_string(most) + " bytes"),
                out);
        if (!is_whole)
            return send(endpoint<Json>::refusal(400, "the body did not come whole"), out);
        const auto& head = now.head;
        // What follows a body whose length was said is the next request.
        if (head.count("transfer-encoding") == 0) now.on->read_to_the_end();
        stream events{*this, *now.on};
        const auto done = guarded([&] {
            return endpoint_->answer(*now.who, head, body, clock::now(),
                                     now.takes_chunks ? &events : nullptr);
        });
        if (!events.has_begun()) return send(done, out);
        out.status = 200;
        count(out.status);
        if (!done.is_sent) events.send(done.body);
        events.end();
    }

    [[nodiscard]] static std::optional<response> problem_of_get(const request& head) {
        if (head.method == "GET" || head.method == "HEAD") return std::nullopt;
        auto out = endpoint<Json>::refusal(405, "ask with GET");
        out.headers.emplace_back("Allow", "GET, HEAD");
        return out;
    }
    [[nodiscard]] response healthz(const request& head) const {
        if (auto problem = problem_of_get(head)) return std::move(*problem);
        return {200, "ok\n", "text/plain; charset=utf-8"};
    }
    [[nodiscard]] response show_metrics(const request& head) const {
        if (auto problem = problem_of_get(head)) return std::move(*problem);
        auto who = endpoint_->authenticate(head);
        if (auto* const refused = std::get_if<response>(&who)) return std::move(*refused);
        return {200, counts_->to_prometheus({endpoint_->sessions(), connections_.load()}),
                "text/plain; version=0.0.4; charset=utf-8"};
    }

    endpoint<Json>* endpoint_;
    metrics* counts_;
    listener_options options_;
    std::function<void(std::string_view)> hear_;
    newcomers newcomers_;
    std::array<int, 2> stop_{-1, -1};  // the first one is readable when it is time to stop
    socket_t listens_ = -1;
    std::atomic<bool> is_stopping_{false};
    std::atomic<std::size_t> connections_{0};
};

}  // namespace workmem::http
