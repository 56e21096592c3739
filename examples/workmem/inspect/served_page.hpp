// What the page of `workmem inspect` says while it is served: made by the program, asked by the
// module that speaks HTTP.
#pragma once

#include <workmem/result.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace workmem_program {

/// What has come since a page was made.
struct page_news {
    std::string position{};  ///< from where on to ask for what comes next
    std::string data{};      ///< as `page_data` writes it; `null`: the page has to be made anew
};

/// A page of a store. Thread-safe. What cannot be read stands on the page.
class served_page {
public:
    served_page() = default;
    served_page(const served_page&) = delete;
    served_page& operator=(const served_page&) = delete;
    virtual ~served_page() = default;

    /// The page as it is now.
    [[nodiscard]] virtual std::string html() = 0;
    /// Waits, but no longer than that, until there is more than at a position, which a page or news
    /// named; nothing where nothing has come.
    [[nodiscard]] virtual std::optional<page_news> wait(const std::string& after,
                                                        std::chrono::milliseconds most) = 0;
    /// Returns what `workmem why` says of a text in a stream, `at` as the command takes it, or
    /// `now`. Errors: those of the command.
    virtual workmem::result<std::string> why(const std::string& stream, const std::string& at,
                                             const std::string& text) = 0;
    /// Makes a change that a person asks for from the page. Errors: those of the memories, and
    /// `validation_error` for what cannot be asked for.
    virtual workmem::result<void> change(std::string_view json) = 0;
    /// Ends all waiting, now and later.
    virtual void stop() = 0;
};

}  // namespace workmem_program
