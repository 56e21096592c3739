#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace workmem {

/// The tokens of a byte-pair vocabulary and their ranks, as a `.tiktoken` file has them: a line a
/// token, its bytes in base64, a space, its rank. Immutable; safe for concurrent use.
class rank_table {
public:
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    /// Reads a file. `storage_error` if it cannot be read or is no file, `validation_error` with
    /// path and line if it is damaged. O(size of the file).
    [[nodiscard]] static result<rank_table> open(const std::string& path) {
        std::string text;
        if (auto problem = read_file(path, text)) return *std::move(problem);
        return parse(text, path);
    }

    /// Reads the text of such a file; `name` stands for it in errors. `validation_error` for a line
    /// that is no token and rank, for a token or rank that came before, and unless all 256 single
    /// bytes are there.
    [[nodiscard]] static result<rank_table> parse(std::string_view text, std::string_view name);

    /// How many tokens it has.
    [[nodiscard]] std::size_t size() const noexcept { return tokens_.size(); }

    /// The rank of a token, or `none`. O(bytes), and O(1) for more bytes than any token has.
    [[nodiscard]] std::uint32_t find(std::string_view bytes) const noexcept {
        if (bytes.size() > longest_) return none;
        const auto cell = cells_[cell_of(bytes)];
        return cell == 0 ? none : tokens_[cell - 1].rank;
    }

private:
    struct token {
        std::uint32_t begin, size, rank;
    };

    rank_table() = default;

    // The cell that holds a token, or the empty one where it belongs.
    [[nodiscard]] std::size_t cell_of(std::string_view bytes) const noexcept {
        const auto mask = cells_.size() - 1;
        auto at = static_cast<std::size_t>(detail::hash_bytes(bytes, detail::decision_key)) & mask;
        while (cells_[at] != 0 && text_of(tokens_[cells_[at] - 1]) != bytes) at = (at + 1) & mask;
        return at;
    }
    [[nodiscard]] std::string_view text_of(const token& of) const noexcept {
        return std::string_view{bytes_}.substr(of.begin, of.size);
    }

    // What is wrong with a line, or null.
    [[nodiscard]] const char* add(std::string_view line);

    [[nodiscard]] static std::optional<std::uint32_t> number(std::string_view digits) noexcept;

    static constexpr auto base64_values = [] {
        std::array<std::uint8_t, 256> out{};
        for (auto& each : out) each = 64;
        constexpr std::string_view digits =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (std::size_t i = 0; i < digits.size(); ++i)
            out[static_cast<unsigned char>(digits[i])] = static_cast<std::uint8_t>(i);
        return out;
    }();
    // False if it is not base64 with its padding; then some bytes may have been appended.
    [[nodiscard]] bool append_base64(std::string_view digits);

    // The line, counted from 1, whose rank an earlier one has; 0 if none.
    [[nodiscard]] std::size_t first_repeated_rank() const;

    [[nodiscard]] static error damaged(std::string_view name, std::size_t line,
                                       std::string_view what, std::string_view value);

    [[nodiscard]] static error unreadable(const std::string& path, std::string_view what) {
        auto message = text::quoted(path);
        message += ": ";
        message += what;
        message += "; name a .tiktoken file, such as o200k_base.tiktoken";
        return {error_code::storage_error, std::move(message), {{"path", path}}};
    }
    [[nodiscard]] static std::optional<error> read_file(const std::string& path, std::string& text);

    std::string bytes_;
    std::vector<token> tokens_;
    std::vector<std::uint32_t> cells_;  // index of a token + 1; 0 is empty
    std::size_t longest_ = 0;
};

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/tokens/rank_table.ipp>
#endif
