# Runs a harness for a while, longer where WORKMEM_LONG_TESTS is set. What it finds stays in folder.
if(DEFINED ENV{WORKMEM_LONG_TESTS})
  math(EXPR runs "${runs} * 50")
endif()
file(MAKE_DIRECTORY "${folder}/corpus")
execute_process(
  COMMAND "${program}" "${folder}/corpus" -runs=${runs} -seed=1 -max_len=8192 -rss_limit_mb=4096
    -timeout=20 -print_final_stats=1 "-artifact_prefix=${folder}/"
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${program} found something, see above")
endif()
