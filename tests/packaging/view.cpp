// What prints with fmt, as a user has it.
#include <workmem/fmt.hpp>
#include <workmem/view/text.hpp>
#include <workmem/workmem.hpp>

#include <iostream>

int main() {
    workmem::task_memory plan{{.name = "Move"}};
    plan.add_task({.title = "Pack"});
    const auto shown = workmem::view::text(plan);
    std::cout << shown << fmt::format("\n{}\n", workmem::error_code::not_found);
    return shown.find("Pack") == shown.npos ? 1 : 0;
}
