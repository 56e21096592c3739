#pragma once

#include <workmem/config.hpp>
#include <workmem/mcp/completion.hpp>
#include <workmem/mcp/envelope.hpp>
#include <workmem/mcp/exchange.hpp>
#include <workmem/mcp/log_level.hpp>
#include <workmem/mcp/message.hpp>
#include <workmem/mcp/prompts.hpp>
#include <workmem/mcp/providers.hpp>
#include <workmem/mcp/recent_ids.hpp>
#include <workmem/mcp/resource.hpp>
#include <workmem/mcp/server_options.hpp>
#include <workmem/result.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/tools/progress.hpp>
#include <workmem/tools/sent_arguments.hpp>
#include <workmem/tools/tool.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::mcp {

/// The server's end of one client's connection, whatever carries it: a message in, at most one
/// message out; what is told before goes through a channel. Providers offer tools
/// (`tools::session_tools`), resources (`session_resources`), prompts (`prompt_texts`), completion,
/// or several of these.
///
/// Speaks the revisions that begin with `initialize` and the stateless one at the same time; a
/// request tells by itself which one it belongs to. What is remembered hangs on arguments, never on
/// the connection, which only holds what the older revisions ask for: whether it was initialised
/// and what the client can do, the ids that were used, the level of the log, and subscriptions.
///
/// Not copyable; not thread-safe. Nothing it is given makes it throw.
template <class... Providers>
class server {
public:
    explicit server(server_options options, Providers... providers)
        : options_{std::move(options)}, providers_{std::move(providers)...} {}
    server(const server&) = delete;
    server& operator=(const server&) = delete;

    /// The answer to a message, or to a batch of them where the agreed revision has batches;
    /// nothing where none is wanted. The JSON must not be nested so deeply that copying it exhausts
    /// the stack.
    template <class Json>
    [[nodiscard]] std::optional<Json> handle(const Json& message) {
        return handle(message, channel<Json>{});
    }
    /// \param to takes what is said to the client before the answer
    template <class Json>
    [[nodiscard]] std::optional<Json> handle(const Json& message, const channel<Json>& to) {
        tick();
        return message.is_array() ? handle_batch(message, to) : handle_one(message, to);
    }
    /// What the client is to be told unasked: which of the resources that it subscribed to have
    /// changed since it was told the last time, by whomever. Looks only after a tool was called, or
    /// after `look_again()`. O(subscriptions).
    template <class Json>
    [[nodiscard]] std::vector<Json> notifications() {
        std::vector<Json> out;
        if (!std::exchange(may_have_changed_, false)) return out;
        for (auto& [uri, state] : subscriptions_) {
            const auto now = state_of(uri);
            if (!now || *now == state) continue;
            state = *now;
            Json params = Json::object();
            params["uri"] = uri;
            out.push_back(notification<Json>("notifications/resources/updated", std::move(params)));
        }
        return out;
    }
    [[nodiscard]] bool has_subscriptions() const noexcept { return !subscriptions_.empty(); }
    /// Others may have changed something, too.
    void look_again() noexcept { may_have_changed_ = true; }
    /// Periodic work of the providers that is due. `handle` does it, too.
    void tick() {
        each([](auto& provider) {
            if constexpr (detail::has_periodic_work<std::remove_cvref_t<decltype(provider)>>)
                (void)provider.try_tick();  // the next call meets what stands in the way
            return false;
        });
    }

private:
    static constexpr bool has_tools = (detail::offers_tools<Providers> || ...);
    static constexpr bool has_resources = (detail::offers_resources<Providers> || ...);
    static constexpr bool has_prompts = (detail::offers_prompts<Providers> || ...);
    static constexpr bool has_completion = (detail::offers_completion<Providers> || ...);
    static constexpr bool has_log = has_tools || (detail::writes_log<Providers> || ...);
    static constexpr std::size_t max_subscriptions = 100;

    enum class era : std::uint8_t { legacy, stateless };

    /// `visit(provider)` until one answers true.
    template <class Visit>
    bool each(Visit&& visit) {
        return std::apply([&](auto&... provider) { return (visit(provider) || ...); }, providers_);
    }

    template <class Json>
    std::optional<Json> handle_one(const Json& message, const channel<Json>& to) {
        request<Json> asked;
        auto wrong = read_message(message, asked);
        // A notification has no answer, wrong as it may be.
        if (wrong && asked.id == nullptr && !asked.method.empty()) return std::nullopt;
        if (wrong) return error_message<Json>(asked.id, *wrong);
        if (asked.id == nullptr || asked.is_answer) return std::nullopt;
        auto done = guarded(asked, to);
        if (auto* const problem = std::get_if<rpc_error<Json>>(&done))
            return error_message<Json>(asked.id, *problem);
        return result_message<Json>(*asked.id, std::get<Json>(std::move(done)));
    }
    /// The answers to all that want one. Where there may be no batch, each of them is refused by
    /// its id: its sender waits for that.
    template <class Json>
    std::optional<Json> handle_batch(const Json& batch, const channel<Json>& to) {
        std::string why;
        if (batch.empty())
            why = "a batch must hold a message";
        else if (!takes_batches_)
            why = "batches are not supported; send one message a line";
        else if (batch.size() > max_batch)
            why = "a batch may hold " + std::to_string(max_batch) + " messages";
        Json out = Json::array();
        for (const auto& each : batch) {
            if (why.empty()) {
                if (auto answer = handle_one(each, to)) out.push_back(*std::move(answer));
                continue;
            }
            request<Json> asked;
            (void)read_message(each, asked);
            if (asked.id != nullptr && !asked.is_answer)
                out.push_back(error_message<Json>(asked.id, {rpc_code::invalid_request, why, {}}));
        }
        if (!out.empty()) return out;
        if (why.empty()) return std::nullopt;
        return error_message<Json>(nullptr, {rpc_code::invalid_request, why, {}});
    }

    template <class Json>
    static rpc_error<Json> no_method(std::string_view method) {
        return {rpc_code::method_not_found, "there is no method " + detail::shortly(method), {}};
    }

    template <class Json>
    outcome<Json> guarded(const request<Json>& asked, const channel<Json>& to) {
#if WORKMEM_EXCEPTIONS
        try {
            return dispatch(asked, to);
        } catch (const std::bad_alloc&) {
            return rpc_error<Json>{rpc_code::internal_error, "out of memory", {}};
        } catch (const std::exception& problem) {
            return rpc_error<Json>{
                rpc_code::internal_error, "internal error: " + text::to_valid(problem.what()), {}};
        }
#else
        return dispatch(asked, to);
#endif
    }

    template <class Json>
    outcome<Json> dispatch(const request<Json>& asked, const channel<Json>& to) {
        const envelope<Json> about{asked};
        const bool names_version = about.version != nullptr;
        if (!names_version && asked.method != "server/discover") {
            if (asked.method == "initialize") return initialize(asked);
            if (asked.method == "ping") return Json::object();
            if (is_initialized_) {
                if (!used_.insert(*asked.id))
                    return rpc_error<Json>{rpc_code::invalid_request,
                                           "id " + asked.id->dump() + " was used before",
                                           {}};
                exchange<Json> with{asked, to, client_can_, log_from_};
                return answer(with, era::legacy);
            }
        }
        if (auto problem = about.problem()) return std::move(*problem);
        // Such a client is asked by an answer that says what is missing.
        const channel<Json> tells{to.tell, {}};
        const auto* const level = asked.meta(meta::log_level);
        const auto* const name =
            level == nullptr ? nullptr : level->template get_ptr<const std::string*>();
        exchange<Json> with{asked, tells, client_abilities{asked.meta(meta::client_capabilities)},
                            name == nullptr ? std::nullopt : rank_of(*name)};
        return answer(with, era::stateless);
    }

    template <class Json>
    outcome<Json> answer(exchange<Json>& asked, era speaks) {
        const auto method = asked.method;
        // How long an answer may be kept, and whether it holds what is the client's alone.
        constexpr std::uint64_t unchanging_ms = 300'000;
        if (speaks == era::stateless && method == "server/discover")
            return complete(discover<Json>(), speaks, unchanging_ms, "public");
        if constexpr (has_tools) {
            if (method == "tools/list")
                return complete(list_tools(asked), speaks, unchanging_ms, "public");
            if (method == "tools/call") return complete(call_tool(asked), speaks);
        }
        if constexpr (has_resources) {
            if (method == "resources/list")
                return complete(list_resources(asked), speaks, 0, "private");
            if (method == "resources/templates/list")
                return complete(list_templates(asked), speaks, unchanging_ms, "public");
            if (method == "resources/read")
                return complete(read_resource(asked), speaks, 0, "private");
            if (takes_subscriptions(speaks) && method == "resources/subscribe")
                return subscribe(asked);
            if (takes_subscriptions(speaks) && method == "resources/unsubscribe")
                return unsubscribe(asked);
        }
        if constexpr (has_prompts) {
            if (method == "prompts/list")
                return complete(list_prompts(asked), speaks, unchanging_ms, "public");
            if (method == "prompts/get") return complete(get_prompt(asked), speaks);
        }
        if constexpr (has_completion)
            if (method == "completion/complete") return complete(complete_value(asked), speaks);
        if constexpr (has_log)
            if (speaks == era::legacy && method == "logging/setLevel") return set_level(asked);
        return no_method<Json>(method);
    }

    /// What stateless results say besides.
    template <class Json>
    static outcome<Json> complete(outcome<Json> done, era speaks,
                                  std::optional<std::uint64_t> ttl_ms = std::nullopt,
                                  const char* scope = "") {
        auto* const result = std::get_if<Json>(&done);
        if (result == nullptr || speaks == era::legacy) return done;
        // A call may want to know something more first.
        if (!result->contains("resultType")) (*result)["resultType"] = "complete";
        if (ttl_ms) {
            (*result)["ttlMs"] = *ttl_ms;
            (*result)["cacheScope"] = scope;
        }
        return done;
    }

    // Who is there.

    template <class Json>
    static Json versions() {
        Json out = Json::array();
        for (const auto each : stateless_versions) out.push_back(std::string{each});
        return out;
    }
    template <class Json>
    [[nodiscard]] Json server_info() const {
        Json out = Json::object();
        out["name"] = options_.name;
        out["version"] = options_.version;
        return out;
    }
    template <class Json>
    [[nodiscard]] Json capabilities(era speaks) const {
        Json out = Json::object();
        if constexpr (has_tools) out["tools"] = Json::object();
        if constexpr (has_resources) {
            out["resources"] = Json::object();
            if (takes_subscriptions(speaks)) out["resources"]["subscribe"] = true;
        }
        if constexpr (has_prompts) out["prompts"] = Json::object();
        if constexpr (has_completion) out["completions"] = Json::object();
        if constexpr (has_log) out["logging"] = Json::object();
        return out;
    }
    template <class Json>
    outcome<Json> initialize(const request<Json>& asked) {
        const auto* const wanted = asked.text("protocolVersion");
        if (wanted == nullptr) return invalid_params<Json>("protocolVersion must be a string");
        is_initialized_ = true;
        used_.clear();
        subscriptions_.clear();
        client_can_ = client_abilities{asked.param("capabilities")};
        log_from_ = rank_of("info");
        (void)used_.insert(*asked.id);
        const std::string agreed =
            is_one_of<legacy_versions>(*wanted) ? *wanted : std::string{legacy_versions.back()};
        takes_batches_ = is_one_of<batch_versions>(agreed);
        Json out = Json::object();
        out["protocolVersion"] = agreed;
        out["capabilities"] = capabilities<Json>(era::legacy);
        out["serverInfo"] = server_info<Json>();
        if (!options_.instructions.empty()) out["instructions"] = options_.instructions;
        return out;
    }
    template <class Json>
    outcome<Json> discover() const {
        Json out = Json::object();
        out["supportedVersions"] = versions<Json>();
        out["capabilities"] = capabilities<Json>(era::stateless);
        out["_meta"] = Json::object();
        out["_meta"][std::string{meta::server_info}] = server_info<Json>();
        if (!options_.instructions.empty()) out["instructions"] = options_.instructions;
        return out;
    }

    /// A cursor that no earlier answer gave. Of what fits into one answer, none did.
    template <class Json>
    static std::optional<rpc_error<Json>> problem_of_cursor(const request<Json>& asked,
                                                            bool has_pages) {
        const auto* const cursor = asked.param("cursor");
        if (cursor == nullptr || (has_pages && cursor->is_string())) return std::nullopt;
        return invalid_params<Json>("cursor must be one that an earlier answer gave");
    }

    // Tools.

    [[nodiscard]] bool offers(const tools::definition& tool) const noexcept {
        return !options_.read_only || tool.does == tools::effect::reads;
    }
    template <class Provider>
    static constexpr bool describes_output = !detail::makes_results<std::remove_cvref_t<Provider>>;
    template <class Json>
    outcome<Json> list_tools(const request<Json>& asked) {
        if (auto problem = problem_of_cursor(asked, false)) return std::move(*problem);
        Json out = Json::object();
        auto& list = out["tools"] = Json::array();
        each([&](auto& provider) {
            if constexpr (detail::offers_tools<std::remove_cvref_t<decltype(provider)>>)
                for (const auto& tool : provider.definitions())
                    if (offers(tool))
                        list.push_back(tools::to_json<Json>(
                            tool, options_.output_schemas && describes_output<decltype(provider)>));
            return false;
        });
        return out;
    }
    template <class Json>
    outcome<Json> call_tool(exchange<Json>& asked) {
        may_have_changed_ = true;
        const auto* const name = asked.text("name");
        if (name == nullptr)
            return invalid_params<Json>("name must be a string: which tool to call");
        const auto* arguments = asked.param("arguments");
        std::optional<Json> held{Json::object()};
        if (arguments == nullptr || !arguments->is_object()) {
            if (arguments != nullptr) held = tools::read_object(*arguments);
            if (!held) return invalid_params<Json>("arguments must be an object");
            arguments = &*held;
        }
        std::optional<outcome<Json>> done;
        each([&](auto& provider) {
            using provider_type = std::remove_cvref_t<decltype(provider)>;
            if constexpr (detail::offers_tools<provider_type>) {
                const auto* const tool = provider.find(*name);
                if (tool == nullptr || !offers(*tool)) return false;
                if constexpr (detail::makes_results<provider_type>)
                    done.emplace(provider.template call_tool<Json>(*name, asked));
                else {
                    auto made = noted(asked, *tool, [&](const tools::progress& told) {
                        if constexpr (requires { provider.try_call(*name, *arguments, asked); })
                            return provider.try_call(*name, *arguments, asked);
                        else if constexpr (requires { provider.try_call(*name, *arguments, told); })
                            return provider.try_call(*name, *arguments, told);
                        else
                            return provider.try_call(*name, *arguments);
                    });
                    if (made && asked.text("arguments") != nullptr)
                        tools::say_read_from_text(*made, "arguments");
                    done.emplace(tool_result<Json>(*tool, std::move(made)));
                }
            }
            return done.has_value();
        });
        if (!done) return invalid_params<Json>("there is no tool " + detail::shortly(*name));
        return std::move(*done);
    }
    /// The answer of a call, told to who listens; to the client where it asks for that, or where
    /// the store failed or was slow.
    template <class Json, class Call>
    result<Json> noted(exchange<Json>& asked, const tools::definition& tool, Call&& call) {
        const auto began = std::chrono::steady_clock::now();
        const auto hears = [&](std::uint64_t is_done, std::uint64_t of) {
            if (std::chrono::steady_clock::now() - began >= options_.slow_after)
                (void)asked.progress(is_done, of);
        };
        result<Json> done = call(hears);
        const auto took = std::chrono::steady_clock::now() - began;
        if (options_.on_call) options_.on_call(tool.name, done.has_value(), took);
        const bool is_failure = !done && done.error().code() == error_code::storage_error;
        const auto* const level = is_failure                    ? "error"
                                  : took >= options_.slow_after ? "warning"
                                                                : "debug";
        if (!asked.hears(level)) return done;
        Json said = Json::object();
        said["tool"] = std::string{tool.name};
        said["took_ms"] = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
        if (!done) said["error"] = tools::to_json<Json>(done.error());
        (void)asked.log(level, std::move(said), options_.name);
        return done;
    }
    template <class Json>
    static Json tool_result(const tools::definition& tool, result<Json> done) {
        Json out = Json::object();
        auto& content = out["content"] = Json::array();
        const auto text_part = [](Json text) {
            Json part = Json::object();
            part["type"] = "text";
            part["text"] = std::move(text);
            return part;
        };
        if (done && tool.is_text) {
            auto& text = (*done)[std::string{tool.output.front().name}];
            // Models' interfaces refuse an empty one.
            content.push_back(text_part(text == "" ? Json("(nothing)") : std::move(text)));
            if (const auto* const said = detail::member(*done, tools::read_from_text))
                content.push_back(text_part(*said));
        } else if (done) {
            content.push_back(text_part(text::to_json_text(*done)));
            out["structuredContent"] = std::move(*done);
        } else {
            content.push_back(text_part(text::to_json_text(tools::to_json<Json>(done.error()))));
            out["isError"] = true;
        }
        return out;
    }

    // Resources.

    [[nodiscard]] bool takes_subscriptions(era speaks) const noexcept {
        return speaks == era::legacy && options_.notifies;
    }
    template <class Json>
    static rpc_error<Json> resource_error(const error& problem, const std::string& uri) {
        if (problem.code() != error_code::validation_error)
            return {rpc_code::internal_error, text::to_valid(problem.message()), {}};
        Json data = Json::object();
        data["uri"] = uri;
        return {rpc_code::invalid_params, text::to_valid(problem.message()), std::move(data)};
    }
    template <class Json>
    outcome<Json> list_resources(const request<Json>& asked) {
        if (auto problem = problem_of_cursor(asked, true)) return std::move(*problem);
        const auto* const cursor = asked.text("cursor");
        Json out = Json::object();
        auto& list = out["resources"] = Json::array();
        std::optional<error> problem;
        each([&](auto& provider) {
            if constexpr (detail::offers_resources<std::remove_cvref_t<decltype(provider)>>) {
                auto page =
                    provider.list(cursor == nullptr ? std::string_view{} : *cursor, options_.page);
                if (!page) return problem.emplace(page.error()), true;
                for (auto& each : page->resources) {
                    Json shown = Json::object();
                    shown["uri"] = std::move(each.uri);
                    shown["name"] = std::move(each.name);
                    shown["description"] = std::move(each.description);
                    shown["mimeType"] = std::move(each.mime_type);
                    list.push_back(std::move(shown));
                }
                if (!page->next.empty()) out["nextCursor"] = std::move(page->next);
            }
            return false;
        });
        if (problem) return resource_error<Json>(*problem, {});
        return out;
    }
    template <class Json>
    outcome<Json> list_templates(const request<Json>& asked) {
        if (auto problem = problem_of_cursor(asked, false)) return std::move(*problem);
        Json out = Json::object();
        auto& list = out["resourceTemplates"] = Json::array();
        each([&](auto& provider) {
            using provider_type = std::remove_cvref_t<decltype(provider)>;
            if constexpr (detail::offers_resources<provider_type>) {
                Json shown = Json::object();
                shown["uriTemplate"] = std::string{provider_type::uri_template};
                shown["name"] = std::string{provider_type::template_name};
                shown["description"] = std::string{provider_type::template_description};
                shown["mimeType"] = "text/plain";
                list.push_back(std::move(shown));
            }
            return false;
        });
        return out;
    }
    /// `ask(provider)` of the first that knows the URI.
    template <class Answer, class Ask>
    result<Answer> of_resource(std::string_view uri, Ask&& ask) {
        std::optional<result<Answer>> found;
        each([&](auto& provider) {
            if constexpr (detail::offers_resources<std::remove_cvref_t<decltype(provider)>>) {
                found.reset();
                found.emplace(ask(provider));
                return found->has_value();
            } else {
                return false;
            }
        });
        if (found) return std::move(*found);
        return error{error_code::not_found, "there are no resources, and no " + text::quoted(uri)};
    }
    result<std::uint64_t> state_of(const std::string& uri) {
        return of_resource<std::uint64_t>(uri, [&](auto& from) { return from.state_of(uri); });
    }
    template <class Json>
    outcome<Json> read_resource(const request<Json>& asked) {
        const auto* const uri = asked.text("uri");
        if (uri == nullptr) return invalid_params<Json>("uri must be a string");
        auto read =
            of_resource<resource_content>(*uri, [&](auto& from) -> result<resource_content> {
                auto found = from.read(*uri);
                if (!found) return found.error();
                return resource_content{std::move(*found)};
            });
        if (!read) return resource_error<Json>(read.error(), *uri);
        Json content = Json::object();
        content["uri"] = *uri;
        content["mimeType"] = std::move(read->mime_type);
        content[read->is_base64 ? "blob" : "text"] = std::move(read->text);
        Json out = Json::object();
        out["contents"] = Json::array();
        out["contents"].push_back(std::move(content));
        return out;
    }
    template <class Json>
    outcome<Json> subscribe(const request<Json>& asked) {
        const auto* const uri = asked.text("uri");
        if (uri == nullptr) return invalid_params<Json>("uri must be a string");
        const auto now = state_of(*uri);
        if (!now) return resource_error<Json>(now.error(), *uri);
        if (subscriptions_.size() >= max_subscriptions && subscriptions_.count(*uri) == 0)
            return invalid_params<Json>("there may be " + std::to_string(max_subscriptions) +
                                        " subscriptions");
        subscriptions_[*uri] = *now;
        return Json::object();
    }
    template <class Json>
    outcome<Json> unsubscribe(const request<Json>& asked) {
        const auto* const uri = asked.text("uri");
        if (uri == nullptr) return invalid_params<Json>("uri must be a string");
        subscriptions_.erase(*uri);
        return Json::object();
    }

    // Prompts.

    template <class Json>
    outcome<Json> list_prompts(const request<Json>& asked) {
        if (auto problem = problem_of_cursor(asked, false)) return std::move(*problem);
        Json out = Json::object();
        auto& list = out["prompts"] = Json::array();
        each([&](auto& provider) {
            if constexpr (detail::offers_prompts<std::remove_cvref_t<decltype(provider)>>)
                for (const auto& is : provider.prompts()) list.push_back(to_json<Json>(is));
            return false;
        });
        return out;
    }
    template <class Json>
    outcome<Json> get_prompt(exchange<Json>& asked) {
        const auto* const name = asked.text("name");
        if (name == nullptr)
            return invalid_params<Json>("name must be a string: which prompt to get");
        std::optional<outcome<Json>> done;
        each([&](auto& provider) {
            if constexpr (detail::offers_prompts<std::remove_cvref_t<decltype(provider)>>) {
                for (const auto& is : provider.prompts()) {
                    if (is.name != *name) continue;
                    auto values = read_values(asked, is);
                    if (auto* const problem = std::get_if<rpc_error<Json>>(&values))
                        done.emplace(std::move(*problem));
                    else
                        done.emplace(
                            provider.get_prompt(*name, std::get<prompt_values>(values), asked));
                    break;
                }
            }
            return done.has_value();
        });
        if (!done) return invalid_params<Json>("there is no prompt " + detail::shortly(*name));
        return std::move(*done);
    }

    // Completion.

    template <class Json>
    outcome<Json> complete_value(const request<Json>& asked) {
        const auto wanted = read_completed(asked);
        if (const auto* const wrong = std::get_if<rpc_error<Json>>(&wanted)) return *wrong;
        std::vector<std::string> found;
        std::optional<error> problem;
        each([&](auto& provider) {
            if constexpr (detail::offers_completion<std::remove_cvref_t<decltype(provider)>>) {
                auto some = provider.complete(std::get<completed_argument>(wanted));
                if (!some) return problem.emplace(some.error()), true;
                for (auto& one : *some) found.push_back(std::move(one));
            }
            return false;
        });
        if (problem)
            return rpc_error<Json>{
                rpc_code::internal_error, text::to_valid(problem->message()), {}};
        return completion_of<Json>(std::move(found));
    }

    // Logging.

    template <class Json>
    outcome<Json> set_level(const request<Json>& asked) {
        const auto* const level = asked.text("level");
        const auto rank = level == nullptr ? std::nullopt : rank_of(*level);
        if (!rank) return invalid_params<Json>("level must be one of " + log_level_names());
        log_from_ = rank;
        return Json::object();
    }

    server_options options_;
    std::tuple<Providers...> providers_;
    bool is_initialized_ = false;
    bool takes_batches_ = false;
    bool may_have_changed_ = false;
    recent_ids used_;
    client_abilities client_can_;
    std::optional<std::size_t> log_from_;
    std::map<std::string, std::uint64_t> subscriptions_;  // URIs, and what was last told of them
};

}  // namespace workmem::mcp
