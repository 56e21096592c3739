// Looking for secrets takes no memory, whether there is one or not.
#include "catch.hpp"
#include "failing_new.hpp"
#include "fresh_seed.hpp"
#include "secret_samples.hpp"

#include <workmem/secrets/detector.hpp>

#include <cstddef>
#include <string>
#include <vector>

using namespace workmem_test;

TEST_CASE("looking for secrets allocates nothing", "[session]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    secret_samples samples{seed};
    const workmem::secrets::by_shape detector;
    std::vector<std::string> harmless = samples.negatives(), secret;
    for (const auto& each : samples.positives())
        secret.push_back(each.before + each.secret + each.after);
    std::size_t found = 0;
    CHECK(survives(1, [&] {
        for (const auto* const list : {&harmless, &secret})
            for (const auto& each : *list) found += detector.find(each).has_value();
        found += detector.find_in_field("api_key", secret.front()).has_value();
    }));
    CHECK(found >= secret.size());
}
