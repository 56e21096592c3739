#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstdint>

namespace workmem {

/// A place in a `delivery` for a notice of what is about to happen, taken back unless it is
/// published. Empty where nobody listens. Neither copyable nor movable; used under the memory's
/// lock.
template <class Notice, class Delivery, bool Listens>
class pending_notice {
public:
    explicit pending_notice(Delivery& delivery) : delivery_{delivery} {
        if constexpr (Listens) notice_ = &delivery_.prepare();
    }
    ~pending_notice() { cancel(); }
    pending_notice(const pending_notice&) = delete;
    pending_notice& operator=(const pending_notice&) = delete;

    /// nullptr where nobody listens.
    [[nodiscard]] Notice* get() noexcept { return notice_; }
    void cancel() noexcept {
        if constexpr (Listens) {
            if (notice_ != nullptr) delivery_.cancel();
            notice_ = nullptr;
        }
    }
    void publish([[maybe_unused]] std::uint64_t sequence) noexcept {
        if constexpr (Listens) {
            notice_->sequence = sequence;
            delivery_.publish();
            notice_ = nullptr;
        }
    }

private:
    Delivery& delivery_;
    Notice* notice_ = nullptr;
};

}  // namespace workmem
