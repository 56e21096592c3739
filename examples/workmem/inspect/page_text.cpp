#include "page_text.hpp"

#include "page.hpp"

#include <workmem/text/quote.hpp>
#include <workmem/text/sha256.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace workmem_program {
namespace {

// What a policy of a page names a script or a style by: the digest in base64.
std::string source_hash(std::string_view source) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto hex = workmem::text::sha256_of(source);
    std::string out = "'sha256-";
    const auto nibble = [&](std::size_t i) {
        if (i >= hex.size()) return 0U;
        return static_cast<unsigned>(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
    };
    // Three hexadecimal digits are two of base64; the last of 64 stands alone.
    for (std::size_t i = 0; i < hex.size(); i += 3) {
        const auto bits = nibble(i) << 8U | nibble(i + 1) << 4U | nibble(i + 2);
        out += digits[bits >> 6U];
        if (i + 1 < hex.size()) out += digits[bits & 63U];
    }
    return out += "='";
}

workmem::error cannot_write(const std::string& file, const std::string& why) {
    return {workmem::error_code::storage_error,
            "cannot write " + workmem::text::quoted(file) + ": " + why};
}

}  // namespace

std::string filled_page(std::string_view data, const page_service* served) {
    const auto style = source_hash(page_css), script = source_hash(page_js);
    const std::string_view connects = served == nullptr ? "'none'" : "'self'";
    const std::string_view position = served == nullptr ? "" : std::string_view{served->position};
    const std::string_view changes = served != nullptr && served->may_change ? "yes" : "";
    const std::array<std::pair<std::string_view, std::string_view>, 8> fields{
        {{"@style-hash@", style},
         {"@script-hash@", script},
         {"@connects@", connects},
         {"@position@", position},
         {"@changes@", changes},
         {"@style@", page_css},
         {"@script@", page_js},
         {"@data@", data}}};
    std::string out;
    out.reserve(empty_page_size() + data.size());
    auto rest = page_html;
    while (!rest.empty()) {
        const auto at = rest.find('@');
        out += rest.substr(0, at);
        if (at == rest.npos) break;
        rest.remove_prefix(at);
        std::string_view by = rest.substr(0, 1);
        std::size_t size = 1;
        for (const auto& [name, value] : fields)
            if (rest.starts_with(name)) {
                by = value;
                size = name.size();
            }
        out += by;
        rest.remove_prefix(size);
    }
    return out;
}

std::size_t empty_page_size() { return page_html.size() + page_css.size() + page_js.size(); }

workmem::result<void> write_page(const std::string& file, std::string_view page) {
    struct stat is {};
    if (::stat(file.c_str(), &is) == 0 && !S_ISREG(is.st_mode))
        return cannot_write(file, "it is no file");
    const auto next = file + ".workmem-" + std::to_string(::getpid());
    const int to = ::open(next.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (to < 0) return cannot_write(file, std::strerror(errno));
    int problem = 0;
    while (!page.empty() && problem == 0) {
        const auto written = ::write(to, page.data(), page.size());
        if (written < 0 && errno != EINTR) problem = errno;
        if (written > 0) page.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::close(to) != 0 && problem == 0) problem = errno;
    if (problem == 0 && ::rename(next.c_str(), file.c_str()) != 0) problem = errno;
    if (problem == 0) return {};
    ::unlink(next.c_str());
    return cannot_write(file, std::strerror(problem));
}

}  // namespace workmem_program
