#pragma once

#include <workmem/mcp/completion.hpp>
#include <workmem/mcp/message.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::mcp {

struct prompt_argument {
    std::string name{};
    std::string description{};
    bool is_required = false;
};

/// What a user may choose to say, as clients list it.
struct prompt_definition {
    std::string name{};
    std::string description{};
    std::vector<prompt_argument> arguments{};
};

/// As clients list it.
template <class Json>
[[nodiscard]] Json to_json(const prompt_definition& is) {
    Json out = Json::object();
    out["name"] = is.name;
    out["description"] = is.description;
    auto& arguments = out["arguments"] = Json::array();
    for (const auto& each : is.arguments) {
        Json one = Json::object();
        one["name"] = each.name;
        one["description"] = each.description;
        one["required"] = each.is_required;
        arguments.push_back(std::move(one));
    }
    return out;
}

/// What was filled in, by the names of arguments; absent is empty.
class prompt_values {
public:
    void set(std::string name, std::string value) {
        values_.insert_or_assign(std::move(name), std::move(value));
    }
    [[nodiscard]] const std::string& at(std::string_view name) const {
        static const std::string nothing;
        const auto found = values_.find(name);
        return found == values_.end() ? nothing : found->second;
    }

private:
    std::map<std::string, std::string, std::less<>> values_;
};

/// What a request fills in, or what is missing or wrong.
template <class Json>
[[nodiscard]] std::variant<prompt_values, rpc_error<Json>> read_values(
    const request<Json>& asked, const prompt_definition& of) {
    prompt_values out;
    const auto* given = asked.param("arguments");
    if (given != nullptr && given->is_null()) given = nullptr;
    if (given != nullptr && !given->is_object())
        return invalid_params<Json>("arguments must be an object");
    for (const auto& each : of.arguments) {
        const auto* value = given == nullptr ? nullptr : detail::member(*given, each.name);
        if (value != nullptr && value->is_null()) value = nullptr;
        if (value == nullptr && each.is_required)
            return invalid_params<Json>("the prompt " + of.name + " needs " + each.name);
        if (value == nullptr) continue;
        if (!value->is_string()) return invalid_params<Json>(each.name + " must be a string");
        out.set(each.name, value->template get<std::string>());
    }
    return out;
}

/// A prompt that is one text of the user's.
struct prompt_text {
    prompt_definition is{};
    std::function<std::string(const prompt_values&)> text{};
    /// What an argument may be, of what begins as the second says, best first; none: not known.
    std::function<result<std::vector<std::string>>(std::string_view argument,
                                                   std::string_view begins)>
        complete{};
};

/// Prompts that are texts, one a row:
///
///     mcp::prompt_texts prompts{{{{"recall", "Look what is known", {{"what", "of what", true}}},
///                                 [](const auto& in) { return "Recall " + in.at("what"); }}}};
///
/// Copyable; as thread-safe as what makes the texts.
class prompt_texts {
public:
    explicit prompt_texts(std::vector<prompt_text> rows) : rows_{std::move(rows)} {}

    [[nodiscard]] std::vector<prompt_definition> prompts() const {
        std::vector<prompt_definition> out;
        for (const auto& each : rows_) out.push_back(each.is);
        return out;
    }
    /// The messages of the prompt of that name, which there is.
    template <class Json>
    [[nodiscard]] outcome<Json> get_prompt(std::string_view name, const prompt_values& in,
                                           const request<Json>&) const {
        const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const prompt_text& each) {
            return each.is.name == name;
        });
        Json message = Json::object();
        message["role"] = "user";
        auto& content = message["content"] = Json::object();
        content["type"] = "text";
        content["text"] = row->text(in);
        Json out = Json::object();
        out["description"] = row->is.description;
        out["messages"] = Json::array();
        out["messages"].push_back(std::move(message));
        return out;
    }

    /// What the argument of a prompt may be. Errors: those of the row.
    [[nodiscard]] result<std::vector<std::string>> complete(
        const completed_argument& wanted) const {
        if (wanted.of == completed_argument::owner::prompt)
            for (const auto& each : rows_)
                if (each.is.name == wanted.name && each.complete)
                    return each.complete(wanted.argument, wanted.value);
        return result<std::vector<std::string>>{std::vector<std::string>{}};
    }

private:
    std::vector<prompt_text> rows_;
};

}  // namespace workmem::mcp
