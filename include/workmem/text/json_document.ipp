#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/bytes.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <forward_list>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace workmem::text {

WORKMEM_DECL json_view json_document::root() const {
    return is_read_ ? detail::json_access_to<json_document>::view(nodes_.front()) : json_view{};
}

WORKMEM_DECL error json_document::problem(std::string_view text) const {
    constexpr std::size_t most = 64;
    return {error_code::validation_error,
            is_too_deep_ ? "JSON must not nest deeper than " + std::to_string(max_json_depth)
                         : "must be one JSON value, is " + quoted(prefix(text, most)) +
                               (text.size() > most ? " …" : "")};
}

class json_document::reader {
public:
    reader(json_document& out, std::string_view text, std::size_t most_depth) noexcept
        : nodes_{out.nodes_},
          unescaped_{out.unescaped_},
          at_{text.data()},
          end_{text.data() + text.size()},
          depth_left_{most_depth} {
        constexpr std::string_view mark = "\xEF\xBB\xBF";
        if (text.starts_with(mark)) at_ += mark.size();
    }

    [[nodiscard]] bool read() {
        nodes_.emplace_back();
        if (!value(0)) return false;
        skip_blanks();
        return at_ == end_;
    }
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

    [[nodiscard]] bool value(std::uint32_t into) {
        skip_blanks();
        if (at_ == end_) return false;
        const auto be = [&](json_type type, std::uint64_t number = 0) {
            nodes_[into].type = type;
            nodes_[into].number = number;
            return true;
        };
        switch (*at_) {
            case '{': return be(json_type::object) && members(into, true, '}');
            case '[': return be(json_type::array) && members(into, false, ']');
            case '"':
                ++at_;
                be(json_type::string);
                return string(nodes_[into].text);
            case 't': return be(json_type::boolean, 1) && word("true");
            case 'f': return be(json_type::boolean) && word("false");
            case 'n': return be(json_type::null) && word("null");
            default: return number(into);
        }
    }
    [[nodiscard]] bool members(std::uint32_t of, bool named, char closing) {
        ++at_;
        if (!descend()) return false;
        if (!next_is(closing)) {
            std::uint32_t last = none;
            std::uint64_t count = 0;
            name_marks seen;
            name_index index;
            do {
                const auto each = static_cast<std::uint32_t>(nodes_.size());
                nodes_.emplace_back();
                if (named && (!next_is('"') || !string(nodes_[each].name) || !next_is(':')))
                    return false;
                if (!value(each)) return false;
                if (named) {
                    const auto older = count >= few_names ? index.find_or_add(nodes_, each)
                                       : seen.may_hold(nodes_[each].name) ? same_name(of, each)
                                                                          : none;
                    if (older != none) {
                        replace(older, each);
                        continue;
                    }
                }
                (last == none ? nodes_[of].first : nodes_[last].next) =
                    each - (last == none ? of : last);
                last = each;
                if (++count == few_names && named)
                    for (auto old = of + nodes_[of].first;; old += nodes_[old].next) {
                        (void)index.find_or_add(nodes_, old);
                        if (nodes_[old].next == none) break;
                    }
            } while (next_is(','));
            if (!next_is(closing)) return false;
            nodes_[of].number = count;
        }
        ++depth_left_;
        return true;
    }

    /// Which of 256 marks the names of an object have: most new names are told by a mark of their
    /// own.
    class name_marks {
    public:
        [[nodiscard]] bool may_hold(std::string_view name) noexcept {
            std::uint32_t hash = static_cast<std::uint32_t>(name.size()) * 0x9E3779B1U;
            for (const char c : name.substr(0, 8))
                hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
            for (const char c : name.substr(name.size() - (std::min)(name.size(), std::size_t{8})))
                hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
            auto& word = bits_[hash >> 30];
            const auto bit = std::uint64_t{1} << (hash >> 24 & 63U);
            const bool was = (word & bit) != 0;
            word |= bit;
            return was;
        }

    private:
        std::uint64_t bits_[4]{};
    };

    // Beyond this an object's names are looked up by hash.
    static constexpr std::uint64_t few_names = 32;

    /// The names of a wide object, at most half of the cells taken. Its seed is the process's, so
    /// that nobody who writes a text can make its names collide.
    class name_index {
    public:
        /// The node that has the same name, else none, and it is added.
        [[nodiscard]] std::uint32_t find_or_add(const std::vector<node>& nodes,
                                                std::uint32_t which) {
            if (2 * (count_ + 1) > cells_.size()) {
                const auto before = std::move(cells_);
                cells_.assign((std::max)(std::size_t{128}, 2 * before.size()), none);
                count_ = 0;
                for (const auto each : before)
                    if (each != none) (void)put(nodes, each);
            }
            return put(nodes, which);
        }

    private:
        std::uint32_t put(const std::vector<node>& nodes, std::uint32_t which) {
            const auto name = nodes[which].name;
            const auto mask = cells_.size() - 1;
            const auto hash = workmem::detail::hash_bytes(name, workmem::detail::process_key());
            auto at = static_cast<std::size_t>(hash) & mask;
            for (; cells_[at] != none; at = (at + 1) & mask)
                if (nodes[cells_[at]].name == name) return cells_[at];
            cells_[at] = which;
            ++count_;
            return none;
        }

        std::vector<std::uint32_t> cells_;
        std::size_t count_ = 0;
    };

    [[nodiscard]] std::uint32_t same_name(std::uint32_t of, std::uint32_t newer) const noexcept {
        if (nodes_[of].first == none) return none;
        for (auto each = of + nodes_[of].first;; each += nodes_[each].next) {
            if (nodes_[each].name == nodes_[newer].name) return each;
            if (nodes_[each].next == none) return none;
        }
    }
    // The last of equal names counts, where the first stood.
    void replace(std::uint32_t which, std::uint32_t newer) noexcept {
        auto& older = nodes_[which];
        const auto& by = nodes_[newer];
        older.type = by.type;
        older.text = by.text;
        older.number = by.number;
        older.first = by.first == none ? none : newer + by.first - which;
    }

    // What follows a quote, to the one that closes it. A view of the text, where nothing is
    // escaped.
    [[nodiscard]] bool string(std::string_view& out) {
        const char* begin = at_;
        std::string* own = nullptr;
        while (at_ != end_) {
            if (end_ - at_ >= 8 && detail::plain_word(workmem::detail::load<std::uint64_t>(at_))) {
                at_ += 8;
            } else if (detail::plain(*at_)) {
                ++at_;
            } else if (*at_ == '"') {
                if (own == nullptr) {
                    out = {begin, static_cast<std::size_t>(at_ - begin)};
                } else {
                    own->append(begin, at_);
                    out = *own;
                }
                ++at_;
                return true;
            } else if (*at_ == '\\') {
                if (own == nullptr) own = &unescaped_.emplace_front();
                own->append(begin, at_);
                ++at_;
                if (!escape(*own)) return false;
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
    [[nodiscard]] bool escape(std::string& out) {
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
        if (!four_digits(c)) return false;
        if (c >= 0xD800 && c <= 0xDFFF) {
            // Half of a pair, as is left where a text was cut in the middle of one, is no
            // character.
            const char* const after = at_;
            char32_t low = 0;
            const bool is_pair =
                c <= 0xDBFF && word("\\u") && four_digits(low) && low >= 0xDC00 && low <= 0xDFFF;
            if (is_pair)
                c = 0x10000 + ((c - 0xD800) << 10U) + (low - 0xDC00);
            else
                at_ = after, c = replacement_character;
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
    [[nodiscard]] bool number(std::uint32_t into) {
        const char* const begin = at_;
        const bool is_negative = word("-");
        const bool begins_with_0 = at_ != end_ && *at_ == '0';
        const char* const first = at_;
        if (!digits() || (begins_with_0 && at_ - first > 1)) return false;
        bool is_whole = true;
        if (word(".")) {
            is_whole = false;
            if (!digits()) return false;
        }
        if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
            is_whole = false;
            ++at_;
            if (!word("-")) (void)word("+");
            if (!digits()) return false;
        }
        auto& held = nodes_[into];
        if (is_whole && is_negative) {
            std::int64_t read = 0;
            if (std::from_chars(begin, at_, read).ec == std::errc{}) {
                held.type = json_type::integer;
                held.number = static_cast<std::uint64_t>(read);
                return true;
            }
        } else if (is_whole) {
            std::uint64_t read = 0;
            if (std::from_chars(begin, at_, read).ec == std::errc{}) {
                held.type = json_type::unsigned_integer;
                held.number = read;
                return true;
            }
        }
        held.type = json_type::number;
        const auto read = to_double({begin, static_cast<std::size_t>(at_ - begin)});
        static_assert(sizeof read == sizeof held.number);
        std::memcpy(&held.number, &read, sizeof read);
        return std::isfinite(read);
    }
    // What strtod takes for a decimal point is the locale's; not every from_chars reads doubles.
    [[nodiscard]] static double to_double(std::string_view digits) {
        std::string text{digits};
        if (const auto point = text.find('.'); point != std::string::npos)
            if (const auto* locale = std::localeconv(); locale != nullptr)
                text.replace(point, 1, locale->decimal_point);
        return std::strtod(text.c_str(), nullptr);
    }

    std::vector<node>& nodes_;
    std::forward_list<std::string>& unescaped_;
    const char* at_;
    const char* end_;
    std::size_t depth_left_;
    bool is_too_deep_ = false;
};

WORKMEM_DECL json_document::json_document(std::string_view text, std::size_t most_depth) {
    nodes_.reserve(text.size() / 16 + 1);
    reader in{*this, text, most_depth};
    is_read_ = in.read();
    is_too_deep_ = in.is_too_deep();
}

}  // namespace workmem::text
