#include "catch.hpp"

#include <workmem/extraction/printed_table.hpp>

#include <string>

using workmem::extraction::read_printed_table;

TEST_CASE("lists of codes are rows with what is said of each", "[extraction][printed_table]") {
    CHECK(read_printed_table("## Report\n\n"
                             "- **DF-31** Bedroom: mould - severity high - open\n"
                             "- **DF-32** Kitchen: crack - severity low - fixed\n\n"
                             "2 defects\n") ==
          R"([{"id":"DF-31","title":"Bedroom: mould","value_2":"severity high","value_3":"open"},)"
          R"({"id":"DF-32","title":"Kitchen: crack","value_2":"severity low","value_3":"fixed"}])");
    CHECK(read_printed_table("1. [PU-61] 12:40  Ann   driver: Stig\n"
                             "2. [PU-62] 12:55  Ben   driver: Eva\n") ==
          R"([{"id":"PU-61","time":"12:40","title":"Ann","driver":"Stig"},)"
          R"({"id":"PU-62","time":"12:55","title":"Ben","driver":"Eva"}])");
    CHECK(read_printed_table("01  P-7001  Bakery Lund   2.0 kg\n"
                             "02  P-7002  Mrs Abbott    0.4 kg\n") ==
          R"([{"id":"P-7001","title":"Bakery Lund","value_2":"2.0 kg"},)"
          R"({"id":"P-7002","title":"Mrs Abbott","value_2":"0.4 kg"}])");
}

TEST_CASE("what is listed without codes is no table", "[extraction][printed_table]") {
    CHECK(read_printed_table("- buy milk\n- call Ana\n").empty());
    CHECK(read_printed_table("- **DF-31** Bedroom\n").empty());
    CHECK(read_printed_table("- DF-31 Bedroom\n- DF-31 Kitchen\n").empty());
    CHECK(read_printed_table("ERR-1 failed\nERR-2 failed\n").empty());
    CHECK(read_printed_table("- v1.2 first\n- v1.3 second\n").empty());
    CHECK(read_printed_table("- 500g flour\n- 200ml milk\n").empty());
    CHECK(read_printed_table("- 9am: standup\n- 10am: review\n").empty());
    CHECK(read_printed_table("- 2031-06-01T10:00 started\n- 2031-06-01T11:00 stopped\n").empty());
    CHECK(read_printed_table("- `sha256` is safe\n- `md5` is not\n").empty());
    CHECK(read_printed_table("- A-1 Ana\n- B-2 Ben\n").empty());
    CHECK(read_printed_table("Dear all,\nas you know\nwe move\n- A-1 to Rome\n- A-2 to Oslo\n"
                             "and all the rest\nstays where it is\n")
              .empty());
}
