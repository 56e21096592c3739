// Any bytes as the newest snapshot of a stream; the first says whether checksums count.
#include "fuzzed_stream.hpp"

namespace workmem_test {

namespace {

std::string snapshot_of(const fuzzed_stream& stream) {
    return stream.path.own + "/snapshot-entity-4";
}

}  // namespace

std::vector<std::string> fuzz_seeds() {
    fuzzed_stream whole;
    const auto bytes = whole.disk.content(snapshot_of(whole));
    return {'\0' + bytes, '\1' + bytes, '\1' + bytes.substr(0, bytes.size() / 2)};
}

void fuzz(std::string_view bytes) {
    if (bytes.empty()) return;
    static fuzzed_stream there;
    static const auto log = there.disk.content(there.path.log());
    there.disk.put_content(there.path.log(), log);
    there.disk.put_content(snapshot_of(there), std::string{bytes.substr(1)});
    there.use((bytes[0] & 1) != 0);
}

}  // namespace workmem_test
