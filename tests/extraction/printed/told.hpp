#pragma once

#include <workmem/extraction/printed/things.hpp>

#include <string>

namespace workmem_test {

/// "file src/a.c a.c\ntest t::b b".
inline std::string told(workmem::extraction::printed::things& found) {
    std::string out;
    for (const auto& each : found.found())
        out += (out.empty() ? "" : "\n") + each.type + ' ' + each.id.text() + ' ' + each.name;
    return out;
}

/// The same of what a reader finds; "none" where it says that the text is not for it.
template <class Read>
std::string told_by(Read&& read) {
    workmem::extraction::printed::things found{{}};
    return read(found) ? told(found) : "none";
}

}  // namespace workmem_test
