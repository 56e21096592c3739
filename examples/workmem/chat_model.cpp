#include "chat_model.hpp"

#include <workmem/text/quote.hpp>

#include <httplib.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>

namespace workmem_program {

std::function<std::string(const std::string& system, const std::string& said)> chat_model(
    const std::string& url, const std::string& name) {
    using nlohmann::json;
    const auto client = std::make_shared<httplib::Client>(url);
    if (!client->is_valid())
        throw std::runtime_error{"no address of a model: " + workmem::text::quoted(url)};
    client->set_read_timeout(std::chrono::minutes{2});
    if (const char* const key = std::getenv("OPENAI_API_KEY")) client->set_bearer_token_auth(key);
    return [client, name](const std::string& system, const std::string& said) {
        const json request{
            {"model", name},
            {"temperature", 0},
            {"messages",
             {{{"role", "system"}, {"content", system}}, {{"role", "user"}, {"content", said}}}}};
        const auto response =
            client->Post("/v1/chat/completions", request.dump(), "application/json");
        if (!response)
            throw std::runtime_error{"the model does not answer: " +
                                     httplib::to_string(response.error())};
        if (response->status != 200)
            throw std::runtime_error{"the model answers with status " +
                                     std::to_string(response->status)};
        const auto read = json::parse(response->body, nullptr, false);
        const json::json_pointer answer{"/choices/0/message/content"};
        if (!read.is_object() || !read.contains(answer) || !read[answer].is_string())
            throw std::runtime_error{"the model's answer has no text"};
        return read[answer].get<std::string>();
    };
}

}  // namespace workmem_program
