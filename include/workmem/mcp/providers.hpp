#pragma once

#include <workmem/mcp/completion.hpp>

#include <string_view>

/// What may be given to a server: anything that has one or several of these.
namespace workmem::mcp::detail {

/// `definitions()`, `find(name)` and `try_call(name, arguments)`, which answers a `result` of JSON;
/// or `try_call(name, arguments, exchange)`, which may tell the client something before; or
/// `try_call(name, arguments, progress)`, which says how far it has come.
template <class Provider>
concept offers_tools = requires(const Provider& provider) {
    provider.definitions();
};
/// Tools whose results are no JSON of their own but the whole of what is sent: they are called by
/// `call_tool(name, exchange)`, which answers an `outcome`, and see what else the client says.
template <class Provider>
concept makes_results = offers_tools<Provider> && requires {
    Provider::makes_results;
};
/// `uri_template`, `list`, `read` and `state_of`, as in `session_resources`.
template <class Provider>
concept offers_resources = requires {
    Provider::uri_template;
};
/// `prompts()` and `get_prompt(name, values, exchange)`, as in `prompt_texts`.
template <class Provider>
concept offers_prompts = requires(const Provider& provider) {
    provider.prompts();
};
/// `complete(argument)`, which answers a `result` of texts, best first.
template <class Provider>
concept offers_completion = requires(Provider& provider, const completed_argument& argument) {
    provider.complete(argument);
};
/// It tells the client what happens, by `exchange::log`.
template <class Provider>
concept writes_log = requires {
    Provider::writes_log;
};
template <class Provider>
concept has_periodic_work = requires(Provider& provider) {
    provider.try_tick();
};

}  // namespace workmem::mcp::detail
