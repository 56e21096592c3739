#include "catch.hpp"

#include <workmem/detail/bytes.hpp>

#include <string>

using namespace workmem::detail;

TEST_CASE("bytes are compared and copied at every length", "[detail]") {
    for (std::size_t size = 0; size <= 70; ++size) {
        std::string a(size, 'a');
        for (std::size_t i = 0; i < size; ++i) a[i] = static_cast<char>('a' + i % 26);
        std::string b(size, '-');
        copy_bytes(b.data(), a.data(), size);
        CHECK(a == b);
        CHECK(same_bytes(a.data(), b.data(), size));
        for (std::size_t i = 0; i < size; ++i) {
            auto c = b;
            c[i] = '!';
            CHECK_FALSE(same_bytes(a.data(), c.data(), size));
        }
    }
}
