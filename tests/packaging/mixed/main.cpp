#include <workmem/entity/window.hpp>

std::size_t count(const workmem::entity_window& window);

int main() {
    const workmem::entity_window window;
    return static_cast<int>(count(window));
}
