#pragma once

#include <workmem/result.hpp>
#include <workmem/tools/progress.hpp>
#include <workmem/tools/tool.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::tools {

/// Sets of tools that are chosen at run time, as one set. The first of several tools with the same
/// name counts. Copyable; as thread-safe as what the tools work on.
template <class Json>
class any_tools {
public:
    any_tools() = default;

    template <class Tools>
    void add(Tools tools) {
        add(std::move(tools), [](const definition&) { return true; });
    }
    /// Only those for which `is_chosen(definition)`.
    template <class Tools, class IsChosen>
    void add(Tools tools, IsChosen&& is_chosen) {
        for (const auto& each : tools.definitions())
            if (find(each.name) == nullptr && is_chosen(each)) {
                definitions_.push_back(each);
                sets_.push_back(calls_.size());
            }
        if constexpr (requires { tools.try_tick(); })
            ticks_.push_back([tools]() mutable { return tools.try_tick(); });
        calls_.push_back([tools = std::move(tools)](std::string_view name, const Json& arguments,
                                                    const progress& told) mutable -> result<Json> {
            return tools.try_call(name, arguments, told);
        });
    }

    [[nodiscard]] std::span<const definition> definitions() const noexcept { return definitions_; }
    /// The tool of that name, or null. Valid until one is added.
    [[nodiscard]] const definition* find(std::string_view name) const noexcept {
        const auto found = std::find_if(definitions_.begin(), definitions_.end(),
                                        [&](const definition& each) { return each.name == name; });
        return found == definitions_.end() ? nullptr : &*found;
    }
    /// What the tool answers. Errors: `not_found` for a name that is none; those of the tool.
    /// \param told how far the call has come, where it does one thing after the other
    result<Json> try_call(std::string_view name, const Json& arguments, const progress& told = {}) {
        const auto* const tool = find(name);
        if (tool == nullptr)
            return error{error_code::not_found,
                         "there is no tool " + text::quoted(text::prefix(name, 64))};
        return calls_[sets_[static_cast<std::size_t>(tool - definitions_.data())]](name, arguments,
                                                                                   told);
    }
    /// The periodic work of all sets that is due. Errors: the first; the others are done all the
    /// same.
    result<std::size_t> try_tick() {
        std::size_t sum = 0;
        std::optional<error> problem;
        for (auto& each : ticks_) {
            const auto done = each();
            if (done)
                sum += *done;
            else if (!problem)
                problem.emplace(done.error());
        }
        if (problem) return std::move(*problem);
        return sum;
    }

private:
    std::vector<definition> definitions_;
    std::vector<std::size_t> sets_;  // which call each of the definitions belongs to
    std::vector<std::function<result<Json>(std::string_view, const Json&, const progress&)>> calls_;
    std::vector<std::function<result<std::size_t>()>> ticks_;
};

}  // namespace workmem::tools
