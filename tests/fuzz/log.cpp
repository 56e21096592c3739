// Any bytes as the log of a stream; the first says whether checksums count.
#include "fuzzed_stream.hpp"

namespace workmem_test {

std::vector<std::string> fuzz_seeds() {
    fuzzed_stream whole;
    const auto log = whole.disk.content(whole.path.log());
    return {'\0' + log, '\1' + log, '\1' + log.substr(0, log.size() - 9),
            '\1' + log.substr(0, log.size() / 2)};
}

void fuzz(std::string_view bytes) {
    if (bytes.empty()) return;
    static fuzzed_stream there;
    const auto snapshot = there.path.own + "/snapshot-entity-4";
    static const auto snapshot_bytes = there.disk.content(snapshot);
    there.disk.put_content(there.path.log(), std::string{bytes.substr(1)});
    there.disk.put_content(snapshot, snapshot_bytes);
    there.use((bytes[0] & 1) != 0);
}

}  // namespace workmem_test
