#pragma once

#include <workmem/detail/cxx20.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::http {

/// How long something took, counted by how long at most. Not thread-safe.
class durations {
public:
    using seconds = std::chrono::duration<double>;
    static constexpr std::array bounds{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                       0.1,   0.25,   0.5,   1.0,  2.5,   10.0};

    void add(seconds took) noexcept {
        ++count_;
        sum_ += took.count();
        for (std::size_t i = 0; i < bounds.size(); ++i)
            if (took.count() <= bounds[i]) ++at_most_[i];
    }
    /// Appends lines of Prometheus; `labels` stands before those of its own, and ends with a comma
    /// where there are any.
    void append(std::string& out, const std::string& name, const std::string& labels) const {
        const auto line = [&](const char* what, const std::string& which, const std::string& is) {
            out += name + what;
            if (!which.empty()) out += '{' + which + '}';
            out += ' ' + is + '\n';
        };
        for (std::size_t i = 0; i < bounds.size(); ++i)
            line("_bucket", labels + "le=\"" + number(bounds[i]) + '"',
                 std::to_string(at_most_[i]));
        line("_bucket", labels + "le=\"+Inf\"", std::to_string(count_));
        const auto own = labels.empty() ? labels : labels.substr(0, labels.size() - 1);
        line("_sum", own, number(sum_));
        line("_count", own, std::to_string(count_));
    }

    [[nodiscard]] static std::string number(double value) {
        std::array<char, 32> text{};
        const int size = std::snprintf(text.data(), text.size(), "%.9g", value);
        return {text.data(), static_cast<std::size_t>(size)};
    }

private:
    std::array<std::uint64_t, bounds.size()> at_most_{};
    std::uint64_t count_ = 0;
    double sum_ = 0;
};

/// What a server counts, as Prometheus reads it (text format 0.0.4). No label is what a client
/// says: a status, or the name of a tool that exists. Thread-safe.
class metrics {
public:
    using nanoseconds = std::chrono::nanoseconds;

    void note_request(int status, nanoseconds took) {
        const std::lock_guard lock{mutex_};
        ++requests_[status];
        request_seconds_.add(took);
    }
    /// A call of a tool that exists; `outcome` is a word of the server's.
    void note_call(std::string_view tool, std::string_view outcome, nanoseconds took) {
        const std::lock_guard lock{mutex_};
        auto found = calls_.find(tool);
        if (found == calls_.end()) found = calls_.emplace(std::string{tool}, calls_of_tool{}).first;
        auto& count = found->second.by_outcome;
        auto counted = count.find(outcome);
        if (counted == count.end()) counted = count.emplace(std::string{outcome}, 0).first;
        ++counted->second;
        found->second.seconds.add(took);
    }

    struct gauges {
        std::size_t sessions = 0;
        std::size_t connections = 0;
    };
    [[nodiscard]] std::string to_prometheus(const gauges& now) const {
        std::string out;
        const auto about = [&](const char* name, const char* type, const char* help) {
            out.append("# HELP ").append(name).append(" ").append(help);
            out.append("\n# TYPE ").append(name).append(" ").append(type).append("\n");
        };
        const auto gauge = [&](const char* name, const char* help, std::size_t value) {
            about(name, "gauge", help);
            out.append(name).append(" ").append(std::to_string(value)).append("\n");
        };
        gauge("workmem_sessions", "Sessions that clients have begun and not ended.", now.sessions);
        gauge("workmem_connections", "Connections that are open.", now.connections);
        const std::lock_guard lock{mutex_};
        about("workmem_http_requests_total", "counter", "Requests by the status of the answer.");
        for (const auto& [status, count] : requests_)
            out += "workmem_http_requests_total{status=\"" + std::to_string(status) + "\"} " +
                   std::to_string(count) + '\n';
        about("workmem_http_request_seconds", "histogram",
              "From the head of a request to its answer.");
        request_seconds_.append(out, "workmem_http_request_seconds", {});
        about("workmem_tool_calls_total", "counter", "Calls of tools by how they ended.");
        for (const auto& [tool, calls] : calls_)
            for (const auto& [outcome, count] : calls.by_outcome)
                out += "workmem_tool_calls_total{tool=\"" + tool + "\",outcome=\"" + outcome +
                       "\"} " + std::to_string(count) + '\n';
        about("workmem_tool_seconds", "histogram", "How long calls of tools took.");
        for (const auto& [tool, calls] : calls_)
            calls.seconds.append(out, "workmem_tool_seconds", "tool=\"" + tool + "\",");
        return out;
    }

private:
    struct calls_of_tool {
        std::map<std::string, std::uint64_t, std::less<>> by_outcome{};
        durations seconds{};
    };

    mutable std::mutex mutex_;
    std::map<int, std::uint64_t> requests_;
    durations request_seconds_;
    std::map<std::string, calls_of_tool, std::less<>> calls_;
};

}  // namespace workmem::http
