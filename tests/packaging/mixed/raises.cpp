#include <workmem/bounded/bounded_store.hpp>

void quietly(workmem::bounded_store& store);

// What fails is an exception here, whatever other files do without.
int main() {
    workmem::bounded_store store;
    quietly(store);
    try {
        store.pin("nothing");
    } catch (const workmem::error&) {
        return 0;
    }
    return 1;
}
