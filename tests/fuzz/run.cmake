# Runs a harness for a minute, an hour where WORKMEM_LONG_TESTS is set. What it finds stays in folder.
set(seconds 60)
if(DEFINED ENV{WORKMEM_LONG_TESTS})
  set(seconds 3600)
endif()
file(MAKE_DIRECTORY "${folder}/corpus")
execute_process(
  COMMAND "${program}" "${folder}/corpus" -max_total_time=${seconds} -seed=1 -max_len=8192 -rss_limit_mb=4096
    -timeout=60 -print_final_stats=1 "-artifact_prefix=${folder}/"
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${program} found something, see above")
endif()
