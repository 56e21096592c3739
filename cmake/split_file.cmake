# workmem_split_file(<text> <head> <body>): the comments and lines with # that a file begins with, and the rest.
function(workmem_split_file text head body)
  string(REGEX MATCH "^((#|//)[^\n]*\n|\n)*" first "${text}")
  string(LENGTH "${first}" length)
  string(SUBSTRING "${text}" ${length} -1 rest)
  set(${head} "${first}" PARENT_SCOPE)
  set(${body} "${rest}" PARENT_SCOPE)
endfunction()
