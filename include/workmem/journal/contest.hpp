#pragma once

#include <workmem/journal/back_off.hpp>
#include <workmem/journal/stream_position.hpp>
#include <workmem/journal/turn.hpp>
#include <workmem/time/timestamp.hpp>

namespace workmem::journal {

/// A change that others may be faster than: `while (race.next())` try. Who lost once takes its turn
/// where the engine has turns, and backs off where not, until its patience is over.
template <class Journal, bool Records = Journal::records>
class contest {
public:
    contest(stream_position<Journal>& position, milliseconds patience) noexcept
        : position_{position}, wait_{patience} {}

    [[nodiscard]] bool next() {
        if (!wait_.next(turn_ == nullptr)) return false;
        if constexpr (requires { position_.journal().take_turn(position_.stream(), wait_.left()); })
            if (wait_.lost() == 1)
                turn_ = position_.journal().take_turn(position_.stream(), wait_.left());
        return true;
    }

private:
    stream_position<Journal>& position_;
    back_off wait_;
    turn turn_;
};

/// Where nothing is recorded nobody else writes.
template <class Journal>
class contest<Journal, false> {
public:
    contest(const stream_position<Journal>&, milliseconds) noexcept {}
    [[nodiscard]] bool next() const noexcept { return true; }
};

}  // namespace workmem::journal
