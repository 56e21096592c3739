// examples NAME [ARGUMENT…]: runs the example of that file name.
#include "runner.hpp"

#include <iostream>

int main(int argc, char** argv) {
    const auto* const program = argc < 2 ? nullptr : example_runner::program::find(argv[1]);
    if (program == nullptr) {
        std::cerr << "examples: there is no example \"" << (argc < 2 ? "" : argv[1]) << "\"\n";
        return 2;
    }
    return program->run(argc - 1, argv + 1);
}
