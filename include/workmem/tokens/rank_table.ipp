#pragma once

#include <workmem/config.hpp>
#include <workmem/tokens/rank_table.hpp>

namespace workmem {

WORKMEM_DECL auto rank_table::parse(std::string_view text, std::string_view name)
    -> result<rank_table> {
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

WORKMEM_DECL const char* rank_table::add(std::string_view line) {
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

WORKMEM_DECL std::optional<std::uint32_t> rank_table::number(std::string_view digits) noexcept {
    if (digits.empty() || digits.size() > 10) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + static_cast<std::uint64_t>(c - '0');
    }
    if (value >= none) return std::nullopt;
    return static_cast<std::uint32_t>(value);
}

WORKMEM_DECL bool rank_table::append_base64(std::string_view digits) {
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

WORKMEM_DECL std::size_t rank_table::first_repeated_rank() const {
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

WORKMEM_DECL error rank_table::damaged(std::string_view name, std::size_t line,
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

WORKMEM_DECL std::optional<error> rank_table::read_file(const std::string& path,
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

}  // namespace workmem
