#include "catch.hpp"

#include <workmem/text/web_address.hpp>

#include <string>

using namespace workmem::text;

TEST_CASE("a page has an address without query and fragment, below a host", "[text]") {
    CHECK(is_page_address("https://tracker.example/issues/7"));
    CHECK(is_page_address("http://localhost:8080/a"));
    for (const char* const other :
         {"", "https://tracker.example", "https://tracker.example/", "https:///a", "ftp://a/b",
          "tracker.example/issues/7", "https://a/b?id=7", "https://a/b#7", "https://a/b c",
          "https://a?b/c", "see https://a/b"})
        CHECK_FALSE(is_page_address(other));
    CHECK_FALSE(is_page_address("https://a/" + std::string(300, 'b')));
}

TEST_CASE("an address leads to a page whatever its query, fragment and last slash add", "[text]") {
    const auto page = "https://tracker.example/issues/7";
    for (const char* const tail : {"", "/", "?tab=files", "#note-3", "/?a=b#c"})
        CHECK(leads_to(std::string{page} + tail, page));
    CHECK(leads_to(page, std::string{page} + '/'));
    for (const char* const other :
         {"https://tracker.example/issues/77", "https://tracker.example/issues",
          "https://tracker.example/issues/7/comments", "https://other.example/issues/7",
          "tracker.example/issues/7", ""})
        CHECK_FALSE(leads_to(other, page));
    CHECK_FALSE(leads_to("https://tracker.example/issues/7", ""));
}
