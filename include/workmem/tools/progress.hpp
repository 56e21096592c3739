#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstdint>

namespace workmem::tools {

/// Tells how far a call has come that does one thing after the other. Refers to what hears of it,
/// which must outlive the call; empty: nobody wants to know.
class progress {
public:
    progress() = default;
    /// \param hears is called with how many are done, of how many
    template <class Hears>
    requires requires(const Hears& hears, std::uint64_t count) { hears(count, count); }
    progress(const Hears& hears) noexcept
        : hears_{&hears}, tell_{[](const void* to, std::uint64_t done, std::uint64_t of) {
              (*static_cast<const Hears*>(to))(done, of);
          }} {}

    void tell(std::uint64_t done, std::uint64_t of) const {
        if (tell_ != nullptr) tell_(hears_, done, of);
    }

private:
    const void* hears_ = nullptr;
    void (*tell_)(const void* to, std::uint64_t done, std::uint64_t of) = nullptr;
};

}  // namespace workmem::tools
