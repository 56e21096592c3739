#pragma once

#include <workmem/mcp/envelope.hpp>
#include <workmem/mcp/exchange.hpp>
#include <workmem/mcp/message.hpp>
#include <workmem/mcp/message_text.hpp>
#include <workmem/mcp/protocol.hpp>
#include <workmem_http/events.hpp>
#include <workmem_http/host.hpp>
#include <workmem_http/media_type.hpp>
#include <workmem_http/message.hpp>
#include <workmem_http/mirrored.hpp>
#include <workmem_http/options.hpp>
#include <workmem_http/principal.hpp>
#include <workmem_http/rate_limit.hpp>
#include <workmem_http/sessions.hpp>
#include <workmem_http/tokens.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::http {

/// What a connection of a client is answered by, made when the client begins.
template <class Json>
using connector = std::function<peer<Json>(const principal&)>;

/// Who shows a token; nobody where it is not known.
using authenticator = std::function<std::optional<principal>(std::string_view token)>;

/// The endpoint of a server: what is answered to a request, without a socket. A request is looked
/// at twice: `admit` before its body is read, `answer` with it.
///
/// Serves the revisions that begin with `initialize`, which get a session, and the stateless one.
/// An answer is JSON, or a stream of events that ends with it where something is told before and
/// the client takes such streams. There are no others, so `GET` is refused. Thread-safe.
template <class Json>
class endpoint {
public:
    using clock = std::chrono::steady_clock;

    /// \param who asks for a token of everybody; empty: everybody is `everybody`
    endpoint(endpoint_options options, connector<Json> connect, authenticator who,
             principal everybody = {})
        : options_{std::move(options)},
          connect_{std::move(connect)},
          who_{std::move(who)},
          everybody_{std::move(everybody)},
          hosts_{options_.hosts},
          rates_{options_.each_tenant},
          sessions_{options_.max_sessions, options_.max_sessions_each, options_.session_life} {}

    /// Why a request is refused before it is known what it asks for: its host, origin or form.
    [[nodiscard]] std::optional<response> problem_of(const request& head) const;
    /// Who makes the request; refused without a token that is known, where tokens are asked for.
    [[nodiscard]] std::variant<response, principal> authenticate(const request& head) const;
    /// Answers what needs no body, or says who will be answered when the body is there.
    [[nodiscard]] std::variant<response, principal> admit(const request& head,
                                                          clock::time_point now);
    /// The answer to a message of who was admitted.
    /// \param events takes a stream; null: there can be none
    [[nodiscard]] response answer(const principal& who, const request& head, std::string_view body,
                                  clock::time_point now, event_sink* events = nullptr);

    /// An answer that refuses, as a message of the protocol.
    [[nodiscard]] static response refusal(int status, std::string why,
                                          mcp::rpc_code code = mcp::rpc_code::invalid_request) {
        return said(status, mcp::error_message<Json>(nullptr, {code, std::move(why), {}}));
    }
    [[nodiscard]] const endpoint_options& options() const noexcept { return options_; }
    [[nodiscard]] std::size_t sessions() const { return sessions_.size(); }
    /// How many are kept that answer requests without a session.
    [[nodiscard]] std::size_t spares() const {
        const std::lock_guard lock{mutex_};
        std::size_t out = 0;
        for (const auto& [who, each] : spare_) out += each.peers.size();
        return out;
    }

private:
    using rpc_error = mcp::rpc_error<Json>;

    [[nodiscard]] static response said(int status, const Json& message) {
        response out{status};
        text::append_json(out.body, message);
        return out;
    }
    [[nodiscard]] static response failed(int status, const Json* id, const rpc_error& problem) {
        return said(status, mcp::error_message<Json>(id, problem));
    }
    [[nodiscard]] static response nothing_to_say() { return {202}; }

    [[nodiscard]] std::optional<response> problem_of_form(const request& head) const;
    [[nodiscard]] response end_session(const request& head, const principal& who);
    [[nodiscard]] response begin_session(const principal& who, const Json& message,
                                         clock::time_point now);
    [[nodiscard]] response in_session(const principal& who, const request& head,
                                      const mcp::request<Json>& asked, const Json& message,
                                      clock::time_point now, event_sink* events);
    [[nodiscard]] response batch_in_session(const principal& who, const request& head,
                                            const Json& batch, clock::time_point now);
    [[nodiscard]] std::variant<response, typename session_table<Json>::pointer> session_of(
        const request& head, const principal& who, clock::time_point now);
    static void note_cancelled(session<Json>& in, const mcp::request<Json>& asked);
    [[nodiscard]] static response too_many(std::string why, std::chrono::seconds wait) {
        auto out = refusal(429, std::move(why));
        out.headers.emplace_back("Retry-After", std::to_string(wait.count()));
        return out;
    }
    [[nodiscard]] response stateless(const principal& who, const request& head,
                                     const mcp::request<Json>& asked, const Json& message,
                                     clock::time_point now, event_sink* events);
    [[nodiscard]] static mcp::channel<Json> channel_to(event_sink* events);
    [[nodiscard]] static response answered_by(event_sink* events, const std::optional<Json>& last,
                                              int status = 200);

    // One of those who wait, while it lives.
    struct counted {
        explicit counted(std::atomic<std::size_t>& in) : of{in}, now{++in} {}
        counted(const counted&) = delete;
        counted& operator=(const counted&) = delete;
        ~counted() { --of; }

        std::atomic<std::size_t>& of;
        std::size_t now;
    };
    struct spare_peers {
        std::vector<peer<Json>> peers{};
        clock::time_point used{};
    };

    [[nodiscard]] peer<Json> take_peer(const principal& who);
    void put_back(const principal& who, peer<Json> each, clock::time_point now);
    void tidy(clock::time_point now);

    endpoint_options options_;
    connector<Json> connect_;
    authenticator who_;
    principal everybody_;
    host_names hosts_;
    rate_limit rates_;
    session_table<Json> sessions_;
    mutable std::mutex mutex_;
    // What answers stateless requests holds nothing of them, and serves one after the other.
    std::map<std::pair<std::string, role>, spare_peers> spare_;  // by actors
    std::optional<clock::time_point> tidied_{};
};

template <class Json>
std::optional<response> endpoint<Json>::problem_of(const request& head) const {
    for (const auto* const once :
         {"host", "origin", "authorization", "content-type", "content-length", "transfer-encoding",
          "mcp-session-id", "mcp-protocol-version", "mcp-method", "mcp-name"})
        if (head.count(once) > 1)
            return refusal(400, std::string{"the header "} + once + " must stand there once");
    if (head.count("content-length") > 0 && head.count("transfer-encoding") > 0)
        return refusal(400, "a body must have one length");
    const auto host = head.find("host");
    if (!host) return refusal(400, "the header host is missing");
    if (!hosts_.allows_host(*host))
        return refusal(403, "this server has no such name; allow it with its options");
    if (const auto origin = head.find("origin"); origin && !hosts_.allows_origin(*origin))
        return refusal(403, "pages of this origin may not ask");
    return std::nullopt;
}

template <class Json>
std::variant<response, principal> endpoint<Json>::authenticate(const request& head) const {
    if (!who_) return everybody_;
    const auto shown = head.find("authorization");
    const auto token = shown ? bearer_token(*shown) : std::nullopt;
    auto found = token ? who_(*token) : std::nullopt;
    if (found) return std::move(*found);
    auto out = refusal(401, token ? "the token is not known" : "a bearer token is needed");
    out.headers.emplace_back("WWW-Authenticate",
                             token ? "Bearer error=\"invalid_token\"" : "Bearer");
    return out;
}

template <class Json>
std::optional<response> endpoint<Json>::problem_of_form(const request& head) const {
    const auto type = head.find("content-type");
    if (!type || !is_json(*type)) return refusal(415, "the body must be application/json in UTF-8");
    if (const auto coding = head.find("content-encoding"); coding && *coding != "identity")
        return refusal(415, "the body must not be compressed");
    if (const auto accept = head.find("accept"); accept && !accepts_json(*accept))
        return refusal(406, "answers are application/json");
    if (const auto length = head.find("content-length")) {
        if (length->empty() || length->find_first_not_of("0123456789") != length->npos)
            return refusal(400, "content-length must be a number");
        if (length->size() > 18 || std::stoull(std::string{*length}) > options_.max_body_bytes)
            return refusal(413,
                           "a body may have " + std::to_string(options_.max_body_bytes) + " bytes");
    }
    return std::nullopt;
}

template <class Json>
std::variant<response, principal> endpoint<Json>::admit(const request& head,
                                                        clock::time_point now) {
    if (auto problem = problem_of(head)) return std::move(*problem);
    auto who = authenticate(head);
    if (std::holds_alternative<response>(who)) return who;
    tidy(now);
    const auto& is = std::get<principal>(who);
    if (const auto wait = rates_.try_take(is.tenant, now))
        return too_many("too many requests", *wait);
    const auto version = head.find("mcp-protocol-version");
    const bool has_sessions = !version || !mcp::is_one_of<mcp::stateless_versions>(*version);
    if (head.method == "DELETE" && has_sessions) return end_session(head, is);
    if (head.method != "POST") {
        auto out = refusal(405, "send messages with POST; there are no streams beside its answers");
        out.headers.emplace_back("Allow", "POST, DELETE");
        return out;
    }
    if (auto problem = problem_of_form(head)) return std::move(*problem);
    return who;
}

template <class Json>
response endpoint<Json>::answer(const principal& who, const request& head, std::string_view body,
                                clock::time_point now, event_sink* events) {
    auto parsed = mcp::parse_message<Json>(body);
    if (const auto* const problem = std::get_if<rpc_error>(&parsed)) {
        const auto id = mcp::find_id<Json>(body);
        return failed(400, id ? &*id : nullptr, *problem);
    }
    const auto& message = std::get<Json>(parsed);
    if (message.is_array()) return batch_in_session(who, head, message, now);
    mcp::request<Json> asked;
    if (const auto wrong = mcp::read_message(message, asked)) return failed(400, asked.id, *wrong);

    const auto accept = head.find("accept");
    if (!accept || !accepts_events(*accept)) events = nullptr;
    const auto version = head.find("mcp-protocol-version");
    const bool is_legacy = version && mcp::is_one_of<mcp::legacy_versions>(*version);
    const bool is_stateless = version && mcp::is_one_of<mcp::stateless_versions>(*version);
    if (is_stateless || mcp::envelope<Json>{asked}.version != nullptr)
        return stateless(who, head, asked, message, now, events);
    if (version && !is_legacy)
        return failed(400, asked.id, mcp::unsupported_version<Json>(*version));
    if (asked.method == "initialize" && asked.id != nullptr)
        return begin_session(who, message, now);
    return in_session(who, head, asked, message, now, events);
}

template <class Json>
response endpoint<Json>::begin_session(const principal& who, const Json& message,
                                       clock::time_point now) {
    auto made = connect_(who);
    const auto answered = made(message, {});
    if (!answered) return nothing_to_say();
    auto out = said(200, *answered);
    if (answered->contains("result"))
        out.headers.emplace_back("Mcp-Session-Id", sessions_.add(who, std::move(made), now));
    return out;
}

template <class Json>
response endpoint<Json>::in_session(const principal& who, const request& head,
                                    const mcp::request<Json>& asked, const Json& message,
                                    clock::time_point now, event_sink* events) {
    auto opened = session_of(head, who, now);
    if (auto* const refused = std::get_if<response>(&opened)) return std::move(*refused);
    const auto found = std::get<typename session_table<Json>::pointer>(std::move(opened));
    // A client that is asked answers while its request is worked on: that takes no lock, and
    // neither does a notification, which may come before the answer.
    if (asked.is_answer && !found->asked.answer(message))
        return refusal(400, "nobody waits for an answer with this id");
    if (asked.is_answer || asked.id == nullptr) {
        note_cancelled(*found, asked);
        return nothing_to_say();
    }
    std::unique_lock lock{found->mutex, std::defer_lock};
    // A client hears that the server is there also while a call waits for him.
    if (asked.method == "ping" && !lock.try_lock()) {
        Json out = Json::object();
        out["jsonrpc"] = "2.0";
        out["id"] = *asked.id;
        out["result"] = Json::object();
        return said(200, out);
    }
    const counted waiting{found->waiting};
    if (waiting.now > options_.max_waiting_each)
        return too_many("too many requests at once in this session", std::chrono::seconds{1});
    if (!lock.owns_lock()) lock.lock();
    auto to = channel_to(events);
    if (events != nullptr)
        to.ask = [&](std::string_view method, Json params) {
            return found->asked.ask(*asked.id, method, std::move(params), options_.answer_time,
                                    to.tell, [&] { return events->is_over(); });
        };
    auto last = found->answers(message, to);
    if (found->asked.take_cancelled(*asked.id)) last.reset();
    return answered_by(events, last);
}

template <class Json>
std::variant<response, typename session_table<Json>::pointer> endpoint<Json>::session_of(
    const request& head, const principal& who, clock::time_point now) {
    const auto id = head.find("mcp-session-id");
    if (!id) return refusal(400, "the header mcp-session-id is missing; begin with initialize");
    auto found = sessions_.find(std::string{*id}, who, now);
    if (!found) return refusal(404, "there is no such session; begin with initialize");
    return found;
}

template <class Json>
void endpoint<Json>::note_cancelled(session<Json>& in, const mcp::request<Json>& asked) {
    const auto* const given_up = asked.param("requestId");
    if (asked.method == "notifications/cancelled" && given_up != nullptr)
        in.asked.cancel(*given_up);
}

// What is told before an answer is not: a batch has one answer.
template <class Json>
response endpoint<Json>::batch_in_session(const principal& who, const request& head,
                                          const Json& batch, clock::time_point now) {
    auto opened = session_of(head, who, now);
    if (auto* const refused = std::get_if<response>(&opened)) return std::move(*refused);
    const auto found = std::get<typename session_table<Json>::pointer>(std::move(opened));
    bool is_answered = batch.empty();
    for (const auto& each : batch) {
        mcp::request<Json> asked;
        const auto wrong = mcp::read_message(each, asked);
        if (!wrong && asked.is_answer) (void)found->asked.answer(each);
        if (!wrong && asked.id == nullptr) note_cancelled(*found, asked);
        if (!wrong && (asked.is_answer || asked.id == nullptr)) continue;
        // Each counts as if it came alone.
        if (is_answered)
            if (const auto wait = rates_.try_take(who.tenant, now))
                return too_many("too many requests", *wait);
        is_answered = true;
    }
    if (!is_answered) return nothing_to_say();
    const counted waiting{found->waiting};
    if (waiting.now > options_.max_waiting_each)
        return too_many("too many requests at once in this session", std::chrono::seconds{1});
    const std::lock_guard lock{found->mutex};
    const auto answered = found->answers(batch, {});
    return answered ? said(answered->is_array() ? 200 : 400, *answered) : nothing_to_say();
}

template <class Json>
mcp::channel<Json> endpoint<Json>::channel_to(event_sink* events) {
    if (events == nullptr) return {};
    return {[events](const Json& message) {
                std::string line;
                text::append_json(line, message);
                return events->send(line);
            },
            {}};
}

template <class Json>
response endpoint<Json>::answered_by(event_sink* events, const std::optional<Json>& last,
                                     int status) {
    if (events == nullptr || !events->has_begun())
        return last ? said(status, *last) : nothing_to_say();
    if (last) (void)channel_to(events).tell(*last);
    response out{200};
    out.is_sent = true;
    return out;
}

template <class Json>
response endpoint<Json>::end_session(const request& head, const principal& who) {
    const auto id = head.find("mcp-session-id");
    if (!id) return refusal(400, "the header mcp-session-id is missing");
    if (!sessions_.erase(std::string{*id}, who)) return refusal(404, "there is no such session");
    return {204};
}

template <class Json>
response endpoint<Json>::stateless(const principal& who, const request& head,
                                   const mcp::request<Json>& asked, const Json& message,
                                   clock::time_point now, event_sink* events) {
    if (asked.id == nullptr || asked.is_answer) return nothing_to_say();
    const mcp::envelope<Json> about{asked};
    if (auto problem = problem_of_mirrored(head, asked, about))
        return failed(400, asked.id, *problem);
    if (auto problem = about.problem()) return failed(400, asked.id, *problem);
    auto answers = take_peer(who);
    const auto answered = answers(message, channel_to(events));
    put_back(who, std::move(answers), now);
    if (!answered) return nothing_to_say();
    // Of what a method itself finds wrong the status says nothing.
    int status = 200;
    if (const auto problem = answered->find("error"); problem != answered->end()) {
        const int code = problem->at("code").template get<int>();
        if (code == static_cast<int>(mcp::rpc_code::method_not_found)) status = 404;
        if (code == static_cast<int>(mcp::rpc_code::invalid_request) ||
            code == static_cast<int>(mcp::rpc_code::missing_client_capability))
            status = 400;
    }
    return answered_by(events, answered, status);
}

template <class Json>
peer<Json> endpoint<Json>::take_peer(const principal& who) {
    {
        const std::lock_guard lock{mutex_};
        auto& spare = spare_[{who.actor, who.may}].peers;
        if (!spare.empty()) {
            auto out = std::move(spare.back());
            spare.pop_back();
            return out;
        }
    }
    return connect_(who);
}

template <class Json>
void endpoint<Json>::put_back(const principal& who, peer<Json> each, clock::time_point now) {
    constexpr std::size_t most = 16;
    const std::lock_guard lock{mutex_};
    auto& spare = spare_[{who.actor, who.may}];
    spare.used = now;
    if (spare.peers.size() < most) spare.peers.push_back(std::move(each));
}

template <class Json>
void endpoint<Json>::tidy(clock::time_point now) {
    std::vector<spare_peers> unused;
    {
        const std::lock_guard lock{mutex_};
        if (tidied_ && now - *tidied_ < options_.tidy_every) return;
        tidied_ = now;
        // What they hold on to may take a while to go: that keeps nobody waiting.
        for (auto each = spare_.begin(); each != spare_.end();) {
            const auto next = std::next(each);
            if (now - each->second.used > options_.spare_life) {
                unused.push_back(std::move(each->second));
                spare_.erase(each);
            }
            each = next;
        }
    }
    unused.clear();
    sessions_.tidy(now);
    if (options_.tidies) options_.tidies();
}

}  // namespace workmem::http
