// One include for Catch2 2.13 (Debian 12) and 3, and the few names that differ between them.
#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/catch_tostring.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_adapters.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#define WORKMEM_CATCH_VERSION 3
#else
#include <catch2/catch.hpp>
#define WORKMEM_CATCH_VERSION 2
#endif

#include <string>

namespace workmem_test {

#if WORKMEM_CATCH_VERSION == 3
using Catch::Approx;
#else
using Catch::Detail::Approx;  // Catch::Approx is a matcher, too
#endif

// REQUIRE_THAT(text, contains("…")): the matcher behind it is spelled differently in v2 and v3.
inline auto contains(const std::string& part) {
#if WORKMEM_CATCH_VERSION == 3
    return Catch::Matchers::ContainsSubstring(part);
#else
    return Catch::Matchers::Contains(part);
#endif
}

inline auto starts_with(const std::string& part) { return Catch::Matchers::StartsWith(part); }

inline auto ends_with(const std::string& part) { return Catch::Matchers::EndsWith(part); }

}  // namespace workmem_test

// Files of several folders stand in one program: the build says which folder a file is of, as a tag.
#if !defined(WORKMEM_TEST_FOLDER)
#define WORKMEM_TEST_FOLDER ""
#endif
#define WORKMEM_TEST_CASE_IN_FOLDER(NAME, TAGS, ...)                                               \
    INTERNAL_CATCH_TESTCASE(NAME, TAGS WORKMEM_TEST_FOLDER)
#undef TEST_CASE
#define TEST_CASE(...) WORKMEM_TEST_CASE_IN_FOLDER(__VA_ARGS__, "", "")
#undef TEMPLATE_TEST_CASE
#define TEMPLATE_TEST_CASE(NAME, TAGS, ...)                                                        \
    INTERNAL_CATCH_TEMPLATE_TEST_CASE(NAME, TAGS WORKMEM_TEST_FOLDER, __VA_ARGS__)
