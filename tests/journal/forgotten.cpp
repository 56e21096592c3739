#include "catch.hpp"

#include <workmem/journal/forgotten.hpp>

using workmem::journal::forgotten_records;

TEST_CASE("of each memory the last record that is forgotten is known", "[journal]") {
    forgotten_records of;
    CHECK(of.text().empty());
    CHECK(of.last_of("entity") == 0);
    of.note("entity", 7);
    of.note("bounded", 9);
    of.note("entity", 3);
    CHECK(of.text() == "bounded 9\nentity 7\n");
    const forgotten_records again{of.text()};
    CHECK(again.last_of("entity") == 7);
    CHECK(again.last_of("bounded") == 9);
    CHECK(again.text() == of.text());
}

TEST_CASE("lines that say nothing of a memory are passed over", "[journal]") {
    const forgotten_records of{"\n\nentity\nentity x\nentity 5 \nentity -1\nentity 5x\ntask 4"};
    CHECK(of.last_of("entity") == 0);
    CHECK(of.last_of("task") == 4);
}
