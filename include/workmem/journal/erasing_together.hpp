#pragma once

#include <workmem/config.hpp>
#include <workmem/error.hpp>
#include <workmem/result.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// Of a call that erases from several streams: while it lives, an engine that has to write all its
/// files anew to get something out of them leaves that to `finish`, which does it once; so does the
/// destructor where a call ends by an exception. Holds for its own thread; one inside another
/// leaves it to the outer one. Neither copyable nor movable.
class erasing_together {
public:
    using eraser = std::function<result<void>()>;

    erasing_together() noexcept {
        if (current() == nullptr) current() = this;
    }
    erasing_together(const erasing_together&) = delete;
    erasing_together& operator=(const erasing_together&) = delete;
    ~erasing_together() {
        if (current() == this) current() = nullptr;
#if WORKMEM_EXCEPTIONS
        try {
            (void)finish();
        } catch (...) {  // nothing can be told from here
        }
#endif
    }

    /// For engines: erases from the files of `where`, now or when the call ends.
    [[nodiscard]] static result<void> erase(std::string_view where, eraser from_files) {
        auto* const all = current();
        if (all == nullptr) return from_files();
        for (const auto& each : all->left_)
            if (each.first == where) return {};
        all->left_.emplace_back(where, std::move(from_files));
        return {};
    }

    /// Only now what was erased is in no file any more. Errors: the first of the engines'.
    [[nodiscard]] result<void> finish() {
        std::optional<error> first;
        while (!left_.empty()) {
            const auto erase_from_files = std::move(left_.front().second);
            left_.erase(left_.begin());
            if (auto done = erase_from_files(); !done && !first) first = done.error();
        }
        if (first) return std::move(*first);
        return {};
    }

private:
    [[nodiscard]] static erasing_together*& current() noexcept {
        static thread_local erasing_together* one = nullptr;
        return one;
    }

    std::vector<std::pair<std::string, eraser>> left_;
};

}  // namespace workmem::journal
