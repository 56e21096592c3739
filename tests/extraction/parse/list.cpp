#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/parse/readers.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace {

std::string read_list(const std::string& text) {
    return workmem_test::json_of(workmem::extraction::read_list(text));
}

// "id title" of every thing.
std::string listed(const char* text) {
    const auto rows = read_list(text);
    std::string out;
    if (rows.empty()) return "nothing";
    for (const auto& each : nlohmann::json::parse(rows)) {
        if (!out.empty()) out += ", ";
        out += each["id"].get<std::string>() + " " + each.value("title", "");
    }
    return out;
}

}  // namespace

TEST_CASE("things are listed by codes, behind a mark or none", "[extraction][list]") {
    CHECK(listed("Status (2)\n\n- **R3** Dock 1, battery 100 %\n- **R5** carrying a tote\n") ==
          "R3 Dock 1, battery 100 %, R5 carrying a tote");
    CHECK(listed("M-14  pick     R2  running\nM-15  deliver  R7  queued\n") ==
          "M-14 pick, M-15 deliver");
    CHECK(listed("* `key-31` laptop, ed25519\n* `key-34` runner, rsa\n") ==
          "key-31 laptop, ed25519, key-34 runner, rsa");
    CHECK(listed("## INC-471: Timeouts\nSeverity: 2\n\n## INC-473: Delays\nSeverity: 3\n") ==
          "INC-471 Timeouts, INC-473 Delays");
    CHECK(listed("\u2714 T-301 closed\n\u2718 T-306 not closed\n2 of 3 done\n") ==
          "T-301 closed, T-306 not closed");
}

TEST_CASE("a code may stand in brackets behind what it is called", "[extraction][list]") {
    CHECK(listed("1. Fix login (T-12) - open\n2. Update policy (T-15) - in review\n") ==
          "T-12 Fix login, T-15 Update policy");
}

TEST_CASE("what is told of twice is one thing", "[extraction][list]") {
    CHECK(listed("AL-31 raised\nAL-32 raised\nAL-31 cleared\n") == "AL-31 raised, AL-32 raised");
}

TEST_CASE("prose, single codes and mixed ones list nothing", "[extraction][list]") {
    const auto* const text =
        GENERATE("", "T-88 was created.", "- milk\n- eggs\n", "- T-1 a\n- PR-2 b\n",
                 "Hello Ana,\nI have seen T-1.\nAnd T-2.\nYours\n",
                 "T-12 is what we talked about.\nT-13 too\nbut this\nand this\nare not\n",
                 "P50: 12 ms\nP95: 30 ms\nP99: 80 ms\n",
                 "web-1  | starting\nweb-2  | starting\nweb-1  | done\nweb-2  | done\n");
    CAPTURE(text);
    CHECK(listed(text) == "nothing");
}

TEST_CASE("amounts keep their signs, and long lists what is read of them", "[extraction][list]") {
    const auto rows =
        nlohmann::json::parse(read_list("ACC-1  Main  -250.00\nACC-2  Savings  1200.00\n"));
    CHECK(rows[0]["value_2"] == "-250.00");
    std::string many;
    for (int i = 0; i < 600; ++i) many += "- T-" + std::to_string(i) + ": running\n";
    CHECK(nlohmann::json::parse(read_list(many)).size() == 256);
}

TEST_CASE("lists of codes are rows with what is said of each", "[extraction][list]") {
    CHECK(read_list("## Report\n\n"
                    "- **DF-31** Bedroom: mould - severity high - open\n"
                    "- **DF-32** Kitchen: crack - severity low - fixed\n\n"
                    "2 defects\n") ==
          R"([{"id":"DF-31","title":"Bedroom: mould","value_2":"severity high","value_3":"open"},)"
          R"({"id":"DF-32","title":"Kitchen: crack","value_2":"severity low","value_3":"fixed"}])");
    CHECK(read_list("1. [PU-61] 12:40  Ann   driver: Stig\n"
                    "2. [PU-62] 12:55  Ben   driver: Eva\n") ==
          R"([{"id":"PU-61","time":"12:40","title":"Ann","driver":"Stig"},)"
          R"({"id":"PU-62","time":"12:55","title":"Ben","driver":"Eva"}])");
    CHECK(read_list("01  P-7001  Bakery Lund   2.0 kg\n"
                    "02  P-7002  Mrs Abbott    0.4 kg\n") ==
          R"([{"id":"P-7001","title":"Bakery Lund","value_2":"2.0 kg"},)"
          R"({"id":"P-7002","title":"Mrs Abbott","value_2":"0.4 kg"}])");
}

TEST_CASE("what is listed without codes lists nothing", "[extraction][list]") {
    CHECK(read_list("- buy milk\n- call Ana\n").empty());
    CHECK(read_list("- **DF-31** Bedroom\n").empty());
    CHECK(read_list("- DF-31 Bedroom\n- DF-31 Kitchen\n").empty());
    CHECK(read_list("- v1.2 first\n- v1.3 second\n").empty());
    CHECK(read_list("- 500g flour\n- 200ml milk\n").empty());
    CHECK(read_list("- 9am: standup\n- 10am: review\n").empty());
    CHECK(read_list("- 2031-06-01T10:00 started\n- 2031-06-01T11:00 stopped\n").empty());
    CHECK(read_list("- `sha256` is safe\n- `md5` is not\n").empty());
    CHECK(read_list("- A-1 Ana\n- B-2 Ben\n").empty());
    CHECK(read_list("Dear all,\nas you know\nwe move\n- A-1 to Rome\n- A-2 to Oslo\n"
                    "and all the rest\nstays where it is\n")
              .empty());
}

TEST_CASE("an id that is called so is one wherever it stands in a line", "[extraction][list]") {
    CHECK(listed("Found 2 files:\n- Name: \"Budget 2026\" (ID: 1aB, Type: sheet)\n"
                 "- Name: \"Plan\" (ID: 1zY, Type: text)\n") == "1aB Budget 2026, 1zY Plan");
    CHECK(listed("- \"Standup\" (Starts: 9:00) ID: 6h3 | Link: x\n") == "6h3 Standup");
    CHECK(listed("Tasks:\n  Water the plants \u2022 due 2026-08-25 \u2022 id=84\n"
                 "  Call the plumber \u2022 P1 \u2022 id=85\nNext: more\n") ==
          "84 Water the plants, 85 Call the plumber");
    CHECK(listed("Lease - draft.pdf (id:17)\nRates.xlsx (id:18)\n") ==
          "17 Lease - draft.pdf, 18 Rates.xlsx");
    CHECK(listed("Note created: \"Packing list\" [id: x-9]") == "x-9 Packing list");
}

TEST_CASE("numbers and links of a list are codes", "[extraction][list]") {
    CHECK(listed("1. **Fix login** (#12) - open\n2. **Add page** (#13) - open\n") ==
          "12 Fix login, 13 Add page");
    CHECK(listed("- [Fix login](https://x.example/issues/12)\n- [Add "
                 "page](https://x.example/issues/13)\n") == "12 Fix login, 13 Add page");
    CHECK(listed("#12 Fix login\n#13 Add page\n") == "12 Fix login, 13 Add page");
    CHECK(listed("All containers:\n3fa1c09b77de - web - up\nb82d40e6a15c - db - "
                 "up\n\nDebug:\nstarted\n") == "3fa1c09b77de web, b82d40e6a15c db");
}

TEST_CASE("names are the lines of a list and nothing else", "[extraction][list]") {
    const auto names = [](const std::string& text) {
        return workmem_test::json_of(workmem::extraction::read_names(text));
    };
    CHECK(names("Tags:\n- alpha\n- beta two\n") == R"(["alpha","beta two"])");
    CHECK(names("main\nfeature/x\n").empty());
    CHECK(names("- State: open\n- Title: x\n").empty());
    CHECK(names("one two\nthree\n").empty());
    CHECK(names("- only\n").empty());
    CHECK(names("a\nb:\n").empty());
}
