// SHA-256 by the examples of FIPS 180-4 and of NIST (short messages, and a million letters).
#include "catch.hpp"

#include <workmem/text/sha256.hpp>

#include <string>

using workmem::text::sha256_of;

TEST_CASE("SHA-256 is that of the standard's examples", "[sha256]") {
    struct row {
        std::string message;
        const char* digest;
    };
    for (const auto& each : {
             row{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
             row{"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
             row{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                 "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
             row{"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopq"
                 "klmnopqrlmnopqrsmnopqrstnopqrstu",
                 "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
             row{std::string(1'000'000, 'a'),
                 "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
             row{"\xbd", "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"},
             row{"\xc9\x8c\x8e\x55",
                 "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504"},
             row{std::string(55, '\0'),
                 "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"},
             row{std::string(56, '\0'),
                 "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"},
             row{std::string(64, '\0'),
                 "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"},
             row{std::string(1'000, 'A'),
                 "c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4"},
         })
        CHECK(sha256_of(each.message) == each.digest);
}

TEST_CASE("SHA-256 of pieces is that of the whole", "[sha256]") {
    const std::string text(300, 'x');
    for (const std::size_t cut : {0U, 1U, 63U, 64U, 65U, 299U}) {
        workmem::text::sha256 hash;
        hash.add(std::string_view{text}.substr(0, cut));
        hash.add(std::string_view{text}.substr(cut));
        CHECK(hash.finish() == sha256_of(text));
    }
}
