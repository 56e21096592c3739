#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/extractor.ipp>
#include <workmem/extraction/trace.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace extraction = workmem::extraction;
using nlohmann::json;
using workmem_test::nothing_given;
using workmem_test::told;
using workmem_test::why;

namespace {

// A chain whose names are always the same.
struct fixed_name {
    bool operator()(const extraction::record&, const extraction::noun_forms&, std::string_view,
                    std::size_t, std::string& out, std::string_view&) const {
        out = "Same";
        return true;
    }
};
struct same_names : extraction::default_steps {
    using name = fixed_name;
};

// A chain that never sees an error.
struct trusting {
    workmem::extraction::verdict operator()(std::string_view, const extraction::trace&) const {
        return workmem::extraction::verdict::nothing;
    }
    workmem::extraction::verdict operator()(const extraction::record&, workmem::verb_kind, bool,
                                            const extraction::trace&) const {
        return workmem::extraction::verdict::keep;
    }
};
struct no_reject : extraction::default_steps {
    using reject = trusting;
};

}  // namespace

TEST_CASE("explain says what each step saw, by the code that extracts", "[extraction][explain]") {
    const auto result = json::parse(R"({"data":{"tickets":[{"id":1,"subject":"A"}]}})");
    const extraction::generic chain;
    const auto notes = chain.explain("list_tickets", nothing_given, result);
    CHECK(why(notes, "locate") == "a usual wrapper");
    CHECK(why(notes, "identify") == "an id");
    CHECK(why(notes, "type") == "the tool's noun");
    CHECK(why(notes, "name") == "A");
    CHECK(why(chain.explain("fetch", nothing_given, result), "type") == "the field that held it");
}

TEST_CASE("a step can be replaced, and the reason changes", "[extraction][explain]") {
    const auto page = json::parse(R"({"id":1,"name":"Home"})");
    const extraction::basic_generic<same_names> renamed;
    CHECK(told(renamed.extract("get_page", nothing_given, page)) == "page 1 Same");
    CHECK(why(renamed.explain("get_page", nothing_given, page), "name") == "Same");

    const auto error = json::parse(R"({"error":{"id":"e-1","name":"Broken"}})");
    const extraction::generic chain;
    const extraction::basic_generic<no_reject> open;
    CHECK(chain.extract("fetch", nothing_given, error).failed);
    CHECK(told(open.extract("fetch", nothing_given, error)) == "error e-1 Broken");
    CHECK(why(chain.explain("fetch", nothing_given, error), "reject") ==
          "the result reports an error");
    CHECK(why(open.explain("fetch", nothing_given, error), "reject").empty());
    CHECK(why(open.explain("fetch", nothing_given, error), "locate") ==
          "the only object or list inside");
}
