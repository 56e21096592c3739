#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/bounded/summary.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

using namespace workmem_test;
using workmem::error_code;
using workmem::item;

TEST_CASE("a first sentence ends at a stop before a blank or at a line's end", "[bounded]") {
    using workmem::detail::first_sentence;
    CHECK(first_sentence("Done. More.") == "Done.");
    CHECK(first_sentence("Done! More") == "Done!");
    CHECK(first_sentence("Done? More") == "Done?");
    CHECK(first_sentence("Version 1.2 is out") == "Version 1.2 is out");
    CHECK(first_sentence("A line\nand another. One") == "A line");
    CHECK(first_sentence("Ends with a stop.") == "Ends with a stop.");
    CHECK(first_sentence("\nnothing before") == "");
    CHECK(first_sentence("") == "");
    CHECK(first_sentence(".") == ".");
}

TEST_CASE("summaries: the important first, within a limit, with their sources", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "First. And a very long rest of it.", .importance = 0.6});
    memory.memorize({.text = "Second", .tags = {"t"}, .importance = 0.9});
    memory.memorize({.text = "Third", .importance = 0.1});
    using workmem::summary_scope;
    const auto all = memory.summarize(summary_scope::all(), 500);
    CHECK(all.text == "- \"Second\"\n- \"First. And a very long rest of it.\"\n- \"Third\"");
    CHECK(all.tokens == all.text.size());
    CHECK(all.sources == std::vector<std::string>{"id-2", "id-1", "id-3"});
    CHECK(memory.summarize(summary_scope::all(), 25).text == "- \"Second\"\n- \"First.\"");
    CHECK(memory.summarize(summary_scope::recent(1), 500).text == "- \"Third\"");
    CHECK(memory.summarize(summary_scope::only({.tags = {"t"}}), 500).text == "- \"Second\"");
    CHECK(memory.summarize(summary_scope::all(), 0).text.empty());
    const auto written = memory.summarize(
        summary_scope::recent(2), 12, [](std::span<const item> items, std::size_t) -> std::string {
            return "about " + std::to_string(items.size()) + " of these things";
        });
    CHECK(written.text == "about 2 of");
    CHECK(written.sources.size() == 2);
    // The writer may use the store; what it says then no longer counts.
    const auto late =
        memory.try_summarize(summary_scope::all(), 100, [&](std::span<const item>, std::size_t) {
            memory.memorize("meanwhile");
            return std::string{"old news"};
        });
    CHECK(refusal_of(late) == error_code::conflict);
}
