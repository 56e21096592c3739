// `workmem demo` alone, which takes less time to build than the program.
#include "../workmem/demo.hpp"

#include <exception>
#include <iostream>
#include <string>
#include <vector>

int main(int count, char** arguments) {
    std::ios::sync_with_stdio(false);
    try {
        const std::vector<std::string> given{arguments + 1, arguments + count};
        const int status = workmem_program::run_demo(given, std::cout, std::cerr);
        if (std::cout.flush()) return status;
        std::cerr << "workmem: cannot write the output\n";
    } catch (const std::exception& problem) {
        std::cerr << "workmem: " << problem.what() << '\n';
    }
    return 2;
}
