// What the blocks of README.md need around them.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include <unistd.h>

/// Ends the program with status 1 unless it is as the README says.
inline void expect(bool holds, const char* what) {
    if (holds) return;
    std::cerr << "it should be so, and is not: " << what << '\n';
    std::exit(1);
}

/// An empty folder to be in: the README's blocks name files without one.
class scratch_folder {
public:
    scratch_folder()
        : path_{std::filesystem::temp_directory_path() /
                ("workmem-readme-" + std::to_string(getpid()))},
          before_{std::filesystem::current_path()} {
        std::filesystem::create_directory(path_);
        std::filesystem::current_path(path_);
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    ~scratch_folder() {
        std::error_code ignored;
        std::filesystem::current_path(before_, ignored);
        std::filesystem::remove_all(path_, ignored);
    }

private:
    std::filesystem::path path_, before_;
};
