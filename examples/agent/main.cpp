// An agent's loop: a model behind any OpenAI-compatible endpoint, three tools, and its working
// memory.
//
//     example_agent [URL [MODEL]]        OPENAI_API_KEY, where the endpoint wants one
//
// Without a URL it talks to a scripted model of its own on loopback, so that nobody needs a key.
// Half way through, the memory is closed and opened again, as after a restart: nothing else is
// kept.
#include "scripted_model.hpp"

#include <workmem/journal/file.hpp>
#include <workmem/workmem.hpp>

#include <httplib.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>

#include <unistd.h>

namespace {

using nlohmann::json;
using agent_type = workmem::durable_agent_memory<workmem::journal::any>;

/// The service that the tools work on.
json orders = json::parse(R"([{"id":"o-1","title":"Shoes","status":"open"},
                              {"id":"o-2","title":"Socks","status":"open"},
                              {"id":"o-3","title":"Hat","status":"open"}])");

json& order_of(agent_type& memory, const json& arguments) {
    // A tool takes what the user said: the memory knows what is meant.
    const json said = arguments.value("order", json{});
    const auto id = memory.resolve_id(said, "order");
    if (!id) throw std::runtime_error{id.message};
    for (auto& each : orders)
        if (each["id"] == (*id).text()) return each;
    throw std::runtime_error{"there is no such order"};
}

json call_tool(agent_type& memory, const std::string& name, const json& arguments) {
    if (name == "list_orders") return orders;
    if (name == "get_order") return order_of(memory, arguments);
    if (name != "cancel_order") throw std::runtime_error{"there is no tool " + name};
    auto& order = order_of(memory, arguments);
    order["status"] = "cancelled";
    return order;
}

json tool(const char* name, const char* does, bool takes_order) {
    json parameters = {{"type", "object"}, {"properties", json::object()}};
    if (takes_order)
        parameters["properties"]["order"] = {
            {"type", "string"}, {"description", "an id, or the user's own words for it"}};
    return {{"type", "function"},
            {"function", {{"name", name}, {"description", does}, {"parameters", parameters}}}};
}

class agent {
public:
    agent(httplib::Client& model, std::string name, std::string store)
        : model_{model}, name_{std::move(name)}, store_{std::move(store)} {
        open();
    }
    void restart() {
        memory_.reset();
        open();
        std::cout << "-- restarted; known are " << memory_->entities.size() << " things\n";
    }

    /// One turn: the model is asked until it has an answer and no more calls.
    void hear(const std::string& said) {
        std::cout << "user: " << said << '\n';
        memory_->hear(workmem::role::user, said);
        const auto prompt = memory_->prompt({.tokens = 900});
        json messages = {{{"role", "system"}, {"content", prompt.stable + "You help with orders."}},
                         {{"role", "user"}, {"content", prompt.recent + said}}};
        for (int calls = 0; calls < 8; ++calls) {
            auto message = ask(messages);
            memory_->hear_message(message);
            messages.push_back(message);
            if (!message.contains("tool_calls")) {
                std::cout << "assistant: " << message.value("content", "") << '\n';
                return;
            }
            for (const auto& call : message["tool_calls"]) messages.push_back(answer(call));
        }
        throw std::runtime_error{"the model goes on calling tools"};
    }

private:
    void open() {
        memory_.emplace(workmem::agent_memory::open<workmem::journal::file>(store_, "shop"));
    }
    json ask(const json& messages) {
        const json request{{"model", name_},
                           {"messages", messages},
                           {"tools",
                            {tool("list_orders", "List all orders.", false),
                             tool("get_order", "Read one order.", true),
                             tool("cancel_order", "Cancel an order.", true)}}};
        const auto response =
            model_.Post("/v1/chat/completions", request.dump(), "application/json");
        if (!response || response->status != 200)
            throw std::runtime_error{"the model did not answer"};
        return json::parse(response->body).at("choices").at(0).at("message");
    }
    json answer(const json& call) {
        const auto& function = call.at("function");
        const std::string name = function.at("name");
        json result;
        try {
            result =
                call_tool(*memory_, name, json::parse(function.at("arguments").get<std::string>()));
        } catch (const std::exception& problem) {
            result = {{"error", problem.what()}};
        }
        std::cout << "  " << name << ' ' << function.at("arguments").get<std::string>() << " -> "
                  << result.dump() << '\n';
        json message{{"role", "tool"}, {"tool_call_id", call.at("id")}, {"content", result.dump()}};
        memory_->hear_message(message);
        return message;
    }

    httplib::Client& model_;
    std::string name_, store_;
    std::optional<agent_type> memory_;
};

}  // namespace

int main(int count, char** arguments) try {
    scripted_model script;
    httplib::Client model{count > 1 ? arguments[1] : script.url()};
    model.set_read_timeout(120);
    if (const char* const key = std::getenv("OPENAI_API_KEY")) model.set_bearer_token_auth(key);
    const auto store =
        std::filesystem::temp_directory_path() / ("workmem-agent-" + std::to_string(getpid()));
    agent shop{model, count > 2 ? arguments[2] : "scripted", store.string()};
    shop.hear("What did I order?");
    shop.restart();
    shop.hear("Cancel the second one.");
    shop.hear("And what about the hat?");
    std::filesystem::remove_all(store);
} catch (const std::exception& problem) {
    std::cerr << "example_agent: " << problem.what() << '\n';
    return 1;
}
