#pragma once

#include <workmem/tools/long_term/tools.hpp>
#include <workmem/tools/progress.hpp>
#include <workmem/tools/tool.hpp>

#include <optional>
#include <string_view>

namespace workmem::tools {

/// The four tools of a long-term memory: what sessions promoted stays readable when they are over.
///
///     workmem::tools::long_term_tools tools{sessions.long_term()};
///     const auto answer = tools.call("long_term_search", {{"query", "allergies"}});
///
/// What other writers of the same journal did is seen by the next call. An answer stays under 1 MB
/// as it is sent, unless one memory alone is longer.
///
/// Refers to the memory, which must outlive it; copyable; as thread-safe as the memory.
template <class Repository>
class long_term_tools : public tool_set<Repository, long_term_rows::table> {
    using base = tool_set<Repository, long_term_rows::table>;

public:
    using base::base;

    template <class Json>
    [[nodiscard]] Json call(std::string_view name, const Json& arguments) {
        auto done = try_call(name, arguments);
        return done ? std::move(*done) : to_json<Json>(done.error());
    }
    template <class Json>
    result<Json> try_call(std::string_view name, const Json& arguments, const progress& told = {}) {
        return base::try_call(name, arguments, told, [&](const Json& read, meant_ids& ids) {
            auto problem = refresh();
            return problem ? problem : identify(read, ids);
        });
    }

private:
    // A repository of the caller's own may have no other writers.
    std::optional<error> refresh() {
        if constexpr (requires { this->target().try_follow(); })
            if (auto done = this->target().try_follow(); !done) return done.error();
        return std::nullopt;
    }
    template <class Json>
    std::optional<error> identify(const Json& arguments, meant_ids& ids) {
        if constexpr (requires(const std::string& id) { this->target().try_identify(id); }) {
            const std::string name{long_term_schema::memory_id.name};
            const auto given = arguments.find(name);
            if (given == arguments.end()) return std::nullopt;
            const auto& said = given->template get_ref<const std::string&>();
            return note_meant(this->target().try_identify(said), name, said, ids);
        } else {
            return std::nullopt;
        }
    }
};
template <class Repository>
long_term_tools(Repository&) -> long_term_tools<Repository>;

}  // namespace workmem::tools
