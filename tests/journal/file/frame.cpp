// The framing of a log: bytes in memory.
#include "catch.hpp"

#include <workmem/journal/file/frame.hpp>

#include <array>
#include <random>
#include <string>
#include <vector>

using namespace workmem::journal;

namespace {

struct no_checksum {
    static bool matches(std::uint32_t, std::string_view, std::string_view) noexcept { return true; }
};

std::string frame_of(std::uint64_t first, std::uint64_t durable,
                     const std::vector<std::string_view>& records) {
    std::string out;
    append_frame(out, batch_magic, first, durable, records);
    return out;
}

struct log {
    std::string bytes;
    std::vector<std::string> records;
    std::vector<std::size_t> ends;            // of frames, in bytes
    std::vector<std::size_t> records_before;  // how many records end there
};

// A log of about 4 KB, written by one writer that waits for each sync.
log sample() {
    log out;
    std::mt19937 random{7};
    while (out.bytes.size() < 4'096) {
        std::vector<std::string> owned(1 + random() % 3);
        for (auto& each : owned)
            each = std::string(random() % 120, static_cast<char>('a' + random() % 26));
        const std::vector<std::string_view> lines{owned.begin(), owned.end()};
        append_frame(out.bytes, batch_magic, out.records.size() + 1, out.records.size(), lines);
        out.records.insert(out.records.end(), owned.begin(), owned.end());
        out.ends.push_back(out.bytes.size());
        out.records_before.push_back(out.records.size());
    }
    return out;
}

template <class Checksum = crc32c_checksum>
std::pair<std::vector<std::string>, scan_end> scan(std::string_view bytes,
                                                   std::size_t* offset = nullptr) {
    std::pair<std::vector<std::string>, scan_end> out{{}, scan_end::clean};
    frame_scanner<Checksum> scanner{bytes, 1};
    while (const auto found = scanner.next())
        found->for_each([&](const record& each) {
            CHECK(each.sequence == out.first.size() + 1);
            out.first.emplace_back(each.bytes);
        });
    out.second = scanner.end();
    if (offset != nullptr) *offset = scanner.offset();
    return out;
}

// How often a flipped bit gives something that was never written.
template <class Checksum>
std::size_t wrong_prefixes(const log& whole) {
    std::size_t wrong = 0;
    for (std::size_t bit = 0; bit < whole.bytes.size() * 8; bit += 7) {
        auto bytes = whole.bytes;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
        const auto found = scan<Checksum>(bytes).first;
        if (found.size() > whole.records.size() ||
            !std::equal(found.begin(), found.end(), whole.records.begin()))
            ++wrong;
    }
    return wrong;
}

}  // namespace

TEST_CASE("a frame has these bytes", "[journal][frame]") {
    const unsigned char golden[]{0xF7, 0x57, 0x4D, 0xB1,                          // magic
                                 0x0D, 0x00, 0x00, 0x00,                          // payload
                                 0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01,  // first sequence
                                 0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // durable
                                 0x02, 0x00, 0x00, 0x00,                          // records
                                 0x3F, 0x5F, 0xC8, 0x42,                          // CRC-32C
                                 0x02, 0x00, 0x00, 0x00, 'h',  'i',               // record
                                 0x03, 0x00, 0x00, 0x00, '{',  '"',  '}'};
    const auto frame = frame_of(0x0102030405060708U, 5, {"hi", "{\"}"});
    REQUIRE(frame.size() == sizeof golden);
    CHECK(frame == std::string{std::begin(golden), std::end(golden)});
}

TEST_CASE("batches come back in order, with empty and binary records", "[journal][frame]") {
    const std::string zero(3, '\0');
    const auto bytes = frame_of(1, 0, {"", zero, "x"}) + frame_of(4, 0, {"\xF7WM\xB1"});
    const auto found = scan(bytes);
    CHECK(found.first == std::vector<std::string>{"", zero, "x", "\xF7WM\xB1"});
    CHECK(found.second == scan_end::clean);
    CHECK(scan("").second == scan_end::clean);
}

TEST_CASE("a log cut anywhere gives its whole batches and says that its tail is torn",
          "[journal][frame]") {
    const auto whole = sample();
    for (std::size_t size = 0; size < whole.bytes.size(); ++size) {
        std::size_t offset = 0;
        const auto found = scan(std::string_view{whole.bytes}.substr(0, size), &offset);
        const auto end = std::upper_bound(whole.ends.begin(), whole.ends.end(), size);
        const auto good = static_cast<std::size_t>(end - whole.ends.begin());
        REQUIRE(offset == (good == 0 ? 0 : whole.ends[good - 1]));
        REQUIRE(found.first.size() == (good == 0 ? 0 : whole.records_before[good - 1]));
        REQUIRE(std::equal(found.first.begin(), found.first.end(), whole.records.begin()));
        REQUIRE(found.second == (offset == size ? scan_end::clean : scan_end::torn));
    }
}

TEST_CASE(
    "a flipped bit gives the batches before it; that it is damage shows unless it is in the "
    "last batch",
    "[journal][frame]") {
    const auto whole = sample();
    const auto last_begins = whole.ends[whole.ends.size() - 2];
    for (std::size_t bit = 0; bit < whole.bytes.size() * 8; ++bit) {
        auto bytes = whole.bytes;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
        std::size_t offset = 0;
        const auto found = scan(bytes, &offset);
        REQUIRE(offset <= bit / 8);
        REQUIRE(std::equal(found.first.begin(), found.first.end(), whole.records.begin()));
        REQUIRE(found.second == (bit / 8 < last_begins ? scan_end::damaged : scan_end::torn));
    }
}

TEST_CASE("the tests notice a scanner that does not look at the checksum", "[journal][frame]") {
    const auto whole = sample();
    CHECK(wrong_prefixes<crc32c_checksum>(whole) == 0);
    CHECK(wrong_prefixes<no_checksum>(whole) > 100);
}

TEST_CASE("batches that were written together and not synced may arrive in any order",
          "[journal][frame]") {
    // Nothing was durable when they were written: the second proves nothing about the first.
    const auto first = frame_of(1, 0, {"a"}), second = frame_of(2, 0, {"b"});
    auto hole = std::string(first.size(), '\0') + second;
    CHECK(scan(hole).second == scan_end::torn);
    // One that was written once record 1 was durable does.
    hole += frame_of(3, 1, {"c"});
    CHECK(scan(hole).second == scan_end::damaged);
    // A batch that is missing was not torn by a crash.
    CHECK(scan(frame_of(2, 1, {"b"})).second == scan_end::damaged);
    CHECK(scan(first + first).second == scan_end::damaged);
}

TEST_CASE("what the first frame says about durability can be set later", "[journal][frame]") {
    auto bytes = frame_of(1, 0, {"a", "b"}) + frame_of(3, 0, {"c"});
    restamp_frame(bytes, 77);
    frame_scanner<> scanner{bytes, 1};
    CHECK(scanner.next()->durable == 77);
    CHECK(scanner.next()->durable == 0);
    CHECK(scanner.end() == scan_end::clean);
}

TEST_CASE("lengths that make no sense are damage, not memory", "[journal][frame]") {
    using workmem::detail::store_little;
    auto bytes = frame_of(1, 0, {"abcdefgh"});
    SECTION("a payload above 64 MiB") {
        store_little(bytes.data() + 4, std::uint32_t{(64U << 20U) + 1});
    }
    SECTION("more records than bytes") { store_little(bytes.data() + 24, std::uint32_t{1'000}); }
    SECTION("a record that is longer than the payload") {
        store_little(bytes.data() + 32, std::uint32_t{9});
        store_little(bytes.data() + 28,
                     workmem::detail::crc32c(bytes.substr(0, 28) + bytes.substr(32)));
    }
    SECTION("a record that is shorter than the payload") {
        store_little(bytes.data() + 32, std::uint32_t{7});
        store_little(bytes.data() + 28,
                     workmem::detail::crc32c(bytes.substr(0, 28) + bytes.substr(32)));
    }
    CHECK(decode_frame(bytes, batch_magic).is == decoded_frame::state::bad);
    CHECK(scan(bytes).first.empty());
}

TEST_CASE("a tail that looks like a million frames is judged in reasonable time",
          "[journal][frame]") {
    std::string bytes;
    for (int i = 0; i < 100'000; ++i) {
        workmem::detail::append_little(bytes, batch_magic);
        workmem::detail::append_little(bytes, std::uint32_t{1'000'000});
        bytes.append(24, '\0');
    }
    CHECK(judge_tail(bytes, 1) != scan_end::clean);
}
