#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/neighbours.hpp>

using namespace workmem_test;
using workmem::strength;

namespace {

const remembered at_gallery = sections().touch("s-2", strength::mentioned);

}  // namespace

TEST_CASE("the one beside another") {
    expect(sections(), {
        {"the one before the last", "s-3"},
        {"the second to last", "s-3"},
        {"second to last section", "s-3"},
        {"the next to last one", "s-3"},
        {"the one after the first", "s-2"},
        {"the one after pricing", "s-4"},
        {"the section right before footer", "s-3"},
        {"the one after the last", ""},
        {"the last but one", "s-3"},
        {"the third from last", "s-2"},
        {"the one after footer", ""},
        {"the next one", ""},
        {"the one before the first", ""}});
    expect(at_gallery, {
        {"the one after it", "s-3"},
        {"the next one", "s-3"},
        {"the previous one", "s-1"},
        {"delete the section before that", "s-1"},
        {"the following section", "s-3"},
        {"the one below it", "s-3"},
        {"the one above that", "s-1"}});
    expect(movies(), {
        {"the second to last movie", "m-2"}});
    expect(two_pages(), {
        {"the previous page", "pg-1"}});
    expect(orders(), {
        {"the invoice after that one", ""}});
}
