#include "catch.hpp"

#include <workmem/metrics/metrics_text.hpp>

#include <nlohmann/json.hpp>

#include <string>

TEST_CASE("every count is a member of one JSON object", "[metrics]") {
    workmem::metrics_snapshot seen;
    seen.entities = 3;
    seen.lookups = 20;
    const auto text = to_json_text(seen);
    CHECK(text.find('\n') == std::string::npos);
    const auto read = nlohmann::json::parse(text);
    CHECK(read.size() == 18);
    CHECK(read["entities"] == 3);
    CHECK(read["lookups_total"] == 20);
    CHECK(read["evictions_total"] == 0);
}

TEST_CASE("Prometheus reads what grows as a counter and what is held as a gauge", "[metrics]") {
    workmem::metrics_snapshot seen;
    seen.entities = 3;
    seen.lookups = 20;
    const auto text = to_prometheus(seen);
    CHECK(
        text.starts_with("# HELP workmem_entities Entities held\n"
                         "# TYPE workmem_entities gauge\n"
                         "workmem_entities 3\n"));
    CHECK_THAT(text, workmem_test::contains("# TYPE workmem_lookups_total counter\n"
                                            "workmem_lookups_total 20\n"));
    CHECK(to_prometheus(seen, "shop_").starts_with("# HELP shop_entities "));
}
