#include "page_server.hpp"

#include "stop_signal.hpp"

#include <workmem/result.hpp>
#include <workmem/text/percent.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/sha256.hpp>
#include <workmem_http/connection.hpp>
#include <workmem_http/events.hpp>
#include <workmem_http/host.hpp>
#include <workmem_http/media_type.hpp>
#include <workmem_http/message.hpp>
#include <workmem_http/random.hpp>
#include <workmem_http/workers.hpp>

#include <httplib.h>

#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

namespace workmem_program {
namespace {

namespace page_http = workmem::http;

/// One request of each connection, which cpp-httplib accepts. Only on 127.0.0.1.
class page_server : private httplib::Server {
public:
    page_server(served_page& page, const page_server_options& options)
        : page_{page}, options_{options} {
        if (::pipe(stop_.data()) != 0) stop_ = {-1, -1};
        this->new_task_queue = [] { return new page_http::workers{most_connections}; };
        this->set_socket_options([this](socket_t listens) {
            const int yes = 1;
            // Another process on the same port would take requests that are meant for this one.
            ::setsockopt(listens, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
            listens_ = listens;
        });
    }
    ~page_server() override {
        for (const int end : stop_)
            if (end >= 0) ::close(end);
    }

    /// The port; nothing where it cannot be had.
    std::optional<int> bind() {
        const int port = options_.port == 0 ? this->bind_to_any_port(address)
                         : this->bind_to_port(address, options_.port) ? options_.port
                                                                      : -1;
        if (port < 0 || stop_[0] < 0) return std::nullopt;
        // cpp-httplib lets five wait.
        ::listen(listens_, most_connections);
        return port;
    }
    [[nodiscard]] const std::string& token() const noexcept { return token_; }
    bool serve() { return this->listen_after_bind() || is_stopping_; }
    /// From any thread, not from a signal handler.
    void stop_serving() {
        is_stopping_ = true;
        page_.stop();
        (void)!::write(stop_[1], "", 1);
        ::shutdown(listens_, SHUT_RDWR);
        httplib::Server::stop();
    }

    static constexpr const char* address = "127.0.0.1";

private:
    static constexpr int most_connections = 64;
    static constexpr std::size_t most_body = std::size_t{1} << 20,
                                 most_head = std::size_t{64} << 10;
    static constexpr std::chrono::seconds request_time{20};
    static constexpr std::string_view why{"why/"};

    struct reason {
        int status;
        std::string_view why;
    };

    bool process_and_close_socket(socket_t socket) override {
        page_http::connection on{socket, stop_[0], request_time, most_head + most_body};
        if (page_http::workers::has_no_room())
            send(on, 503, "text/plain", "too many connections\n");
        else if (on.wait_for_request(request_time))
            answer(on);
        on.close();
        return true;
    }

    void answer(page_http::connection& on) {
        try {
            const auto head = head_of(on);
            if (!head) return refuse(on, {400, "this is no request of HTTP/1.1"});
            const auto below = path_below_token(head->path);
            if (const auto problem = problem_of(*head, below)) return refuse(on, *problem);
            if (head->method == "POST") return change(on, *head);
            if (below->empty()) return send(on, 200, "text/html; charset=utf-8", page_.html());
            if (below->starts_with(why)) return tell_why(on, below->substr(why.size()));
            send_events(on, *head);
        } catch (const std::exception& problem) {
            refuse(on, {500, problem.what()});
        }
    }

    /// The request without its body; nothing where it is none.
    static std::optional<page_http::request> head_of(page_http::connection& on) {
        char next = 0;
        while (on.head().empty())
            if (on.read(&next, 1) != 1) return std::nullopt;
        auto headers = page_http::parse_headers(on.head());
        const auto line = on.head().substr(0, on.head().find("\r\n"));
        const auto space = line.find(' '), end = line.rfind(" HTTP/1.");
        if (!headers || space == line.npos || end == line.npos || end <= space) return std::nullopt;
        return page_http::request{std::string{line.substr(0, space)},
                                  std::string{line.substr(space + 1, end - space - 1)},
                                  std::move(*headers)};
    }
    /// What follows `/<token>/` in a path, without a query; nothing where the token is another.
    std::optional<std::string_view> path_below_token(std::string_view path) const {
        path = path.substr(0, path.find('?'));
        if (!path.starts_with('/')) return std::nullopt;
        const auto slash = path.find('/', 1);
        // Compared by its hash: how long that takes tells nothing of the token.
        if (slash == path.npos || workmem::text::sha256_of(path.substr(1, slash - 1)) != hash_)
            return std::nullopt;
        return path.substr(slash + 1);
    }

    [[nodiscard]] std::optional<reason> problem_of(
        const page_http::request& head, const std::optional<std::string_view>& below) const {
        for (const auto* const once : {"host", "origin", "content-type", "content-length"})
            if (head.count(once) > 1) return reason{400, "a header stands there twice"};
        const auto host = head.find("host");
        if (!host || !hosts_.allows_host(*host))
            return reason{403, "this server has no such name: ask 127.0.0.1"};
        // The page itself: another server of this machine is another origin.
        const auto origin = head.find("origin");
        if (origin && *origin != "http://" + std::string{*host})
            return reason{403, "pages of this origin may not ask"};
        if (!below)
            return reason{403,
                          "the token is missing or another: open the address that was printed"};
        if (head.method == "POST") return problem_of_change(head, *below, origin.has_value());
        if (!below->empty() && *below != "events" && !below->starts_with(why))
            return reason{404, "there is nothing here"};
        if (head.method != "GET") return reason{405, "ask with GET"};
        return std::nullopt;
    }
    [[nodiscard]] std::optional<reason> problem_of_change(const page_http::request& head,
                                                          std::string_view below,
                                                          bool has_origin) const {
        if (!options_.allow_changes)
            return reason{403, "this page changes nothing: serve it with --allow-changes"};
        if (!has_origin)
            return reason{403, "only the page may ask for a change: origin is missing"};
        if (below != "changes") return reason{404, "there is nothing here"};
        const auto type = head.find("content-type");
        if (!type || !page_http::is_json(*type))
            return reason{415, "a change must be application/json in UTF-8"};
        if (!length_of(head)) return reason{411, "a change must say how long it is"};
        if (*length_of(head) > most_body) return reason{413, "a change may have 1,048,576 bytes"};
        return std::nullopt;
    }
    static std::optional<std::size_t> length_of(const page_http::request& head) {
        const auto said = head.find("content-length");
        std::size_t out = 0;
        if (!said || head.count("transfer-encoding") > 0) return std::nullopt;
        const auto [end, problem] = std::from_chars(said->data(), said->data() + said->size(), out);
        if (problem != std::errc{} || end != said->data() + said->size()) return std::nullopt;
        return out;
    }

    // `<stream>/<change, time or now>/<text>`
    void tell_why(page_http::connection& on, std::string_view asked) {
        std::array<std::string, 3> parts;
        for (auto& part : parts) {
            const auto slash = asked.find('/');
            const auto decoded = workmem::text::percent_decoded(asked.substr(0, slash));
            const bool is_last = &part == &parts.back();
            if (!decoded || decoded->empty() || (slash == asked.npos) != is_last)
                return refuse(on, {400, "ask for why/<stream>/<change, time or now>/<text>"});
            part = *decoded;
            asked.remove_prefix(is_last ? asked.size() : slash + 1);
        }
        const auto told = page_.why(parts[0], parts[1], parts[2]);
        if (!told) return refuse(on, {404, told.error().message()});
        send(on, 200, "text/plain; charset=utf-8", *told);
    }

    void change(page_http::connection& on, const page_http::request& head) {
        std::string body(*length_of(head), '\0');
        for (std::size_t at = 0; at < body.size();) {
            const auto got = on.read(body.data() + at, body.size() - at);
            if (got <= 0) return refuse(on, {400, "the change did not come whole"});
            at += static_cast<std::size_t>(got);
        }
        if (const auto done = page_.change(body); !done)
            return refuse(on, {409, done.error().message()});
        send(on, 200, "application/json", "{}\n");
    }

    void send_events(page_http::connection& on, const page_http::request& head) {
        constexpr std::string_view query = "?after=";
        const auto asked = head.path.find(query);
        std::string position =
            asked == std::string::npos ? std::string{} : head.path.substr(asked + query.size());
        // Of a connection that was cut off.
        if (const auto last = head.find("last-event-id")) position = *last;
        bool is_there = on.send(head_text(200, "text/event-stream") + "\r\n");
        while (is_there && !is_stopping_ && !on.is_gone()) {
            constexpr std::chrono::seconds patience{1};
            const auto news = page_.wait(position, patience);
            if (!news) continue;
            position = news->position;
            std::string event = "id: " + position + '\n';
            page_http::append_event(event, news->data);
            is_there = on.send(event);
        }
    }

    static std::string head_text(int status, std::string_view type) {
        return "HTTP/1.1 " + std::to_string(status) + (status < 400 ? " OK" : " Refused") +
               "\r\nContent-Type: " + std::string{type} +
               "\r\nConnection: close\r\nCache-Control: no-store\r\n"
               "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
               "Cross-Origin-Resource-Policy: same-origin\r\n";
    }
    static void send(page_http::connection& on, int status, std::string_view type,
                     const std::string& body) {
        on.send(head_text(status, type) + "Content-Length: " + std::to_string(body.size()) +
                "\r\n\r\n" + body);
    }
    static void refuse(page_http::connection& on, const reason& why) {
        std::string body = "{\"problem\":";
        workmem::text::append_quoted(body, why.why);
        // What was not read of it would take the answer with it.
        on.end_after_answer();
        send(on, why.status, "application/json", body + "}\n");
    }

    served_page& page_;
    page_server_options options_;
    page_http::host_names hosts_{{}};
    std::string token_ = page_http::secret_hex(16);
    std::string hash_ = workmem::text::sha256_of(token_);
    std::array<int, 2> stop_{-1, -1};  // the first one is readable when it is time to stop
    socket_t listens_ = -1;
    std::atomic<bool> is_stopping_{false};
};

}  // namespace

int serve_page(served_page& page, const page_server_options& options, std::ostream& log) {
    page_server server{page, options};
    const auto port = server.bind();
    if (!port) {
        log << "workmem inspect: cannot listen on " << page_server::address << ", port "
            << options.port << '\n';
        return 2;
    }
    const stop_signal stops{[&] { server.stop_serving(); }};
    log << "workmem inspect: http://" << page_server::address << ':' << *port << '/'
        << server.token() << '/'
        << (options.allow_changes ? " (may change the store)" : " (changes nothing)") << std::endl;
    return server.serve() ? 0 : 2;
}

}  // namespace workmem_program
