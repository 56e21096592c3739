#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace workmem::http {

/// Takes the events of a stream (`text/event-stream`) that answers a request, as they happen. Made
/// by what has the connection.
class event_sink {
public:
    event_sink() = default;
    event_sink(const event_sink&) = delete;
    event_sink& operator=(const event_sink&) = delete;
    virtual ~event_sink() = default;

    /// Sends an event at once; the first one begins the stream. False where the client takes none
    /// any more.
    virtual bool send(std::string_view message) = 0;
    /// Whether it has begun: then there is no other answer.
    [[nodiscard]] virtual bool has_begun() const = 0;
    /// Whether nobody is there any more who would be answered, or it is time to end.
    [[nodiscard]] virtual bool is_over() = 0;
};

/// Appends a message of one line as an event.
inline void append_event(std::string& out, std::string_view message) {
    out.append("event: message\ndata: ").append(message).append("\n\n");
}

/// Appends a part of a body whose length is not known before; an empty one is the last.
inline void append_chunk(std::string& out, std::string_view part) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string size;
    for (auto left = part.size(); left > 0; left /= 16)
        size.insert(size.begin(), digits[left % 16]);
    out.append(size.empty() ? "0" : size).append("\r\n").append(part).append("\r\n");
}

}  // namespace workmem::http
