#pragma once

#include <workmem/detail/no_slot.hpp>
#include <workmem/journal/reader.hpp>
#include <workmem/value/valid_text.hpp>

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// The id of a task. One that a task memory gave also knows where the task was, so that it is found
/// there at once; that makes no other difference. Any text serves as an id.
class task_id {
public:
    task_id() = default;
    task_id(std::string text) : text_{std::move(text)} {}
    task_id(std::string_view text) : text_{text} {}
    task_id(const char* text) : text_{text} {}
    task_id(std::string text, std::uint32_t place) : text_{std::move(text)}, place_{place} {}
    task_id(task_id&& other, std::uint32_t place) noexcept
        : text_{std::move(other.text_)}, place_{place} {}

    [[nodiscard]] const std::string& str() const noexcept { return text_; }
    [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
    /// Where the task was when the id was given; a hint.
    [[nodiscard]] std::uint32_t place() const noexcept { return place_; }

    friend bool operator==(const task_id& a, const task_id& b) noexcept {
        return a.text_ == b.text_;
    }
    friend auto operator<=>(const task_id& a, const task_id& b) noexcept {
        return a.text_.compare(b.text_) <=> 0;
    }
    template <class Stream>
    friend Stream& operator<<(Stream& out, const task_id& id) {
        out << id.text_;
        return out;
    }

private:
    std::string text_{};
    std::uint32_t place_ = detail::no_slot;
};

/// In JSON it is its text.
template <class Writer>
void write_field(Writer& out, const task_id& id) {
    out.write(id.str());
}
inline void read_field(journal::reader& in, const text::json_view& from, task_id& into) {
    std::string text;
    in.read(from, text);
    into = task_id{std::move(text)};
}
inline void read_field(journal::reader& in, const text::json_view& from,
                       std::vector<task_id>& into) {
    std::span<const task_id> values;
    in.read(from, values);
    into.assign(values.begin(), values.end());
}

}  // namespace workmem
