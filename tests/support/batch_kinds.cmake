include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/split_file.cmake")

# How a file's body ends that runs a suite of another file on what it defines.
set(workmem_runs_suite "\n#include \"[a-z_]+\\.hpp\"\n*$")

# What a file's body holds that defines what other files call, or specialises what they use.
set(workmem_defines_for_others
  "(^|\n)(namespace workmem|template <>|template class|WORKMEM_[A-Z_]+_TEMPLATES)|\n[^ \n][^\n;]* workmem_test::[a-z_]+\\(")
