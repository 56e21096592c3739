// The page of a store that is served, and goes on as the store does.
#pragma once

#include "followed_store.hpp"
#include "served_page.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace workmem_program {

/// Reads its store some times a second while a request waits for changes.
class live_page final : public served_page {
public:
    struct options {
        std::string store{};
        std::string stream{};        ///< only this one; all if empty
        std::size_t data_bytes = 0;  ///< of a page at most, where that can be done
        std::string person{};  ///< in whose name it changes the store; empty: it changes nothing
    };

    /// Throws `workmem::error` where the store cannot be read.
    live_page(options what, std::ostream& log);

    std::string html() override;
    std::optional<page_news> wait(const std::string& after,
                                  std::chrono::milliseconds most) override;
    workmem::result<std::string> why(const std::string& stream, const std::string& at,
                                     const std::string& text) override;
    workmem::result<void> change(std::string_view json) override;
    void stop() override;

private:
    using clock = std::chrono::steady_clock;

    // All of these are called with the mutex.
    void read();
    void look();
    [[nodiscard]] std::string position() const;
    [[nodiscard]] std::optional<page_news> news_after(const std::string& position) const;

    options options_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<opened_store> store_;
    followed_store all_;
    clock::time_point next_look_{};
    bool is_stopped_ = false;
};

}  // namespace workmem_program
