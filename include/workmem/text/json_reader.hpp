#pragma once

#include <workmem/detail/bytes.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>

namespace workmem::text {

/// Reads JSON (RFC 8259) into a `nlohmann::basic_json`, several times as fast as its own parser and
/// with the same outcome: the last of equal names counts, integers that fit stay integers, a byte
/// order mark in front is skipped, anything that is no UTF-8 is refused. Nesting beyond a limit is
/// refused as well, so that it cannot exhaust the stack. Throws nothing for data.
template <class Json>
class json_reader {
    using string_type = typename Json::string_t;

public:
    json_reader(std::string_view text, std::size_t most_depth) noexcept
        : at_{text.data()}, end_{text.data() + text.size()}, depth_left_{most_depth} {
        constexpr std::string_view mark = "\xEF\xBB\xBF";
        if (text.starts_with(mark)) at_ += mark.size();
    }

    /// Reads the whole text; false if it is not one value. Linear.
    [[nodiscard]] bool read(Json& out) {
        if (!value(out)) return false;
        skip_blanks();
        return at_ == end_;
    }
    /// Whether it ended because of the nesting.
    [[nodiscard]] bool is_too_deep() const noexcept { return is_too_deep_; }

private:
    void skip_blanks() noexcept {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
    }
    [[nodiscard]] bool next_is(char wanted) noexcept {
        skip_blanks();
        if (at_ == end_ || *at_ != wanted) return false;
        ++at_;
        return true;
    }
    [[nodiscard]] bool word(std::string_view wanted) noexcept {
        if (static_cast<std::size_t>(end_ - at_) < wanted.size() ||
            std::string_view{at_, wanted.size()} != wanted)
            return false;
        at_ += wanted.size();
        return true;
    }
    [[nodiscard]] bool descend() noexcept {
        is_too_deep_ = depth_left_ == 0;
        if (!is_too_deep_) --depth_left_;
        return !is_too_deep_;
    }

    [[nodiscard]] bool value(Json& out) {
        skip_blanks();
        if (at_ == end_) return false;
        switch (*at_) {
            case '{': return object(out);
            case '[': return array(out);
            case '"': {
                ++at_;
                out = string_type{};
                return string(out.template get_ref<string_type&>());
            }
            case 't': out = true; return word("true");
            case 'f': out = false; return word("false");
            case 'n': out = nullptr; return word("null");
            default: return number(out);
        }
    }
    [[nodiscard]] bool object(Json& out) {
        ++at_;
        if (!descend()) return false;
        out = Json::object();
        auto& members = out.template get_ref<typename Json::object_t&>();
        if (!next_is('}')) {
            do {
                string_type name;
                if (!next_is('"') || !string(name) || !next_is(':') ||
                    !value(members[std::move(name)]))
                    return false;
            } while (next_is(','));
            if (!next_is('}')) return false;
        }
        ++depth_left_;
        return true;
    }
    [[nodiscard]] bool array(Json& out) {
        ++at_;
        if (!descend()) return false;
        out = Json::array();
        auto& elements = out.template get_ref<typename Json::array_t&>();
        if (!next_is(']')) {
            do {
                elements.emplace_back();
                if (!value(elements.back())) return false;
            } while (next_is(','));
            if (!next_is(']')) return false;
        }
        ++depth_left_;
        return true;
    }

    // What follows a quote, to the one that closes it.
    [[nodiscard]] bool string(string_type& out) {
        const char* begin = at_;
        const auto take = [&] { out.append(begin, at_); };
        while (at_ != end_) {
            if (end_ - at_ >= 8 && detail::plain_word(workmem::detail::load<std::uint64_t>(at_))) {
                at_ += 8;
            } else if (detail::plain(*at_)) {
                ++at_;
            } else if (*at_ == '"') {
                take();
                ++at_;
                return true;
            } else if (*at_ == '\\') {
                take();
                ++at_;
                if (!escape(out)) return false;
                begin = at_;
            } else {
                const auto c = decode(
                    {at_, static_cast<std::size_t>((std::min)(end_ - at_, std::ptrdiff_t{4}))});
                if (!c.valid || c.value < 0x20) return false;
                at_ += c.bytes;
            }
        }
        return false;
    }
    [[nodiscard]] bool escape(string_type& out) {
        if (at_ == end_) return false;
        switch (*at_++) {
            case '"': out += '"'; return true;
            case '\\': out += '\\'; return true;
            case '/': out += '/'; return true;
            case 'b': out += '\b'; return true;
            case 'f': out += '\f'; return true;
            case 'n': out += '\n'; return true;
            case 'r': out += '\r'; return true;
            case 't': out += '\t'; return true;
            case 'u': break;
            default: return false;
        }
        char32_t c = 0;
        if (!four_digits(c) || (c >= 0xDC00 && c <= 0xDFFF)) return false;
        if (c >= 0xD800 && c <= 0xDBFF) {
            char32_t low = 0;
            if (!word("\\u") || !four_digits(low) || low < 0xDC00 || low > 0xDFFF) return false;
            c = 0x10000 + ((c - 0xD800) << 10U) + (low - 0xDC00);
        }
        char bytes[4];
        out.append(bytes, encode(c, bytes));
        return true;
    }
    [[nodiscard]] bool four_digits(char32_t& out) noexcept {
        if (end_ - at_ < 4) return false;
        std::uint32_t read = 0;
        const auto done = std::from_chars(at_, at_ + 4, read, 16);
        if (done.ec != std::errc{} || done.ptr != at_ + 4) return false;
        at_ += 4;
        out = read;
        return true;
    }

    [[nodiscard]] bool digits() noexcept {
        const char* const begin = at_;
        while (at_ != end_ && *at_ >= '0' && *at_ <= '9') ++at_;
        return at_ != begin;
    }
    [[nodiscard]] bool number(Json& out) {
        const char* const begin = at_;
        const bool is_negative = word("-");
        const bool begins_with_0 = at_ != end_ && *at_ == '0';
        const char* const first = at_;
        if (!digits() || (begins_with_0 && at_ - first > 1)) return false;
        bool is_integer = true;
        if (word(".")) {
            is_integer = false;
            if (!digits()) return false;
        }
        if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
            is_integer = false;
            ++at_;
            if (!word("-")) (void)word("+");
            if (!digits()) return false;
        }
        if (is_integer && is_negative) {
            typename Json::number_integer_t read = 0;
            if (std::from_chars(begin, at_, read).ec == std::errc{}) {
                out = read;
                return true;
            }
        } else if (is_integer) {
            typename Json::number_unsigned_t read = 0;
            if (std::from_chars(begin, at_, read).ec == std::errc{}) {
                out = read;
                return true;
            }
        }
        // Rounding is no matter of a few lines.
        out = Json::parse(begin, at_, nullptr, false);
        return !out.is_discarded();
    }

    const char* at_;
    const char* end_;
    std::size_t depth_left_;
    bool is_too_deep_ = false;
};

}  // namespace workmem::text
