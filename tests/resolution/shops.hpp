// Invented results of several domains, for the tests of the resolver's stages.
#pragma once

#include "resolution/entries.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace workmem_test {

using workmem::attribute;
using workmem::attribute_list;

inline std::string text(const char* of) { return of; }

struct asked {
    const char* text;
    const char* id;  // "" when nothing is meant, "?" when several could be
};

remembered restaurants();
remembered flights();
remembered hotels();
remembered sections();
remembered issues();
remembered products();
remembered apartments();
remembered movies();
remembered orders();
remembered two_pages();

void expect(const remembered& memory, std::initializer_list<asked> cases);
// The ids of the parts of an answer.
std::string parts(const remembered& memory, std::string_view text);
void expect_all(const remembered& memory, std::initializer_list<asked> cases);

}  // namespace workmem_test
