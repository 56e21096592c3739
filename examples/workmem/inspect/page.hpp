// The page that `workmem inspect` fills: its files, embedded when the program is built.
#pragma once

#include <string_view>

namespace workmem_program {

extern const std::string_view page_html;
extern const std::string_view page_css;
extern const std::string_view page_js;

}  // namespace workmem_program
