#pragma once

/// The C interface, once: what the library workmem_c is made of.

#include <workmem_c/workmem.h>

#include <workmem/agent/agent_memory.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/shared.hpp>
#include <workmem/tools/agent_tools.hpp>
#include <workmem/version.hpp>
#if defined(WORKMEM_C_SQLITE)
#include <workmem_sqlite/sqlite.hpp>
#endif

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::c_interface {

using json = nlohmann::ordered_json;

using agent_type = basic_agent_memory<shared_durable_policies<journal::any>>;

/// What went wrong last in a thread, as JSON.
[[nodiscard]] inline std::string& last_error() {
    thread_local std::string text;
    return text;
}

inline void fail(const error& why) noexcept {
    try {
        last_error() = tools::to_json<json>(why).dump();
    } catch (...) {
        last_error().clear();
    }
}

/// Answers what `call()` does, a `result`; what fails or throws is `last_error`, and `otherwise`.
template <class Call, class Answer>
[[nodiscard]] Answer guarded(Call&& call, Answer otherwise) noexcept {
    try {
        last_error().clear();
        auto done = call();
        if (done) return *std::move(done);
        fail(done.error());
    } catch (const error& why) {
        fail(why);
    } catch (const std::bad_alloc&) {
        fail({error_code::capacity, "there is not enough memory"});
    } catch (const std::exception& why) {
        fail({error_code::validation_error, why.what()});
    } catch (...) {
        fail({error_code::validation_error, "something unknown was thrown"});
    }
    return otherwise;
}

[[nodiscard]] inline result<std::string_view> given(const char* name, const char* text) {
    if (text == nullptr)
        return error{error_code::validation_error,
                     std::string{name} + " must be a text, is NULL",
                     {{"field", name}}};
    return std::string_view{text};
}

[[nodiscard]] inline std::optional<error> no_memory(const wm_memory* memory) {
    if (memory != nullptr) return std::nullopt;
    return error{error_code::validation_error,
                 "memory must be one that wm_open gave, is NULL",
                 {{"field", "memory"}}};
}

/// A copy for the caller to free.
[[nodiscard]] inline result<char*> handed_out(std::string_view text) {
    auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
    if (copy == nullptr) throw std::bad_alloc{};
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
    return copy;
}

/// A JSON object, empty for NULL and for null.
[[nodiscard]] inline result<json> object_of(const char* name, const char* text) {
    if (text == nullptr) return json::object();
    const text::json_document read{text};
    auto value = read ? text::to_json_value<json>(read.root()) : json(text);
    if (!value.is_object()) {
        auto held = tools::read_object(value);
        if (!held)
            return error{error_code::validation_error,
                         std::string{name} + " must be a JSON object, is " +
                             text::quoted(text::prefix(text, 64)),
                         {{"field", name}}};
        value = *std::move(held);
    }
    return value;
}

[[nodiscard]] inline result<workmem::journal::any> open_store(std::string_view store) {
    constexpr std::string_view database = "sqlite:";
    if (store.empty()) return workmem::journal::any{workmem::journal::memory{}};
    if (store.starts_with(database)) {
#if defined(WORKMEM_C_SQLITE)
        auto opened =
            workmem::journal::sqlite::open(std::string{store.substr(database.size())},
                                           {.sync = workmem::journal::sync_mode::always()});
        if (!opened) return opened.error();
        return workmem::journal::any{*std::move(opened)};
#else
        return error{error_code::validation_error,
                     "this library was built without SQLite; name a folder"};
#endif
    }
#if defined(WORKMEM_C_SQLITE)
    constexpr std::string_view kinds = "a folder or sqlite:FILE";
#else
    constexpr std::string_view kinds = "a folder";
#endif
    if (auto problem = workmem::journal::refuse_address(
            store, kinds,
            "this library has no engine for it: use `workmem mcp --store` or the C++ library"))
        return std::move(*problem);
    auto opened = workmem::journal::file::open(std::string{store},
                                               {.sync = workmem::journal::sync_mode::always()});
    if (!opened) return opened.error();
    return workmem::journal::any{*std::move(opened)};
}

/// The beginning of a value, for an error.
[[nodiscard]] inline std::string shown(const json& value) {
    return std::string{text::prefix(text::to_json_text(value), 64)};
}

[[nodiscard]] inline result<agent_options> read_options(const json& from) {
    agent_options out;
    for (auto each = from.begin(); each != from.end(); ++each) {
        const auto& name = each.key();
        const bool entities = name == "entities", items = name == "max_items",
                   risk = name == "risk";
        if (!entities && !items && !risk && name != "max_tokens")
            return error{error_code::validation_error,
                         "an option must be one of entities, max_items, max_tokens, risk, is " +
                             text::quoted(text::prefix(name, 64)),
                         {{"field", name}}};
        constexpr std::int64_t everything = 1'000'000;
        const auto least = std::int64_t{risk ? 0 : 1};
        const auto most = risk ? everything : std::int64_t{1} << 31;
        const auto value = each->is_number_unsigned() ? each->get<std::uint64_t>() : 0;
        if (!each->is_number_unsigned() || value < static_cast<std::uint64_t>(least) ||
            value > static_cast<std::uint64_t>(most))
            return error{error_code::validation_error,
                         name + " must be a whole number, " + std::to_string(least) + " to " +
                             std::to_string(most) + ", is " + shown(*each),
                         {{"field", name}}};
        if (risk)
            out.entities.risk = static_cast<std::uint32_t>(value);
        else if (entities)
            out.entities.capacity = static_cast<std::size_t>(value);
        else
            (items ? out.items.max_items : out.items.max_tokens) = static_cast<std::int64_t>(value);
    }
    return out;
}

}  // namespace workmem::c_interface

struct wm_memory {
    wm_memory(workmem::agent_options options, workmem::c_interface::agent_type::parts with)
        : agent{std::move(options), std::move(with)} {}

    workmem::c_interface::agent_type agent;
    workmem::tools::one_agent<workmem::c_interface::agent_type> only{agent};
    workmem::tools::agent_tools<workmem::tools::one_agent<workmem::c_interface::agent_type>> tools{
        only};
};

namespace workmem::c_interface {

/// What a tool of the memory answers, as text; `arguments()` may fail, and throw.
template <class Arguments>
[[nodiscard]] char* call_tool(wm_memory* memory, std::string_view tool, Arguments&& arguments) {
    return guarded(
        [&]() -> result<char*> {
            if (auto problem = no_memory(memory)) return std::move(*problem);
            const result<json> in = arguments();
            if (!in) return in.error();
            auto done = memory->tools.try_call(tool, *in);
            if (!done) return done.error();
            return handed_out(text::to_json_text(*done));
        },
        static_cast<char*>(nullptr));
}

/// Arguments of a tool by name; those that are NULL are left out.
[[nodiscard]] inline result<json> texts(
    std::initializer_list<std::pair<const char*, const char*>> named) {
    json out = json::object();
    for (const auto& [name, text] : named)
        if (text != nullptr) out[name] = text::to_valid(text);
    return out;
}

}  // namespace workmem::c_interface

extern "C" {

wm_memory* wm_open(const char* store, const char* agent, const char* options) {
    using namespace workmem::c_interface;
    return guarded(
        [&]() -> workmem::result<wm_memory*> {
            const auto read = object_of("options", options);
            if (!read) return read.error();
            auto limits = read_options(*read);
            if (!limits) return limits.error();
            auto journal = open_store(store == nullptr ? "" : store);
            if (!journal) return journal.error();
            agent_type::parts with{.journal = *std::move(journal)};
            with.stream = std::string{"agent/"} + (agent == nullptr ? "default" : agent);
            return std::make_unique<wm_memory>(*std::move(limits), std::move(with)).release();
        },
        static_cast<wm_memory*>(nullptr));
}

void wm_close(wm_memory* memory) {
    using namespace workmem::c_interface;
    if (memory == nullptr) return;
    (void)guarded(
        [&]() -> workmem::result<int> {
            if (auto done = memory->agent.try_flush(); !done) return done.error();
            return 0;
        },
        -1);
    delete memory;
}

char* wm_observe(wm_memory* memory, const char* tool, const char* arguments, const char* result) {
    using namespace workmem::c_interface;
    return call_tool(memory, "memory_observe", [&]() -> workmem::result<json> {
        auto in = texts({{"tool", tool}, {"result", result}});
        if (!in || arguments == nullptr) return in;
        auto read = object_of("arguments", arguments);
        if (!read) return read;
        (*in)["arguments"] = *std::move(read);
        return in;
    });
}

char* wm_hear(wm_memory* memory, const char* role, const char* text) {
    using namespace workmem::c_interface;
    return call_tool(memory, "memory_hear", [&] {
        return texts({{"role", role}, {"text", text}});
    });
}

char* wm_resolve(wm_memory* memory, const char* reference, const char* type) {
    using namespace workmem::c_interface;
    return call_tool(memory, "memory_resolve", [&] {
        return texts({{"reference", reference}, {"type", type}});
    });
}

char* wm_context(wm_memory* memory, size_t token_limit) {
    using namespace workmem::c_interface;
    return guarded(
        [&]() -> workmem::result<char*> {
            if (auto problem = no_memory(memory)) return std::move(*problem);
            if (auto caught = memory->agent.try_follow(); !caught) return caught.error();
            const auto made = memory->agent.try_prompt({.tokens = token_limit});
            if (!made) return made.error();
            return handed_out(made->stable + made->recent);
        },
        static_cast<char*>(nullptr));
}

char* wm_prompt(wm_memory* memory, const char* options) {
    using namespace workmem::c_interface;
    return guarded(
        [&]() -> workmem::result<char*> {
            if (auto problem = no_memory(memory)) return std::move(*problem);
            const auto read = object_of("options", options);
            if (!read) return read.error();
            workmem::prompt_options wanted;
            for (auto each = read->begin(); each != read->end(); ++each) {
                if (each.key() == "tokens" && each->is_number_unsigned())
                    wanted.tokens = each->get<std::size_t>();
                else if (each.key() == "task" && each->is_string())
                    wanted.task = workmem::task_id{each->get<std::string>()};
                else if (each.key() == "explain" && each->is_boolean())
                    wanted.explain = each->get<bool>();
                else
                    return workmem::error{
                        workmem::error_code::validation_error,
                        "options must be tokens (a whole number), task (a text) and explain (true "
                        "or false), has " +
                            workmem::text::quoted(workmem::text::prefix(each.key(), 64)) + ": " +
                            shown(*each),
                        {{"field", each.key()}}};
            }
            if (auto caught = memory->agent.try_follow(); !caught) return caught.error();
            const auto made = memory->agent.try_prompt(wanted);
            if (!made) return made.error();
            return handed_out(made->to_json_text());
        },
        static_cast<char*>(nullptr));
}

char* wm_memorize(wm_memory* memory, const char* what) {
    using namespace workmem::c_interface;
    return call_tool(memory, "memory_remember", [&] { return object_of("what", what); });
}

char* wm_search(wm_memory* memory, const char* query, size_t limit) {
    using namespace workmem::c_interface;
    return call_tool(memory, "memory_search", [&] {
        auto in = texts({{"query", query}});
        if (in) (*in)["limit"] = limit;
        return in;
    });
}

char* wm_remember(wm_memory* memory, const char* query, size_t limit) {
    return wm_search(memory, query, limit);
}

char* wm_forget(wm_memory* memory, const char* id) {
    using namespace workmem::c_interface;
    return call_tool(memory, "memory_forget", [&] { return texts({{"id", id}}); });
}

char* wm_erase(wm_memory* memory, const char* id) {
    using namespace workmem::c_interface;
    return call_tool(memory, "memory_forget", [&] {
        auto in = texts({{"id", id}});
        if (in) (*in)["erase"] = true;
        return in;
    });
}

char* wm_call(wm_memory* memory, const char* tool, const char* arguments) {
    using namespace workmem::c_interface;
    return guarded(
        [&]() -> workmem::result<char*> {
            if (auto problem = no_memory(memory)) return std::move(*problem);
            const auto name = given("tool", tool);
            if (!name) return name.error();
            const auto in = object_of("arguments", arguments);
            if (!in) return in.error();
            if (name->empty()) {
                json list = json::array();
                for (const auto& each : memory->tools.definitions())
                    list.push_back(workmem::tools::to_json<json>(each, true));
                return handed_out(workmem::text::to_json_text(list));
            }
            auto done = memory->tools.try_call(*name, *in);
            if (!done) return done.error();
            return handed_out(workmem::text::to_json_text(*done));
        },
        static_cast<char*>(nullptr));
}

char* wm_save(wm_memory* memory) {
    using namespace workmem::c_interface;
    return guarded(
        [&]() -> workmem::result<char*> {
            if (auto problem = no_memory(memory)) return std::move(*problem);
            if (auto caught = memory->agent.try_follow(); !caught) return caught.error();
            return handed_out(memory->agent.to_json_text());
        },
        static_cast<char*>(nullptr));
}

int wm_load(wm_memory* memory, const char* saved) {
    using namespace workmem::c_interface;
    return guarded(
        [&]() -> workmem::result<int> {
            if (auto problem = no_memory(memory)) return std::move(*problem);
            const auto text = given("saved", saved);
            if (!text) return text.error();
            if (auto done = memory->agent.try_load_text(*text); !done) return done.error();
            return 0;
        },
        -1);
}

const char* wm_last_error(void) { return workmem::c_interface::last_error().c_str(); }

void wm_text_free(char* text) { std::free(text); }

#define WM_TEXT_OF(number) #number
#define WM_TEXT(number) WM_TEXT_OF(number)
const char* wm_version(void) {
    return WM_TEXT(WORKMEM_VERSION_MAJOR) "." WM_TEXT(WORKMEM_VERSION_MINOR) "." WM_TEXT(
        WORKMEM_VERSION_PATCH);
}

}  // extern "C"
