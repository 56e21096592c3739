#include "catch.hpp"

#include <workmem/extraction/printed/table.hpp>

#include <string>

using workmem::extraction::read_printed_table;

TEST_CASE("columns stand under names, with text before and a sum behind",
          "[extraction][printed_table]") {
    CHECK(read_printed_table("ID    TITLE            LABELS\n"
                             "12    Fix the login    bug\n"
                             "15    Add a page       docs\n") ==
          R"([{"id":12,"title":"Fix the login","labels":"bug"},)"
          R"({"id":15,"title":"Add a page","labels":"docs"}])");
    CHECK(read_printed_table("Showing 2 of 27 open issues\n\n"
                             "Id    Title            Labels\n"
                             "12    Fix the login    bug\n"
                             "15    Add a page       docs\n"
                             "2 of 27\n") == R"([{"id":12,"title":"Fix the login","labels":"bug"},)"
                                             R"({"id":15,"title":"Add a page","labels":"docs"}])");
}

TEST_CASE("what stands in no columns is no table", "[extraction][printed_table]") {
    CHECK(read_printed_table("Dear  all\nwe  move\n").empty());
    CHECK(read_printed_table("One  two  three\n").empty());
    CHECK(read_printed_table("One  two  three\nis a text\nand another\n").empty());
    std::string wide;
    for (int i = 0; i < 100; ++i) wide += "C" + std::to_string(i) + "  ";
    CHECK(read_printed_table(wide + "\nx\ny\n").empty());
}
