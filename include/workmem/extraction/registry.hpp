#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/options.hpp>
#include <workmem/text/json.hpp>
#include <workmem/text/json_view.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// A user's own extractors by exact tool name, and tools to ignore. What is registered wins over
/// the generic extractor, whatever it returns: one entity, many, or none. Copies share the
/// callables; const calls are as thread-safe as these. What a callable throws passes unchanged.
class extractor_registry {
public:
    /// `extractor(result)` or `extractor(tool, arguments, result)`, returning an `entity`, an
    /// `optional<entity>` or a `vector<entity>`. Values of another JSON type than `Json` are copied
    /// into one; deeper than 256 levels they give no entities.
    template <json_value Json = nlohmann::json, class Callable>
    extractor_registry& add(std::string tool, Callable extractor) {
        entries_[std::move(tool)] = {std::make_shared<Callable>(std::move(extractor)),
                                     &invoke<Json, Callable>};
        return *this;
    }
    /// Results of the tool give no entities; what its arguments name is not touched either.
    extractor_registry& ignore(std::string tool) {
        entries_[std::move(tool)] = {};
        return *this;
    }
    /// Back to the generic extractor; false when the tool was not registered.
    bool remove(std::string_view tool) {
        const auto at = entries_.find(tool);
        if (at == entries_.end()) return false;
        entries_.erase(at);
        return true;
    }

    [[nodiscard]] bool contains(std::string_view tool) const {
        return entries_.find(tool) != entries_.end();
    }
    [[nodiscard]] bool ignores(std::string_view tool) const {
        const auto at = entries_.find(tool);
        return at != entries_.end() && !at->second.callable;
    }
    [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
    [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }
    void clear() noexcept { entries_.clear(); }

    /// What the registered callable finds, or `otherwise.extract(…)` for any other tool. Of a
    /// registered tool the arguments still count as acted on; a result is an error when the
    /// callable finds nothing and `otherwise` takes it for one.
    template <class Otherwise>
    [[nodiscard]] extracted extract(std::string_view tool, const text::json_view& arguments,
                                    const text::json_view& result,
                                    const extraction_options& options,
                                    const Otherwise& otherwise) const {
        const auto at = entries_.find(tool);
        if (at == entries_.end()) return otherwise.extract(tool, arguments, result, options);
        if (!at->second.callable) return {};
        auto own = at->second.invoke(at->second.callable.get(), tool, arguments, result);
        auto out = otherwise.extract(tool, arguments, result, options);
        if (out.failed && own.entities.empty()) return out;
        out.failed = false;
        out.single = own.single;
        out.omitted = 0;
        out.entities = std::move(own.entities);
        const auto limit = options.max_per_result;
        if (!own.single && out.entities.size() > limit) {
            out.omitted = out.entities.size() - limit;
            out.entities.erase(out.entities.begin() + static_cast<std::ptrdiff_t>(limit),
                               out.entities.end());
        }
        return out;
    }

private:
    struct answer {
        std::vector<entity> entities;
        bool single = false;
    };
    struct entry {
        std::shared_ptr<void> callable{};
        answer (*invoke)(void*, std::string_view, const text::json_view&,
                         const text::json_view&) = nullptr;
    };

    template <class Json, class Callable>
    static answer invoke(void* callable, std::string_view tool, const text::json_view& arguments,
                         const text::json_view& result) {
        auto& extractor = *static_cast<Callable*>(callable);
        const as<Json> value{result};
        const as<Json> given{arguments};
        if (!value || !given) return {};
        if constexpr (std::is_invocable_v<Callable&, const Json&>)
            return to_answer(std::invoke(extractor, *value));
        else
            return to_answer(std::invoke(extractor, tool, *given, *value));
    }

    // What a view shows as a value of its own type, copied only where it is of another; null for
    // nothing.
    template <class Json>
    class as {
    public:
        explicit as(const text::json_view& from) : held_{from.get_if<Json>()} {
            if (held_ != nullptr || !is_shallow(from, 256)) return;
            copy_ = from ? text::to_json_value<Json>(from) : Json(nullptr);
            held_ = &copy_;
        }
        as(const as&) = delete;
        as& operator=(const as&) = delete;

        [[nodiscard]] explicit operator bool() const noexcept { return held_ != nullptr; }
        [[nodiscard]] const Json& operator*() const noexcept { return *held_; }

    private:
        Json copy_{};
        const Json* held_;
    };
    static bool is_shallow(const text::json_view& value, int levels);

    static answer to_answer(std::vector<entity> found);
    static answer to_answer(std::optional<entity> found);

    // No id, no entity; what has no type or name gets the usual ones.
    static bool complete(entity& made);

    std::map<std::string, entry, std::less<>> entries_;
};

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/registry.ipp>
#endif
