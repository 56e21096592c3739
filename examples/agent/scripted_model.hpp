// A model that says what it is told to, over the chat completions of OpenAI, on loopback.
#pragma once

#include <httplib.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <thread>
#include <vector>

/// Serves from its making to its end, on a free port.
class scripted_model {
public:
    scripted_model() {
        server_.Post("/v1/chat/completions",
                     [this](const httplib::Request&, httplib::Response& response) {
                         const auto& line = script_[next_++ % script_.size()];
                         const nlohmann::json body{{"choices", {{{"message", line}}}}};
                         response.set_content(body.dump(), "application/json");
                     });
        port_ = server_.bind_to_any_port("127.0.0.1");
        thread_ = std::thread{[this] { server_.listen_after_bind(); }};
        while (!server_.is_running()) std::this_thread::yield();
    }
    scripted_model(const scripted_model&) = delete;
    scripted_model& operator=(const scripted_model&) = delete;
    ~scripted_model() {
        server_.stop();
        thread_.join();
    }
    [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

private:
    static nlohmann::json says(const char* text) {
        return {{"role", "assistant"}, {"content", text}};
    }
    static nlohmann::json calls(const char* id, const char* tool, const char* arguments) {
        return {{"role", "assistant"},
                {"tool_calls",
                 {{{"id", id},
                   {"type", "function"},
                   {"function", {{"name", tool}, {"arguments", arguments}}}}}}};
    }

    const std::vector<nlohmann::json> script_{
        calls("c1", "list_orders", "{}"),
        says("You ordered three things: shoes, socks and a hat."),
        calls("c2", "cancel_order", R"({"order":"the second one"})"),
        says("The socks are cancelled."),
        calls("c3", "get_order", R"({"order":"the hat"})"),
        says("The hat is still open.")};
    std::size_t next_ = 0;
    httplib::Server server_;
    int port_ = 0;
    std::thread thread_;
};
