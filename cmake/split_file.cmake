# workmem_split_file(<text> <head> <body>): the comments and lines with # that a file begins with, and the rest.
function(workmem_split_file text head body)
  string(REGEX MATCH "^((#|//)[^\n]*\n|\n)*" first "${text}")
  string(LENGTH "${first}" length)
  string(SUBSTRING "${text}" ${length} -1 rest)
  set(${head} "${first}" PARENT_SCOPE)
  set(${body} "${rest}" PARENT_SCOPE)
endfunction()

# How a file's body ends that runs a suite of another file on what it defines.
set(workmem_runs_suite "\n#include \"[a-z_]+\\.hpp\"\n*$")

# What a file's body holds that defines what other files call, or specialises what they use.
set(workmem_defines_for_others
  "(^|\n)(namespace workmem|template <>|template class|WORKMEM_[A-Z_]+_TEMPLATES)|\n[^ \n][^\n;]* workmem_test::[a-z_]+\\(")
