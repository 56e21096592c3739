// The block of README.md about tasks that several agents share.
#include <workmem/view/mermaid.hpp>
#include <workmem/workmem.hpp>

#include "around.hpp"

#include <chrono>
#include <iostream>

using namespace std::chrono_literals;

int main() {
    // clang-format off
    // [tasks]
    workmem::task_memory work{{.name = "Implement auth system", .goal = "Add JWT authentication to the API"}};
    const auto design  = work.add_task({.title = "Design token schema"});
    const auto service = work.add_task({.title = "Token service", .depends_on = {design}, .needs_review = true});

    auto claim = work.claim(design, "agent-123", {.lease = 10min});   // exactly one winner; the others get `conflict`
    work.start(claim);
    work.complete(claim, {.summary = "Claims and refresh flow fixed"});
    for (const auto& task : work.ready()) std::cout << task.title << '\n';   // Token service
    std::cout << work.context_for(service, {.token_limit = 1'000}) << workmem::view::mermaid(work);
    // [tasks]
    // clang-format on
    for (const auto& task : work.ready())
        expect(task.title == "Token service", "what waited for the design is ready");
    expect(!work.ready().empty(), "there is something to do");
}
