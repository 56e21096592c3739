#pragma once

#include <workmem/result.hpp>
#include <workmem/tools/progress.hpp>
#include <workmem/tools/schema.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::tools {

/// Ids that the arguments of a call abbreviate, by argument and what it says.
using meant_ids = std::map<std::pair<std::string, std::string>, std::string>;

/// Notes what was found for an id; one that nothing has stays, for the tool to say so. Errors:
/// where several are meant.
[[nodiscard]] inline std::optional<error> note_meant(result<std::string> found,
                                                     const std::string& name,
                                                     const std::string& said, meant_ids& ids) {
    if (!found && found.error().code() == error_code::not_found) return std::nullopt;
    if (!found) return found.error();
    if (*found != said) ids.insert_or_assign({name, said}, *std::move(found));
    return std::nullopt;
}

/// The arguments of a call, as its schema accepted them. Refers to the JSON; what is absent is
/// empty, false, or what the caller says instead.
template <class Json>
class arguments {
public:
    explicit arguments(const Json& of, std::string_view tool = {}, std::string_view actor = {},
                       tools::progress told = {}, const meant_ids* meant = nullptr) noexcept
        : of_{&of}, tool_{tool}, actor_{actor}, progress_{told}, meant_{meant} {}

    [[nodiscard]] const Json* find(std::string_view name) const {
        const auto found = of_->find(std::string{name});
        return found == of_->end() ? nullptr : &*found;
    }
    /// As they were sent, with abbreviated ids.
    [[nodiscard]] const Json& json() const noexcept { return *of_; }
    /// The name of the tool that is called.
    [[nodiscard]] std::string_view tool() const noexcept { return tool_; }
    /// Who calls, where that is known and the arguments do not say it.
    [[nodiscard]] std::string_view actor() const noexcept { return actor_; }
    /// To say how far the call has come.
    [[nodiscard]] const tools::progress& progress() const noexcept { return progress_; }
    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
    [[nodiscard]] const std::string& text(std::string_view name) const {
        static const std::string nothing;
        const auto* const found = find(name);
        return found == nullptr ? nothing
                                : meant_by(name, found->template get_ref<const std::string&>());
    }
    [[nodiscard]] bool flag(std::string_view name) const {
        const auto* const found = find(name);
        return found != nullptr && found->template get<bool>();
    }
    [[nodiscard]] std::size_t count(std::string_view name, std::size_t otherwise) const {
        const auto* const found = find(name);
        return found == nullptr ? otherwise : found->template get<std::size_t>();
    }
    [[nodiscard]] std::vector<std::string> texts(std::string_view name) const {
        std::vector<std::string> out;
        if (const auto* const found = find(name))
            for (const auto& each : *found)
                out.push_back(meant_by(name, each.template get_ref<const std::string&>()));
        return out;
    }

private:
    [[nodiscard]] const std::string& meant_by(std::string_view name,
                                              const std::string& said) const {
        if (meant_ == nullptr || meant_->empty()) return said;
        const auto known = meant_->find({std::string{name}, said});
        return known == meant_->end() ? said : known->second;
    }

    const Json* of_;
    std::string_view tool_;
    std::string_view actor_;
    tools::progress progress_;
    const meant_ids* meant_;
};

}  // namespace workmem::tools
