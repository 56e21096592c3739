// A folder of a test's own, removed at the end.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace workmem_test {

class temporary_folder {
public:
    temporary_folder() {
        std::random_device random;
        path_ = std::filesystem::temp_directory_path() /
                ("workmem-" + std::to_string(random()) + std::to_string(random()));
        std::filesystem::create_directories(path_);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] std::string path() const { return path_.string(); }

    // All files below, their paths sorted.
    [[nodiscard]] std::vector<std::string> files() const {
        std::vector<std::string> out;
        for (const auto& each : std::filesystem::recursive_directory_iterator{path_})
            if (each.is_regular_file()) out.push_back(each.path().string());
        std::sort(out.begin(), out.end());
        return out;
    }
    // The one file with this name.
    [[nodiscard]] std::string find(const std::string& name) const {
        for (const auto& each : files())
            if (std::filesystem::path{each}.filename() == name) return each;
        return {};
    }

private:
    std::filesystem::path path_;
};

inline std::string content_of(const std::string& path) {
    std::ifstream in{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, std::istreambuf_iterator<char>{}};
}

inline std::string all_bytes_below(const temporary_folder& folder) {
    std::string out;
    for (const auto& each : folder.files()) out += content_of(each);
    return out;
}

inline void put_content(const std::string& path, const std::string& bytes) {
    std::ofstream out{path, std::ios::binary | std::ios::trunc};
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace workmem_test
