#pragma once

#include <workmem/detail/cxx20.hpp>

#include <chrono>
#include <cstdint>

namespace workmem::journal {

/// When a record that was acknowledged is on the disk, and not only with the operating system.
/// Who opens a journal names one: there is no default. A value; pure.
class sync_mode {
public:
    enum class kind : std::uint8_t { always, interval, never };

    /// Before it is acknowledged: survives a crash of the machine.
    [[nodiscard]] static constexpr sync_mode always() noexcept { return {kind::always, {}}; }
    /// Written before it is acknowledged, synced by the first call, `tick` or `flush` once the
    /// oldest unsynced record is `every` old: a crash of the program loses nothing, a crash of the
    /// machine what came since the last sync.
    [[nodiscard]] static constexpr sync_mode interval(std::chrono::milliseconds every) noexcept {
        return {kind::interval, every};
    }
    /// Written before it is acknowledged, and left to the operating system: a crash of the program
    /// loses nothing.
    [[nodiscard]] static constexpr sync_mode never() noexcept { return {kind::never, {}}; }

    [[nodiscard]] constexpr kind how() const noexcept { return kind_; }
    [[nodiscard]] constexpr std::chrono::milliseconds every() const noexcept { return every_; }
    [[nodiscard]] constexpr bool is_always() const noexcept { return kind_ == kind::always; }
    /// Whether anything is ever synced.
    [[nodiscard]] constexpr bool syncs() const noexcept { return kind_ != kind::never; }

private:
    constexpr sync_mode(kind how, std::chrono::milliseconds every) noexcept
        : kind_{how}, every_{every} {}

    kind kind_;
    std::chrono::milliseconds every_;
};

}  // namespace workmem::journal
