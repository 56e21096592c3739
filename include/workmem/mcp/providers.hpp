#pragma once

#include <workmem/mcp/completion.hpp>

#include <string_view>

/// What may be given to a server: anything that has one or several of these.
namespace workmem::mcp::detail {

/// `definitions()`, `find(name)` and `try_call(name, arguments)`, which answers a `result` of JSON.
template <class Provider>
concept offers_tools = requires(const Provider& provider) {
    provider.definitions();
};
/// Tools whose results are no JSON of their own but the whole of what is sent: they are called by
/// `call_tool(name, request)`, which answers an `outcome`, and see what else the client says.
template <class Provider>
concept makes_results = offers_tools<Provider> && requires {
    Provider::makes_results;
};
/// `uri_template`, `list`, `read` and `state_of`, as in `session_resources`.
template <class Provider>
concept offers_resources = requires {
    Provider::uri_template;
};
/// `prompts()` and `get_prompt(name, values, request)`, as in `prompt_texts`.
template <class Provider>
concept offers_prompts = requires(const Provider& provider) {
    provider.prompts();
};
/// `complete(argument)`, which answers a `result` of texts, best first.
template <class Provider>
concept offers_completion = requires(Provider& provider, const completed_argument& argument) {
    provider.complete(argument);
};
/// `set_log_level(name)`: what is below is not told to the client.
template <class Provider>
concept writes_log = requires(Provider& provider) {
    provider.set_log_level(std::string_view{});
};
template <class Provider>
concept has_periodic_work = requires(Provider& provider) {
    provider.try_tick();
};

}  // namespace workmem::mcp::detail
