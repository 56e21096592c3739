// Looking for secrets takes no memory, whether there is one or not.
#include "catch.hpp"
#include "failing_new.hpp"
#include "fresh_seed.hpp"
#include "secret_samples.hpp"

#include <workmem/session/secret_detector.hpp>

#include <cstddef>
#include <string>

using namespace workmem_test;

TEST_CASE("looking for secrets allocates nothing", "[session]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    secret_samples samples{seed};
    const workmem::secrets::by_shape detector;
    std::string all;
    for (const auto& each : samples.negatives()) all += each + '\n';
    for (const auto& each : samples.positives())
        all += each.before + each.secret + each.after + '\n';
    std::size_t count = 0;
    CHECK(survives(1, [&] {
        std::size_t from = 0;
        while (const auto found = detector.find(all, from)) {
            from = found->offset + found->length;
            ++count;
        }
        if (detector.find_in_field("api_key", all)) ++count;
    }));
    CHECK(count == 31);
}
