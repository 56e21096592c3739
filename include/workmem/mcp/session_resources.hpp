#pragma once

#include <workmem/mcp/completion.hpp>
#include <workmem/mcp/resource.hpp>
#include <workmem/result.hpp>
#include <workmem/text/percent.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::mcp {

/// The sessions of a store as resources: `memory://{session}/context` is what a prompt should hold
/// of a session, within 1,000 tokens.
///
/// Refers to the store, which must outlive it; copyable; as thread-safe as the store.
template <class Store>
class session_resources {
public:
    static constexpr std::string_view uri_template = "memory://{session}/context";
    static constexpr std::string_view template_name = "session context";
    static constexpr std::string_view template_description =
        "The active memories of a session, most important first, one quoted line each";
    static constexpr std::size_t token_limit = 1'000;

    explicit session_resources(Store& store) noexcept : store_{&store} {}

    /// Those after the one of that name, at most `limit`.
    [[nodiscard]] result<resource_page> list(std::string_view after, std::size_t limit) {
        auto known = store_->try_list_sessions();
        if (!known) return known.error();
        resource_page out;
        for (const auto& each : *known) {
            if (!after.empty() && each.id <= after) continue;
            if (out.resources.size() == limit) {
                out.next = out.resources.back().name;
                break;
            }
            out.resources.push_back(
                {uri_of(each.id), each.id, std::to_string(each.memories) + " memories"});
        }
        return out;
    }
    /// The text of a resource; of a session that is not known, none. Errors: `validation_error` for
    /// a URI that is no session's.
    [[nodiscard]] result<std::string> read(std::string_view uri) {
        return about<std::string>(uri, [](auto& session) { return session.context(token_limit); });
    }
    /// A number that is another one when a resource has changed. Errors as for `read`.
    [[nodiscard]] result<std::uint64_t> state_of(std::string_view uri) {
        return about<std::uint64_t>(uri, [](auto& session) { return session.sequence(); });
    }

    /// The ids of sessions that begin so.
    [[nodiscard]] result<std::vector<std::string>> complete(const completed_argument& wanted) {
        std::vector<std::string> out;
        if (wanted.of != completed_argument::owner::resource || wanted.name != uri_template ||
            wanted.argument != "session")
            return result<std::vector<std::string>>{std::move(out)};
        auto known = store_->try_list_sessions();
        if (!known) return known.error();
        for (auto& each : *known)
            if (each.id.starts_with(wanted.value)) out.push_back(std::move(each.id));
        return result<std::vector<std::string>>{std::move(out)};
    }

    [[nodiscard]] static std::string uri_of(std::string_view session) {
        return std::string{scheme} + text::percent_encoded(session) + std::string{path};
    }

private:
    static constexpr std::string_view scheme = "memory://";
    static constexpr std::string_view path = "/context";

    [[nodiscard]] static std::optional<std::string> session_of(std::string_view uri) {
        if (!uri.starts_with(scheme) || !uri.ends_with(path)) return std::nullopt;
        uri.remove_prefix(scheme.size());
        if (uri.size() <= path.size()) return std::nullopt;
        uri.remove_suffix(path.size());
        return text::percent_decoded(uri);
    }
    template <class Answer, class Read>
    result<Answer> about(std::string_view uri, Read&& read) {
        const auto session = session_of(uri);
        if (!session)
            return error{error_code::validation_error,
                         "there is no resource " + text::quoted(text::prefix(uri, 64)) +
                             "; name one like " + std::string{uri_template},
                         {{"uri", std::string{text::prefix(uri, 64)}}}};
        if (auto fresh = store_->try_catch_up(*session); !fresh) return fresh.error();
        auto found = store_->find(*session);
        if (!found) return found.error();
        if (!*found) return Answer{};
        return Answer{read(**found)};
    }

    Store* store_;
};
template <class Store>
session_resources(Store&) -> session_resources<Store>;

}  // namespace workmem::mcp
