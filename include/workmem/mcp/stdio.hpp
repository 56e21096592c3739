#pragma once

#include <workmem/mcp/exchange.hpp>
#include <workmem/mcp/line_reader.hpp>
#include <workmem/mcp/message.hpp>
#include <workmem/mcp/message_text.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include <poll.h>
#include <unistd.h>

namespace workmem::mcp {

template <class Json>
void append_line(std::string& out, const Json& message) {
    text::append_json(out, message);
    out += '\n';
}
template <class Json>
[[nodiscard]] std::string to_line(const Json& message) {
    std::string out;
    append_line(out, message);
    return out;
}

/// Appends the line that answers a line; nothing where nothing is to be said.
/// \param to takes what is said before
template <class Json, class Server>
void append_answer(std::string& out, Server& server, std::string_view line,
                   const channel<Json>& to = {}) {
    const auto message = parse_message<Json>(line);
    if (const auto* const problem = std::get_if<rpc_error<Json>>(&message)) {
        const auto id = find_id<Json>(line);
        return append_line(out, error_message<Json>(id ? &*id : nullptr, *problem));
    }
    if (const auto answer = server.handle(std::get<Json>(message), to)) append_line(out, *answer);
}
template <class Json, class Server>
[[nodiscard]] std::string answer_line(Server& server, std::string_view line) {
    std::string out;
    append_answer<Json>(out, server, line);
    return out;
}

/// The answer to a line that is too long: to each message of a batch, as far as they are found.
template <class Json>
[[nodiscard]] Json too_long_answer(const found_ids& to) {
    const rpc_error<Json> why{rpc_code::invalid_request,
                              "a line may have " + std::to_string(max_line_bytes) + " bytes",
                              {}};
    auto all = Json::array();
    for (const auto& each : to.batch)
        if (const auto id = parse_id<Json>(each)) all.push_back(error_message<Json>(&*id, why));
    if (!all.empty()) return all;
    const auto id = parse_id<Json>(to.one);
    return error_message<Json>(id ? &*id : nullptr, why);
}

/// How a connection ended.
enum class served : unsigned char { to_the_end, input_failed, output_failed };

namespace detail {

// False also when `stop` is set and the client does not read for half a second.
[[nodiscard]] inline bool write_all(int to, std::string_view text,
                                    const volatile std::sig_atomic_t* stop) {
    while (!text.empty()) {
        auto most = text.size();
        if (stop != nullptr) {
            // A pipe that can be written to takes so much without waiting.
            most = (std::min)(most, std::size_t{PIPE_BUF});
            constexpr int look_ms = 500;
            const bool is_last = *stop != 0;
            pollfd waits{to, POLLOUT, 0};
            const int ready = ::poll(&waits, 1, look_ms);
            if (ready == 0 && is_last) return false;
            if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        }
        const auto written = ::write(to, text.data(), most);
        if (written > 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (written < 0 && errno == EAGAIN) {
            // Somebody made it non-blocking: wait until the client has read.
            pollfd waits{to, POLLOUT, 0};
            if (::poll(&waits, 1, -1) < 0 && errno != EINTR) return false;
        } else if (written == 0 || errno != EINTR)
            return false;
    }
    return true;
}

}  // namespace detail

/// Serves a client over two file descriptors until its input ends: one line of UTF-8 a message,
/// blank ones are ignored, and nothing else is written. The client is told things during a call,
/// but not asked: only one line is looked at at a time. A line over 4 MiB is an error and skipped;
/// the error has the id of its message, and of a batch there is one for each.
/// A last line without its end counts. While nothing comes and the client has subscriptions, they
/// are looked after once a second. `SIGPIPE` must be ignored for `output_failed` to be seen.
/// \param stop what a signal handler sets to end the service as if the input had ended, also while
///     the client does not read, who then misses answers; may be null
template <class Json, class Server>
served serve(Server& server, int input, int output,
             const volatile std::sig_atomic_t* stop = nullptr) {
    constexpr int idle_ms = 1'000;
    if (input < 0) return served::input_failed;  // which is never ready
    line_reader lines;
    std::string out;
    // What is said during a call is there at once, after what was said before.
    const channel<Json> during{[&](const Json& message) {
                                   append_line(out, message);
                                   const bool sent = detail::write_all(output, out, stop);
                                   if (sent) out.clear();
                                   return sent;
                               },
                               {}};
    const auto tell = [&] {
        for (const auto& each : server.template notifications<Json>()) append_line(out, each);
    };
    const auto is_stopped = [&] { return stop != nullptr && *stop != 0; };
    const auto unsent = [&] { return is_stopped() ? served::to_the_end : served::output_failed; };
    const auto answer = [&](const read_line& line) {
        if (line.is_too_long)
            append_line(out, too_long_answer<Json>(line.ids));
        else
            append_answer<Json>(out, server, line.text, during);
        tell();
        const bool sent = out.size() < 65'536 || detail::write_all(output, out, stop);
        if (out.size() >= 65'536) out.clear();
        return sent;
    };
    for (std::array<char, 65'536> chunk;;) {
        // Answers are sent together when nothing more has come yet.
        if (is_stopped())
            return detail::write_all(output, out, stop) ? served::to_the_end : unsent();
        pollfd waits{input, POLLIN, 0};
        int ready = ::poll(&waits, 1, 0);
        if (ready == 0) {
            if (!detail::write_all(output, out, stop)) return unsent();
            out.clear();
            // A signal may come just before the wait begins: it is never for ever.
            const bool wakes = server.has_subscriptions() || stop != nullptr;
            ready = ::poll(&waits, 1, wakes ? idle_ms : -1);
            if (ready == 0) {
                server.tick();
                server.look_again();
                tell();
                continue;
            }
        }
        if (ready < 0) {
            if (errno == EINTR) continue;
            return served::input_failed;
        }
        const auto got = ::read(input, chunk.data(), chunk.size());
        if (got < 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            return served::input_failed;
        }
        if (got == 0) {
            if (const auto last = lines.finish())
                if (!answer(*last)) return unsent();
            return detail::write_all(output, out, stop) ? served::to_the_end : unsent();
        }
        lines.feed({chunk.data(), static_cast<std::size_t>(got)});
        while (const auto line = lines.next())
            if (!answer(*line)) return unsent();
    }
}

}  // namespace workmem::mcp
