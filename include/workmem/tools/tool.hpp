#pragma once

#include <workmem/result.hpp>
#include <workmem/tools/arguments.hpp>
#include <workmem/tools/error_json.hpp>
#include <workmem/tools/progress.hpp>
#include <workmem/tools/schema.hpp>
#include <workmem/tools/sent_arguments.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
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
    bool is_text = false;  ///< over MCP its answer is the text of its only member, and no JSON
};

/// As MCP lists it. With `output_schema` what it answers is described, too, where that is JSON.
template <class Json>
[[nodiscard]] Json to_json(const definition& tool, bool output_schema) {
    Json out = Json::object();
    out["name"] = std::string{tool.name};
    out["description"] = std::string{tool.description};
    out["inputSchema"] = to_json_schema<Json>(tool.input, openness::closed);
    if (output_schema && !tool.is_text)
        out["outputSchema"] = to_json_schema<Json>(tool.output, openness::open);
    auto& hints = out["annotations"] = Json::object();
    if (tool.does == effect::reads)
        hints["readOnlyHint"] = true;
    else
        hints["destructiveHint"] = tool.does == effect::destroys;
    hints["openWorldHint"] = false;  // it works on what is remembered alone
    return out;
}

/// A row of a table of tools. It holds what it takes and answers, so that all stands in one place:
///
///     tool{"plan_archive", "Close a plan that is over.", effect::writes,
///          {plan}, {{"status", any_text, true}},
///          [](auto& target, const auto& arguments) { return archived(target, arguments); }}
///
/// The call answers a `result` of JSON.
template <std::size_t Inputs, std::size_t Outputs, class Call>
struct tool {
    constexpr tool(std::string_view called, std::string_view says, effect effect_of,
                   const property (&takes)[Inputs], const property (&answers)[Outputs], Call calls)
        : name{called},
          description{says},
          does{effect_of},
          input{std::to_array(takes)},
          output{std::to_array(answers)},
          call{calls} {}

    /// The same tool by another name.
    [[nodiscard]] constexpr tool named(std::string_view other) const {
        auto out = *this;
        out.name = other;
        return out;
    }
    /// The same tool, whose only member is a text for a model: over MCP it is answered as it is.
    [[nodiscard]] constexpr tool as_text() const {
        static_assert(Outputs == 1);
        auto out = *this;
        out.is_text = true;
        return out;
    }
    /// Refers to the row.
    [[nodiscard]] constexpr definition published() const noexcept {
        return {name, description, input, output, does, is_text};
    }

    std::string_view name;
    std::string_view description;
    effect does;
    bool is_text = false;
    std::array<property, Inputs> input;
    std::array<property, Outputs> output;
    Call call;
};

/// What a tool answers: the error of what was done, else what `tell(json, done)` says of it.
template <class Json, class T, class Tell>
[[nodiscard]] result<Json> answer(const arguments<Json>&, result<T> done, Tell&& tell) {
    if (!done) return done.error();
    Json out = Json::object();
    if constexpr (std::is_void_v<T>)
        tell(out);
    else
        tell(out, *done);
    return out;
}

/// Tools over one thing that they work on, by name: a `std::tuple` of rows.
///
/// Refers to the target, which must outlive it; copyable; as thread-safe as the target.
template <class Target, const auto& Rows>
class tool_set {
public:
    /// \param actor who calls, recorded where a call does not name one itself; empty: nobody
    explicit tool_set(Target& target, std::string actor = {}) noexcept
        : target_{&target}, actor_{std::move(actor)} {}

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
    /// What the tool answers. Arguments that came as JSON text are read, and the answer says so.
    /// Errors: `not_found` for a name that is none; `validation_error`, which names field, rule and
    /// value; those of the verb.
    /// \param told how far the call has come, where it does one thing after the other
    template <class Json>
    result<Json> try_call(std::string_view name, const Json& arguments, const progress& told = {}) {
        return try_call(name, arguments, told,
                        [](const Json&, meant_ids&) { return std::optional<error>{}; });
    }

protected:
    [[nodiscard]] Target& target() const noexcept { return *target_; }

    /// The same; `before(arguments, ids)` comes when they are known to be right; it may refuse, and
    /// adds ids that they abbreviate.
    template <class Json, class Before>
    result<Json> try_call(std::string_view name, const Json& arguments, const progress& told,
                          Before&& before) {
        const auto* const known = find(name);
        if (known == nullptr) return no_tool(name);
        if (!arguments.is_object()) {
            const auto held = read_object(arguments);
            if (!held) return detail::bad_value("arguments", "an object", detail::shown(arguments));
            auto done = try_call(name, *held, told, before);
            if (done && arguments.is_string()) say_read_from_text(*done, "arguments");
            return done;
        }
        auto problem = problem_of(arguments, known->input, std::string{});
        if (!problem) return call_row(*known, arguments, told, before);
        const sent_arguments<Json> sent{arguments, known->input};
        problem = problem_of(sent.json(), known->input, std::string{});
        if (problem) return std::move(*problem);
        auto done = call_row(*known, sent.json(), told, before);
        if (done) say_read_from_text(*done, sent.from_text());
        return done;
    }

private:
    static constexpr auto table =
        std::apply([](const auto&... row) { return std::array{row.published()...}; }, Rows);

    template <class Json, class Before>
    result<Json> call_row(const definition& known, const Json& arguments, const progress& told,
                          Before&& before) {
        meant_ids ids;
        if (std::optional<error> problem = before(arguments, ids)) return std::move(*problem);
        const tools::arguments<Json> in{arguments, known.name, actor_, told, &ids};
        std::optional<result<Json>> done;
        const auto call_if_meant = [&](const auto& row) {
            if (row.name != known.name) return false;
            done.emplace(row.call(*target_, in));
            return true;
        };
        std::apply([&](const auto&... row) { (void)(call_if_meant(row) || ...); }, Rows);
        return std::move(*done);
    }

    [[nodiscard]] static error no_tool(std::string_view name) {
        return {error_code::not_found,
                "there is no tool " + text::quoted(text::prefix(name, 64)),
                {{"tool", std::string{text::prefix(name, 64)}}}};
    }

    Target* target_;
    std::string actor_;
};

}  // namespace workmem::tools
