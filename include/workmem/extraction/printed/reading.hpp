#pragma once

#include <workmem/detail/cxx20.hpp>

#include <string>

namespace workmem::extraction::printed {

/// What a call says about the text that it printed.
struct reading {
    std::string base{};        ///< the directory from which its paths are seen
    std::string file{};        ///< the only file that was looked through
    bool names = false;        ///< bare words are paths, too: `ls` prints "src"
    bool directories = false;  ///< all paths are those of directories
    bool files = false;        ///< all paths are those of files
    bool searched = false;     ///< lines of files were looked for, not faults in them
};

}  // namespace workmem::extraction::printed
