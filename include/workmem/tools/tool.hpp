#pragma once

#include <workmem/result.hpp>
#include <workmem/tools/arguments.hpp>
#include <workmem/tools/error_json.hpp>
#include <workmem/tools/schema.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::tools {

/// What a call does to what is remembered, as clients ask people about it.
enum class effect : std::uint8_t { reads, writes, destroys };

/// A tool as it is published. Refers to what is static.
struct definition {
    std::string_view name;
    std::string_view description;
    std::span<const property> input;
    std::span<const property> output;
    effect does = effect::writes;
};

/// As MCP lists it. With `output_schema` what it answers is described, too.
template <class Json>
[[nodiscard]] Json to_json(const definition& tool, bool output_schema) {
    Json out = Json::object();
    out["name"] = std::string{tool.name};
    out["description"] = std::string{tool.description};
    out["inputSchema"] = to_json_schema<Json>(tool.input, openness::closed);
    if (output_schema) out["outputSchema"] = to_json_schema<Json>(tool.output, openness::open);
    auto& hints = out["annotations"] = Json::object();
    if (tool.does == effect::reads)
        hints["readOnlyHint"] = true;
    else
        hints["destructiveHint"] = tool.does == effect::destroys;
    return out;
}

/// Tools over one thing that they work on, by name. Each of `Tools` has a static `is`, its
/// `definition`, and a static `call(target, arguments)` that answers a `result` of JSON.
///
/// Refers to the target, which must outlive it; copyable; as thread-safe as the target.
template <class Target, class... Tools>
class tool_set {
public:
    explicit tool_set(Target& target) noexcept : target_{&target} {}

    [[nodiscard]] static constexpr std::span<const definition> definitions() noexcept {
        return table;
    }
    /// The tool of that name, or null.
    [[nodiscard]] static constexpr const definition* find(std::string_view name) noexcept {
        for (const auto& each : table)
            if (each.name == name) return &each;
        return nullptr;
    }

    /// What the tool answers, or `{"error": …, "code": …, "details": …}`. Never throws for what it
    /// is given.
    template <class Json>
    [[nodiscard]] Json call(std::string_view name, const Json& arguments) {
        auto done = try_call(name, arguments);
        return done ? std::move(*done) : to_json<Json>(done.error());
    }
    /// What the tool answers. Errors: `not_found` for a name that is none; `validation_error`,
    /// which names field, rule and value; those of the verb.
    template <class Json>
    result<Json> try_call(std::string_view name, const Json& arguments) {
        return try_call(name, arguments, [] { return std::optional<error>{}; });
    }

protected:
    [[nodiscard]] Target& target() const noexcept { return *target_; }

    /// The same; `before()` comes when the arguments are known to be right, and may refuse.
    template <class Json, class Before>
    result<Json> try_call(std::string_view name, const Json& arguments, Before&& before) {
        const auto* const tool = find(name);
        if (tool == nullptr) return no_tool(name);
        if (!arguments.is_object())
            return detail::bad_value("arguments", "an object", detail::shown(arguments));
        if (auto problem = problem_of(arguments, tool->input, std::string{}))
            return std::move(*problem);
        if (std::optional<error> problem = before()) return std::move(*problem);
        std::optional<result<Json>> done;
        (void)((Tools::is.name == name &&
                (done.emplace(Tools::call(*target_, tools::arguments<Json>{arguments})), true)) ||
               ...);
        return std::move(*done);
    }

private:
    static constexpr definition table[] = {Tools::is...};

    [[nodiscard]] static error no_tool(std::string_view name) {
        return {error_code::not_found,
                "there is no tool " + text::quoted(text::prefix(name, 64)),
                {{"tool", std::string{text::prefix(name, 64)}}}};
    }

    Target* target_;
};

}  // namespace workmem::tools
