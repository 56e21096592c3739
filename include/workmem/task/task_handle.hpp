#pragma once

#include <workmem/task/operations.hpp>
#include <workmem/task/reading.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace workmem {

/// A task memory as an actor may use it: by the actor's role, with the claims that were made
/// through it, so that its calls are fenced by task alone, and with the epoch of its lead. Copyable
/// and movable; a handle is for one thread, several may use one memory if that is thread-safe.
template <class Memory>
class task_handle : public task_operations<task_handle<Memory>>,
                    public task_reading<task_handle<Memory>> {
    using operations = task_operations<task_handle<Memory>>;

public:
    /// The actor's id becomes valid UTF-8 of at most `task_limits::id` bytes.
    task_handle(Memory& memory, task_actor actor) : memory_{&memory}, actor_{std::move(actor)} {
        detail::make_valid(actor_.id);
        actor_.id = text::prefix(actor_.id, task_limits::id);
    }

    [[nodiscard]] const task_actor& actor() const noexcept { return actor_; }
    /// The claims that were made through the handle.
    [[nodiscard]] const std::vector<task_claim>& claims() const noexcept { return claims_; }

    // For oneself; the others are those of the memory.

    using operations::claim;
    using operations::claim_next;
    using operations::lead;
    using operations::take_over;
    using operations::try_claim;
    using operations::try_claim_next;
    using operations::try_lead;
    using operations::try_take_over;
    task_claim claim(const task_id& id, claim_options how = {},
                     const call_options& call = plain_call) {
        return operations::claim(id, actor_.id, how, call);
    }
    result<task_claim> try_claim(const task_id& id, claim_options how = {},
                                 const call_options& call = plain_call) {
        return operations::try_claim(id, actor_.id, how, call);
    }
    std::optional<task_claim> claim_next(claim_options how = {},
                                         const call_options& call = plain_call) {
        return operations::claim_next(actor_.id, how, call);
    }
    result<std::optional<task_claim>> try_claim_next(claim_options how = {},
                                                     const call_options& call = plain_call) {
        return operations::try_claim_next(actor_.id, how, call);
    }
    task_lead lead(lead_options how = {}, const call_options& call = plain_call) {
        return operations::lead(actor_.id, how, call);
    }
    task_lead take_over(lead_options how = {}, const call_options& call = plain_call) {
        return operations::take_over(actor_.id, how, call);
    }
    result<task_lead> try_lead(lead_options how = {}, const call_options& call = plain_call) {
        return operations::try_lead(actor_.id, how, call);
    }
    result<task_lead> try_take_over(lead_options how = {}, const call_options& call = plain_call) {
        return operations::try_take_over(actor_.id, how, call);
    }
    [[nodiscard]] std::vector<nudge> inbox() const {
        return task_reading<task_handle<Memory>>::inbox(actor_.id);
    }
    using task_reading<task_handle<Memory>>::inbox;

private:
    template <class>
    friend class task_operations;
    template <class>
    friend class task_reading;

    [[nodiscard]] Memory& memory() noexcept { return *memory_; }
    [[nodiscard]] const Memory& memory() const noexcept { return *memory_; }
    [[nodiscard]] task_commands::caller caller() const noexcept {
        return {actor_.id, actor_.role, actor_.epoch, true};
    }
    void remember(const task_claim& claim) {
        if (claim.agent != actor_.id) return;
        std::erase_if(claims_, [&](const task_claim& each) { return each.task == claim.task; });
        claims_.push_back(claim);
    }
    void remember(const task_lead& led) noexcept {
        if (led.agent == actor_.id) actor_.epoch = led.epoch;
    }
    [[nodiscard]] claimed_task with_claim(const claimed_task& what) const {
        if (what.token > 0) return what;
        const auto own = std::find_if(claims_.begin(), claims_.end(), [&](const task_claim& each) {
            return each.task == what.task;
        });
        return own == claims_.end() ? what : claimed_task{*own};
    }

    Memory* memory_;
    task_actor actor_;
    std::vector<task_claim> claims_;
};

}  // namespace workmem
