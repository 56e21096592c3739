// An orchestrator plans, a worker claims and completes, a person sends a message.
#include <workmem/task/task_memory.hpp>
#include <workmem/view/mermaid.hpp>

#include <chrono>
#include <iostream>

using namespace std::chrono_literals;

int main() {
    workmem::task_memory work{
        {.name = "Implement auth system",
         .goal = "Add JWT authentication to the API",
         .constraints = {"Must use existing user table", "No breaking changes"}}};
    const auto design = work.add_task({.title = "Design token schema", .id = "design"});
    const auto service = work.add_task(
        {.title = "Token service", .depends_on = {design}, .needs_review = true, .id = "service"});

    auto claim = work.claim(design, "agent-123", {.lease = 10min});  // exactly one winner
    work.start(claim);
    work.record_discovery(claim, {.content = "User table has no refresh_token column",
                                  .type = workmem::discovery_type::constraint,
                                  .affects_tasks = {design, service}});
    work.inject_nudge({.target = "agent-123", .message = "Use a separate token table"});
    work.complete(
        claim, {.summary = "Claims and refresh flow fixed", .next_steps = {"Write the migration"}});
    for (const auto& task : work.ready()) std::cout << task.title << '\n';  // Token service
    std::cout << work.context_for(service, {.token_limit = 1'000}) << workmem::view::mermaid(work)
              << '\n';

    const auto late = work.try_claim(design, "agent-7");
    std::cout << to_string(late.error().code()) << ": " << late.error().message() << '\n';
}
