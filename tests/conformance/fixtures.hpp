// What the official conformance suite wants a server to offer: tools, resources and prompts by
// fixed names, with fixed answers.
#pragma once

#include <workmem/mcp/completion.hpp>
#include <workmem/mcp/envelope.hpp>
#include <workmem/mcp/exchange.hpp>
#include <workmem/mcp/message.hpp>
#include <workmem/mcp/prompts.hpp>
#include <workmem/mcp/resource.hpp>
#include <workmem/result.hpp>
#include <workmem/text/sha256.hpp>
#include <workmem/tools/schema.hpp>
#include <workmem/tools/tool.hpp>
#include <workmem_http/random.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace conformance {

using nlohmann::json;
namespace mcp = workmem::mcp;
using request = mcp::request<json>;
using exchange = mcp::exchange<json>;
using outcome = mcp::outcome<json>;

inline constexpr const char* png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJg"
    "gg==";
inline constexpr const char* wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

inline json text(const std::string& said) { return {{"type", "text"}, {"text", said}}; }
inline json image() { return {{"type", "image"}, {"data", png}, {"mimeType", "image/png"}}; }
inline json embedded(const std::string& uri, const char* type, const std::string& said) {
    return {{"type", "resource"}, {"resource", {{"uri", uri}, {"mimeType", type}, {"text", said}}}};
}
inline json contents(std::vector<json> parts) { return {{"content", std::move(parts)}}; }

/// What a call may ask of the client first, and what the client has said to it.
class dialogue {
public:
    explicit dialogue(const request& asked) : asked_{&asked} {
        const auto* const about = asked.param("_meta");
        const auto name = std::string{mcp::meta::client_capabilities};
        if (about != nullptr && about->contains(name)) capabilities_ = (*about)[name];
    }

    [[nodiscard]] bool client_can(const char* what) const { return capabilities_.contains(what); }
    /// What the user filled in; nothing where he did not, or not so.
    [[nodiscard]] std::optional<std::string> filled_in(const char* key, const char* field) const {
        const auto said = answer(key);
        const auto path = json::json_pointer{"/content/" + std::string{field}};
        if (said.value("action", json{}) != "accept" || !said.contains(path)) return std::nullopt;
        const auto& value = said[path];
        return value.is_string() ? value.get<std::string>() : value.dump();
    }
    [[nodiscard]] std::optional<std::string> completion(const char* key) const {
        const auto said = answer(key);
        const auto path = json::json_pointer{"/content/text"};
        if (!said.contains(path) || !said[path].is_string()) return std::nullopt;
        return said[path].get<std::string>();
    }
    [[nodiscard]] std::optional<std::string> root(const char* key) const {
        const auto said = answer(key);
        const auto path = json::json_pointer{"/roots/0/uri"};
        if (!said.contains(path) || !said[path].is_string()) return std::nullopt;
        return said[path].get<std::string>();
    }
    [[nodiscard]] const std::string* state() const { return asked_->text("requestState"); }

private:
    [[nodiscard]] json answer(const char* key) const {
        const auto* const said = asked_->param("inputResponses");
        if (said == nullptr || !said->is_object() || !said->contains(key) ||
            !(*said)[key].is_object())
            return json::object();
        return (*said)[key];
    }

    const request* asked_;
    json capabilities_ = json::object();
};

inline json form(const std::string& message, const char* field, const char* type = "string") {
    return {{"method", "elicitation/create"},
            {"params",
             {{"message", message},
              {"requestedSchema",
               {{"type", "object"},
                {"properties", {{field, {{"type", type}}}}},
                {"required", {field}}}}}}};
}
inline json question(const std::string& said, int tokens) {
    return {{"method", "sampling/createMessage"},
            {"params",
             {{"messages", {{{"role", "user"}, {"content", text(said)}}}}, {"maxTokens", tokens}}}};
}
inline json roots() { return {{"method", "roots/list"}, {"params", json::object()}}; }

inline json wants(json requests, const std::string& state = {}) {
    json out{{"resultType", "input_required"}, {"inputRequests", std::move(requests)}};
    if (!state.empty()) out["requestState"] = state;
    return out;
}

/// A state that goes through the client's hands and comes back as it was.
class sealed {
public:
    [[nodiscard]] static std::string seal(const std::string& state) {
        return state + '.' + mark(state);
    }
    [[nodiscard]] static std::optional<std::string> open(const std::string* shown) {
        if (shown == nullptr) return std::nullopt;
        const auto dot = shown->rfind('.');
        if (dot == std::string::npos) return std::nullopt;
        const auto state = shown->substr(0, dot);
        if (mark(state) != shown->substr(dot + 1)) return std::nullopt;
        return state;
    }

private:
    [[nodiscard]] static std::string mark(const std::string& state) {
        static const std::string key = workmem::http::secret_hex(32);
        using workmem::text::sha256_of;
        return sha256_of(key + sha256_of(key + state));
    }
};

inline outcome lacks(const char* capability) {
    return mcp::rpc_error<json>{mcp::rpc_code::missing_client_capability,
                                "the client cannot do what this needs",
                                json{{"requiredCapabilities", {{capability, json::object()}}}}};
}
inline outcome tampered() {
    return mcp::rpc_error<json>{
        mcp::rpc_code::invalid_params, "requestState is none that was given", {}};
}

/// A text that the call is given; empty where it is not.
inline std::string argument(const exchange& with, const char* name) {
    const auto* const given = with.param("arguments");
    return given == nullptr ? std::string{} : given->value(name, std::string{});
}
/// What the client says when it is asked during the call, in words.
inline outcome answer_to(const exchange& with, const char* method, json params,
                         const std::function<std::string(const json&)>& in_words) {
    const auto said = with.ask(method, std::move(params));
    if (const auto* const problem = std::get_if<mcp::rpc_error<json>>(&said))
        return json{{"isError", true}, {"content", {text(problem->message)}}};
    return contents({text(in_words(std::get<json>(said)))});
}
inline outcome filled_in(const exchange& with, const std::string& message, json properties,
                         json required = json::array()) {
    json schema{{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty()) schema["required"] = std::move(required);
    return answer_to(with, "elicitation/create",
                     {{"message", message}, {"requestedSchema", std::move(schema)}},
                     [](const json& said) {
                         return "Elicitation completed: action=" + said.value("action", "") +
                                ", content=" + said.value("content", json::object()).dump();
                     });
}
inline json titled(std::initializer_list<std::pair<const char*, const char*>> choices) {
    json out = json::array();
    for (const auto& [value, title] : choices) out.push_back({{"const", value}, {"title", title}});
    return out;
}

/// A tool of the suite: name, description, what it answers.
struct fixture {
    workmem::tools::definition is;
    std::function<outcome(exchange&)> call;
};

inline const std::vector<fixture>& fixtures() {
    using workmem::tools::effect;
    const auto constant = [](const char* name, json answer) {
        return fixture{{name, "Answers always the same", {}, {}, effect::reads},
                       [answer = std::move(answer)](const request&) { return answer; }};
    };
    const auto talks = [](const char* name, std::function<outcome(exchange&)> call,
                          std::span<const workmem::tools::property> takes = {}) {
        return fixture{{name, "Says something before its result", takes, {}, effect::reads},
                       std::move(call)};
    };
    using workmem::tools::property;
    static constexpr std::array<property, 1> prompt{{{.name = "prompt", .is_required = true}}};
    static constexpr std::array<property, 1> message{{{.name = "message", .is_required = true}}};
    const auto dialogues = [](const char* name, std::function<outcome(const dialogue&)> call) {
        return fixture{
            {name, "Asks the client first", {}, {}, effect::reads},
            [call = std::move(call)](const request& asked) { return call(dialogue{asked}); }};
    };
    static const std::vector<fixture> all{
        constant("test_simple_text",
                 contents({text("This is a simple text response for testing.")})),
        constant("test_image_content", contents({image()})),
        constant("test_audio_content",
                 contents({{{"type", "audio"}, {"data", wav}, {"mimeType", "audio/wav"}}})),
        constant("test_embedded_resource",
                 contents({embedded("test://embedded-resource", "text/plain",
                                    "This is an embedded resource content.")})),
        constant("test_multiple_content_types",
                 contents({text("Multiple content types test:"), image(),
                           embedded("test://mixed-content-resource", "application/json",
                                    R"({"test":"data","value":123})")})),
        constant("test_error_handling",
                 {{"isError", true},
                  {"content", {text("This tool intentionally returns an error for testing")}}}),
        talks("test_logging_tool",
              [](exchange& with) -> outcome {
                  with.log("info", "It was called.");
                  return contents({text("It logs where it is wanted.")});
              }),
        talks("test_tool_with_logging",
              [](exchange& with) -> outcome {
                  with.log("info", "Tool execution started");
                  with.log("info", "Tool processing data");
                  with.log("info", "Tool execution completed");
                  return contents({text("It was logged.")});
              }),
        talks("test_tool_with_progress",
              [](exchange& with) -> outcome {
                  with.progress(0, 100);
                  with.progress(50, 100);
                  with.progress(100, 100);
                  return contents({text("It is done.")});
              }),
        talks(
            "test_sampling",
            [](exchange& with) {
                return answer_to(with, "sampling/createMessage",
                                 question(argument(with, "prompt"), 100)["params"],
                                 [](const json& said) {
                                     const auto part = said.value("content", json::object());
                                     return "LLM response: " + part.value("text", "");
                                 });
            },
            prompt),
        talks(
            "test_elicitation",
            [](exchange& with) {
                return filled_in(
                    with, argument(with, "message"),
                    {{"username", {{"type", "string"}, {"description", "User's response"}}},
                     {"email", {{"type", "string"}, {"description", "User's email address"}}}},
                    {"username", "email"});
            },
            message),
        talks("test_elicitation_sep1034_defaults",
              [](exchange& with) {
                  return filled_in(with, "What there is by default",
                                   {{"name", {{"type", "string"}, {"default", "John Doe"}}},
                                    {"age", {{"type", "integer"}, {"default", 30}}},
                                    {"score", {{"type", "number"}, {"default", 95.5}}},
                                    {"status",
                                     {{"type", "string"},
                                      {"enum", {"active", "inactive", "pending"}},
                                      {"default", "active"}}},
                                    {"verified", {{"type", "boolean"}, {"default", true}}}});
              }),
        talks("test_elicitation_sep1330_enums",
              [](exchange& with) {
                  const json options{"option1", "option2", "option3"};
                  return filled_in(
                      with, "What can be chosen",
                      {{"untitledSingle", {{"type", "string"}, {"enum", options}}},
                       {"titledSingle",
                        {{"type", "string"},
                         {"oneOf", titled({{"value1", "First Option"},
                                           {"value2", "Second Option"},
                                           {"value3", "Third Option"}})}}},
                       {"legacyEnum",
                        {{"type", "string"},
                         {"enum", {"opt1", "opt2", "opt3"}},
                         {"enumNames", {"Option One", "Option Two", "Option Three"}}}},
                       {"untitledMulti",
                        {{"type", "array"}, {"items", {{"type", "string"}, {"enum", options}}}}},
                       {"titledMulti",
                        {{"type", "array"},
                         {"items",
                          {{"anyOf", titled({{"value1", "First Choice"},
                                             {"value2", "Second Choice"},
                                             {"value3", "Third Choice"}})}}}}}});
              }),
        constant("test_streaming_elicitation", contents({text("It asks nothing.")})),
        dialogues("test_missing_capability",
                  [](const dialogue& with) -> outcome {
                      if (!with.client_can("sampling")) return lacks("sampling");
                      return contents({text("The client can sample.")});
                  }),
        dialogues("test_input_required_result_elicitation",
                  [](const dialogue& with) -> outcome {
                      if (const auto name = with.filled_in("user_name", "name"))
                          return contents({text("Hello, " + *name + "!")});
                      return wants({{"user_name", form("What is your name?", "name")}});
                  }),
        dialogues("test_input_required_result_sampling",
                  [](const dialogue& with) -> outcome {
                      if (const auto said = with.completion("capital_question"))
                          return contents({text(*said)});
                      return wants(
                          {{"capital_question", question("What is the capital of France?", 100)}});
                  }),
        dialogues("test_input_required_result_list_roots",
                  [](const dialogue& with) -> outcome {
                      if (const auto uri = with.root("client_roots"))
                          return contents({text("The first root is " + *uri)});
                      return wants({{"client_roots", roots()}});
                  }),
        dialogues("test_input_required_result_request_state",
                  [](const dialogue& with) -> outcome {
                      if (!with.filled_in("confirm", "ok"))
                          return wants({{"confirm", form("Please confirm", "ok", "boolean")}},
                                       sealed::seal("asked"));
                      if (!sealed::open(with.state())) return tampered();
                      return contents({text("state-ok")});
                  }),
        dialogues("test_input_required_result_multiple_inputs",
                  [](const dialogue& with) -> outcome {
                      const auto name = with.filled_in("user_name", "name");
                      const auto greeting = with.completion("greeting");
                      const auto uri = with.root("client_roots");
                      if (!name || !greeting || !uri)
                          return wants({{"user_name", form("What is your name?", "name")},
                                        {"greeting", question("Generate a greeting", 50)},
                                        {"client_roots", roots()}},
                                       sealed::seal("asked"));
                      if (!sealed::open(with.state())) return tampered();
                      return contents({text(*greeting + ' ' + *name + ' ' + *uri)});
                  }),
        dialogues("test_input_required_result_multi_round",
                  [](const dialogue& with) -> outcome {
                      const auto state = sealed::open(with.state());
                      if (with.state() != nullptr && !state) return tampered();
                      const auto name = with.filled_in("step1", "name");
                      const auto color = with.filled_in("step2", "color");
                      if (state && state->starts_with("name:") && color)
                          return contents({text(state->substr(5) + " likes " + *color)});
                      if (state && name)
                          return wants(
                              {{"step2", form("Step 2: What is your favorite color?", "color")}},
                              sealed::seal("name:" + *name));
                      return wants({{"step1", form("Step 1: What is your name?", "name")}},
                                   sealed::seal("asked"));
                  }),
        dialogues("test_input_required_result_tampered_state",
                  [](const dialogue& with) -> outcome {
                      if (with.state() == nullptr)
                          return wants({{"confirm", form("Please confirm", "ok", "boolean")}},
                                       sealed::seal("asked"));
                      if (!sealed::open(with.state())) return tampered();
                      return contents({text("It is as it was.")});
                  }),
        dialogues("test_input_required_result_capabilities",
                  [](const dialogue& with) -> outcome {
                      json requests = json::object();
                      if (with.client_can("elicitation"))
                          requests["user_name"] = form("What is your name?", "name");
                      if (with.client_can("sampling"))
                          requests["greeting"] = question("Generate a greeting", 50);
                      if (with.client_can("roots")) requests["client_roots"] = roots();
                      if (requests.empty()) return lacks("elicitation");
                      return wants(std::move(requests));
                  }),
    };
    return all;
}

class fixture_tools {
public:
    static constexpr bool makes_results = true;
    static constexpr bool writes_log = true;

    [[nodiscard]] static const std::vector<workmem::tools::definition>& definitions() {
        static const auto all = [] {
            std::vector<workmem::tools::definition> out;
            for (const auto& each : fixtures()) out.push_back(each.is);
            return out;
        }();
        return all;
    }
    [[nodiscard]] static const workmem::tools::definition* find(std::string_view name) {
        for (const auto& each : definitions())
            if (each.name == name) return &each;
        return nullptr;
    }
    template <class Json>
    [[nodiscard]] outcome call_tool(std::string_view name, mcp::exchange<Json>& asked) const {
        for (const auto& each : fixtures())
            if (each.is.name == name) return each.call(asked);
        return json::object();
    }
};

class fixture_resources {
public:
    static constexpr std::string_view uri_template = "test://template/{id}/data";
    static constexpr std::string_view template_name = "test template";
    static constexpr std::string_view template_description = "Says its id";

    [[nodiscard]] static workmem::result<mcp::resource_page> list(std::string_view, std::size_t) {
        return mcp::resource_page{
            {{"test://static-text", "static text", "A text"},
             {"test://static-binary", "static binary", "An image", "image/png"},
             {"test://watched-resource", "watched", "A text that does not change"}}};
    }
    [[nodiscard]] static workmem::result<mcp::resource_content> read(std::string_view uri) {
        if (uri == "test://static-text")
            return mcp::resource_content{"This is the content of the static text resource."};
        if (uri == "test://static-binary") return mcp::resource_content{png, "image/png", true};
        if (uri == "test://watched-resource") return mcp::resource_content{"It does not change."};
        constexpr std::string_view before = "test://template/", after = "/data";
        if (uri.starts_with(before) && uri.ends_with(after) &&
            uri.size() > before.size() + after.size()) {
            uri.remove_prefix(before.size());
            uri.remove_suffix(after.size());
            const json said{
                {"id", uri}, {"templateTest", true}, {"data", "Data for ID: " + std::string{uri}}};
            return mcp::resource_content{said.dump(), "application/json"};
        }
        return workmem::error{workmem::error_code::validation_error, "there is no such resource"};
    }
    [[nodiscard]] static workmem::result<std::uint64_t> state_of(std::string_view uri) {
        const auto found = read(uri);
        if (!found) return found.error();
        return std::uint64_t{0};
    }
};

class fixture_prompts {
public:
    [[nodiscard]] static std::vector<mcp::prompt_definition> prompts() {
        return {{"test_simple_prompt", "A text"},
                {"test_prompt_with_arguments",
                 "A text with arguments",
                 {{"arg1", "the first", true}, {"arg2", "the second", true}}},
                {"test_prompt_with_embedded_resource",
                 "A resource and a text",
                 {{"resourceUri", "of the resource", true}}},
                {"test_prompt_with_image", "An image and a text"},
                {"test_input_required_result_prompt", "A text for which the user is asked"}};
    }
    template <class Json>
    [[nodiscard]] outcome get_prompt(std::string_view name, const mcp::prompt_values& in,
                                     const mcp::request<Json>& asked) const {
        const auto says = [](std::vector<json> parts) -> outcome {
            json messages = json::array();
            for (auto& each : parts)
                messages.push_back({{"role", "user"}, {"content", std::move(each)}});
            return json{{"messages", std::move(messages)}};
        };
        if (name == "test_prompt_with_arguments")
            return says({text("Prompt with arguments: arg1='" + in.at("arg1") + "', arg2='" +
                              in.at("arg2") + "'")});
        if (name == "test_prompt_with_embedded_resource")
            return says({embedded(in.at("resourceUri"), "text/plain",
                                  "Embedded resource content for testing."),
                         text("Please process the embedded resource above.")});
        if (name == "test_prompt_with_image")
            return says({image(), text("Please analyze the image above.")});
        if (name == "test_input_required_result_prompt") {
            if (const auto context = dialogue{asked}.filled_in("user_context", "context"))
                return says({text("In the context of " + *context)});
            return wants(
                {{"user_context", form("What context should the prompt use?", "context")}});
        }
        return says({text("This is a simple prompt for testing.")});
    }
    [[nodiscard]] static workmem::result<std::vector<std::string>> complete(
        const mcp::completed_argument& wanted) {
        std::vector<std::string> out{"paris", "park", "party"};
        std::erase_if(out, [&](const auto& each) { return !each.starts_with(wanted.value); });
        return workmem::result<std::vector<std::string>>{std::move(out)};
    }
};

}  // namespace conformance
