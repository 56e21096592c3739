#pragma once

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
    [[nodiscard]] static result<rank_table> parse(std::string_view text, std::string_view name) {
        rank_table out;
        constexpr std::size_t shortest_line = 7;
        const auto most = text.size() / shortest_line + 1;
        const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
        const auto count = (std::min)(most, lines + 1);
        out.bytes_.reserve(text.size() / 2);
        out.tokens_.reserve(count);
        out.cells_.resize(std::bit_ceil(count * 2));
        for (std::size_t line = 1; !text.empty(); ++line) {
            const auto end = (std::min)(text.find('\n'), text.size());
            if (const auto* what = out.add(text.substr(0, end)))
                return damaged(name, line, what, text.substr(0, end));
            text.remove_prefix((std::min)(end + 1, text.size()));
        }
        if (const auto line = out.first_repeated_rank())
            return damaged(name, line, "its rank came before",
                           std::to_string(out.tokens_[line - 1].rank));
        for (unsigned byte = 0; byte < 256; ++byte) {
            const auto c = static_cast<char>(byte);
            if (out.find({&c, 1}) == none)
                return damaged(name, out.size(), "the file ends without a token for the byte",
                               std::to_string(byte));
        }
        return out;
    }

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
        auto at = static_cast<std::size_t>(detail::hash_bytes(bytes, detail::decision_seed)) & mask;
        while (cells_[at] != 0 && text_of(tokens_[cells_[at] - 1]) != bytes) at = (at + 1) & mask;
        return at;
    }
    [[nodiscard]] std::string_view text_of(const token& of) const noexcept {
        return std::string_view{bytes_}.substr(of.begin, of.size);
    }

    // What is wrong with a line, or null.
    [[nodiscard]] const char* add(std::string_view line) {
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        const auto space = line.find(' ');
        if (space == std::string_view::npos) return "it has no space between token and rank";
        const auto rank = number(line.substr(space + 1));
        if (!rank) return "its rank is not a number below 4294967295";
        token added{static_cast<std::uint32_t>(bytes_.size()), 0, *rank};
        if (!append_base64(line.substr(0, space))) {
            bytes_.resize(added.begin);
            return "its token is not base64";
        }
        added.size = static_cast<std::uint32_t>(bytes_.size()) - added.begin;
        if (added.size == 0) return "its token is empty";
        auto& cell = cells_[cell_of(text_of(added))];
        if (cell != 0) return "its token came before";
        tokens_.push_back(added);
        cell = static_cast<std::uint32_t>(tokens_.size());
        longest_ = (std::max)(longest_, static_cast<std::size_t>(added.size));
        return nullptr;
    }

    [[nodiscard]] static std::optional<std::uint32_t> number(std::string_view digits) noexcept {
        if (digits.empty() || digits.size() > 10) return std::nullopt;
        std::uint64_t value = 0;
        for (const char c : digits) {
            if (c < '0' || c > '9') return std::nullopt;
            value = value * 10 + static_cast<std::uint64_t>(c - '0');
        }
        if (value >= none) return std::nullopt;
        return static_cast<std::uint32_t>(value);
    }

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
    [[nodiscard]] bool append_base64(std::string_view digits) {
        if (digits.size() % 4 != 0) return false;
        std::size_t padding = 0;
        while (padding < 2 && !digits.empty() && digits.back() == '=') {
            digits.remove_suffix(1);
            ++padding;
        }
        std::uint32_t held = 0;
        unsigned bits = 0;
        for (const char c : digits) {
            const auto value = base64_values[static_cast<unsigned char>(c)];
            if (value == 64) return false;
            held = held << 6 | value;
            bits += 6;
            if (bits < 8) continue;
            bits -= 8;
            bytes_ += static_cast<char>(held >> bits & 0xFFU);
        }
        return (held & ((1U << bits) - 1)) == 0;
    }

    // The line, counted from 1, whose rank an earlier one has; 0 if none.
    [[nodiscard]] std::size_t first_repeated_rank() const {
        std::vector<std::pair<std::uint32_t, std::size_t>> ranks;
        ranks.reserve(tokens_.size());
        for (const auto& each : tokens_) ranks.emplace_back(each.rank, ranks.size() + 1);
        std::sort(ranks.begin(), ranks.end());
        std::size_t out = 0;
        for (std::size_t i = 1; i < ranks.size(); ++i)
            if (ranks[i].first == ranks[i - 1].first && (out == 0 || ranks[i].second < out))
                out = ranks[i].second;
        return out;
    }

    [[nodiscard]] static error damaged(std::string_view name, std::size_t line,
                                       std::string_view what, std::string_view value) {
        auto message = text::quoted(name);
        message += ", line " + std::to_string(line) + ": ";
        message += what;
        message += ": ";
        message += text::quoted(text::prefix(value, 80));
        message += "; a line is a token in base64, a space and its rank: fetch the file again";
        return {error_code::validation_error,
                std::move(message),
                {{"path", std::string{name}}, {"line", std::to_string(line)}}};
    }

    [[nodiscard]] static error unreadable(const std::string& path, std::string_view what) {
        auto message = text::quoted(path);
        message += ": ";
        message += what;
        message += "; name a .tiktoken file, such as o200k_base.tiktoken";
        return {error_code::storage_error, std::move(message), {{"path", path}}};
    }
    [[nodiscard]] static std::optional<error> read_file(const std::string& path,
                                                        std::string& text) {
        constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 26;
        std::error_code problem;
        const auto status = std::filesystem::status(path, problem);
        if (!std::filesystem::exists(status)) return unreadable(path, "there is no such file");
        if (!std::filesystem::is_regular_file(status)) return unreadable(path, "it is not a file");
        const auto size = std::filesystem::file_size(path, problem);
        if (problem) return unreadable(path, "its size cannot be read: " + problem.message());
        if (size > most_bytes) return unreadable(path, "it is larger than 64 MiB");
        auto* const file = std::fopen(path.c_str(), "rb");
        if (file == nullptr) return unreadable(path, "it cannot be opened");
        text.resize(static_cast<std::size_t>(size));
        const auto read = std::fread(text.data(), 1, text.size(), file);
        std::fclose(file);
        if (read != text.size()) return unreadable(path, "it cannot be read to its end");
        return std::nullopt;
    }

    std::string bytes_;
    std::vector<token> tokens_;
    std::vector<std::uint32_t> cells_;  // index of a token + 1; 0 is empty
    std::size_t longest_ = 0;
};

}  // namespace workmem
