// Several programs as one executable; its first argument says which of them runs.
#pragma once

#include <string_view>
#include <utility>
#include <variant>

namespace example_runner {

/// A program, registered for as long as the executable runs. Neither copyable nor movable.
class program {
public:
    using entry = std::variant<int (*)(), int (*)(int, char**)>;

    program(std::string_view name, entry run) noexcept
        : name_{name}, run_{run}, next_{std::exchange(first, this)} {}
    program(const program&) = delete;
    program& operator=(const program&) = delete;

    /// Returns the program of that name, or null.
    [[nodiscard]] static const program* find(std::string_view name) noexcept {
        const auto* each = first;
        while (each != nullptr && each->name_ != name) each = each->next_;
        return each;
    }
    int run(int argc, char** argv) const {
        if (const auto* const plain = std::get_if<int (*)()>(&run_)) return (*plain)();
        return std::get<int (*)(int, char**)>(run_)(argc, argv);
    }

private:
    std::string_view name_;
    entry run_;
    const program* next_;

    static inline const program* first = nullptr;
};

}  // namespace example_runner
