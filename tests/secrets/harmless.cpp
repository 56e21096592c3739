#include "catch.hpp"
#include "harmless_sentences.hpp"

#include <workmem/secrets/detector.hpp>

#include <string>

TEST_CASE("no everyday line of memory is taken for a secret", "[secrets]") {
    const workmem::secrets::by_shape detector;
    std::string all;
    for (const auto text : workmem_test::harmless_sentences) {
        INFO(text);
        const auto found = detector.find(text);
        CHECK((found ? describe(*found) : "nothing") == "nothing");
        all += text;
        all += '\n';
    }
    const auto found = detector.find(all);
    CHECK((found ? describe(*found) : "nothing") == "nothing");
}
