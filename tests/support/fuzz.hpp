// What libFuzzer calls, and a corpus to begin with, written into the folder it is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

// Each harness says what it begins with and what it does with some bytes.
std::vector<std::string> fuzz_seeds();
void fuzz(std::string_view bytes);

inline void insist(bool right) {
    if (!right) std::abort();
}

}  // namespace workmem_test

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    for (int i = 1; i < *count; ++i) {
        const std::string folder = (*arguments)[i];
        if (folder.front() == '-') continue;
        std::size_t number = 0;
        for (const auto& each : workmem_test::fuzz_seeds()) {
            std::ofstream out{folder + "/seed-" + std::to_string(++number), std::ios::binary};
            out.write(each.data(), static_cast<std::streamsize>(each.size()));
        }
        break;
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    workmem_test::fuzz({reinterpret_cast<const char*>(data), size});
    return 0;
}
