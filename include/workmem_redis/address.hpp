#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::journal {

/// Where a Redis server is, and who asks.
struct redis_address {
    std::string host{"localhost"};
    std::string port{"6379"};
    std::string database{"0"};
    std::string user{}, password{};

    /// Without the user and the password.
    [[nodiscard]] std::string text() const {
        const bool is_v6 = host.find(':') != std::string::npos;
        return "redis://" + (is_v6 ? '[' + host + ']' : host) + ':' + port + '/' + database;
    }
};

/// Reads `redis://[[user]:password@]host[:port][/database]`; `%XX` stands for any byte. Errors:
/// `validation_error`, which shows nothing of the user and the password.
class redis_url {
public:
    [[nodiscard]] static result<redis_address> read(std::string_view url) {
        if (url.starts_with("rediss://"))
            return refused("connections with TLS (rediss://) are not supported",
                           "use redis:// through a tunnel, such as stunnel "
                           "or ssh -L");
        constexpr std::string_view scheme = "redis://";
        if (!url.starts_with(scheme)) return refused("it does not begin with redis://");
        url.remove_prefix(scheme.size());
        redis_address out;
        if (url.find_first_of("?#") != std::string_view::npos)
            return refused("it has parameters; there are none");
        if (const auto slash = url.find('/'); slash != std::string_view::npos) {
            if (slash + 1 < url.size()) out.database = url.substr(slash + 1);
            url = url.substr(0, slash);
        }
        if (!is_number(out.database, 1'000'000)) return refused("the database is no number");
        if (const auto at = url.rfind('@'); at != std::string_view::npos) {
            const auto who = url.substr(0, at);
            url.remove_prefix(at + 1);
            const auto colon = who.find(':');
            if (colon == std::string_view::npos)
                return refused(
                    "it names a user without a password (user:@ takes it from elsewhere)");
            auto user = decoded(who.substr(0, colon)), password = decoded(who.substr(colon + 1));
            if (!user || !password) return refused("a % of the user or password stands alone");
            out.user = std::move(*user);
            out.password = std::move(*password);
        }
        if (url.starts_with('[')) {
            const auto end = url.find(']');
            if (end == std::string_view::npos) return refused("its [ is not closed");
            out.host = url.substr(1, end - 1);
            url.remove_prefix(end + 1);
        } else {
            const auto end = url.find(':');
            if (end != 0 && !url.empty()) out.host = url.substr(0, end);
            url = end == std::string_view::npos ? std::string_view{} : url.substr(end);
        }
        if (out.host.empty() || out.host.find('\0') != std::string::npos)
            return refused("it names no host");
        if (url.starts_with(':')) {
            out.port = url.substr(1);
            url = {};
        }
        if (!url.empty() || !is_number(out.port, 65'535) || out.port == "0")
            return refused("the port is no number from 1 to 65535");
        return out;
    }

private:
    [[nodiscard]] static error refused(
        std::string_view what,
        std::string_view remedy = "write redis://[[user]:password@]host[:port][/database]") {
        return {error_code::validation_error, "this is no address of a Redis server: " +
                                                  std::string{what} + "; " + std::string{remedy}};
    }
    [[nodiscard]] static bool is_number(std::string_view text, unsigned most) noexcept {
        unsigned number = 0;
        const auto end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, number);
        return read.ec == std::errc{} && read.ptr == end && number <= most;
    }
    [[nodiscard]] static std::optional<std::string> decoded(std::string_view text) {
        std::string out;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '%') {
                out += text[i];
                continue;
            }
            unsigned char byte = 0;
            const auto digits = text.substr(i + 1, 2);
            const auto read =
                std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
            if (digits.size() != 2 || read.ec != std::errc{} || read.ptr != digits.data() + 2)
                return {};
            out += static_cast<char>(byte);
            i += 2;
        }
        return out;
    }
};

}  // namespace workmem::journal
